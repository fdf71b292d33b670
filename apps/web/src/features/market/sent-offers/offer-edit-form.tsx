import { zodResolver } from '@hookform/resolvers/zod'
import {
  estimatedTableOf,
  formatBps,
  parseDollars,
  type SentOfferDetail,
  type Terms,
  type TimelineUnit,
  timelineUnits,
} from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useController, useForm, useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { ConsentNote } from '@/components/blocks/agreement/consent-note.tsx'
import { LicenseFieldset } from '@/components/blocks/license/license-fieldset.tsx'
import { MoreRowsFieldset } from '@/components/blocks/more-rows/more-rows-fieldset.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormGroup } from '@/components/ui/form-group.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural, titleCase } from '@/lib/format.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { AccuracyPriceFields, MinimumAccuracyField } from './accuracy-fields.tsx'
import { AgainstRequest } from './against-request.tsx'
import { DeliverableRows } from './deliverable-rows.tsx'
import { ChoiceField, FormatsField, NumberField, SampleField } from './detail-fields.tsx'
import { NewerTerms } from './newer-terms.tsx'
import {
  daysOf,
  detailsOf,
  editFieldOf,
  type OfferEditDraft,
  type OfferEditInput,
  offerEditDraft,
  toFormInput,
  typedTerms,
} from './offer-draft.ts'
import { PriceOnBudget } from './price-on-budget.tsx'

export function OfferEditForm({ offer }: { offer: SentOfferDetail }) {
  const goOn = useGoOn()
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  /** The revision that the form began with; a newer one is shown, never overwritten unseen. */
  const [base, setBase] = useState(offer)
  const form = useForm<OfferEditInput, unknown, OfferEditDraft>({
    resolver: zodResolver(offerEditDraft),
    defaultValues: toFormInput(base),
  })
  const forgetKept = usePersistedForm(form, `edit-offer.${offer.id}.${base.revision}`)
  const { isDirty } = form.formState

  const edit = useMutation(
    orpc.offers.edit.mutationOptions({
      onSuccess: () => {
        forgetKept()
        notify.success(
          'Offer Updated',
          'Your offer has been successfully updated and resubmitted for review.',
        )
        goOn(paths.sentOffer(offer.id))
      },
      onError: (error) => {
        for (const [name, message] of Object.entries(toProblem(error).fields)) {
          const [part = name] = name.split('.')
          const field = editFieldOf[part]
          if (field) form.setError(field, { message }, { shouldFocus: true })
        }
      },
      // After a rejection too: another user may have changed or decided it.
      onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.offers.key() }),
    }),
  )

  const save = ({ price, timeline, unit, description, ...draft }: OfferEditDraft) =>
    signInFirst(() =>
      edit.mutate({
        offerId: offer.id,
        revision: base.revision,
        priceCents: price,
        timeline,
        timelineUnit: unit,
        description,
        ...detailsOf(draft),
      }),
    )

  const isStale = offer.revision > base.revision
  const refusal = edit.error && !isStale ? toProblem(edit.error).message : null
  return (
    <FormProvider {...form}>
      <UnsavedGuard when={isDirty && !edit.isSuccess && !edit.isPending} onLeave={forgetKept} />
      <form
        noValidate
        className="card max-w-[1080px] p-5 md:p-7"
        onSubmit={form.handleSubmit(save)}
      >
        {refusal && <ErrorSummary title={refusal} className="mb-6" />}
        {isStale && (
          <NewerTerms
            revisions={offer.revisions.filter(({ revision }) => revision > base.revision)}
            onLoad={() => {
              form.reset(toFormInput(offer))
              setBase(offer)
            }}
            onKeep={() => setBase(offer)}
          />
        )}
        <PriceGroup offer={offer} />
        <FormGroup title="Data" description="Where it comes from and how it reaches the client.">
          <DescriptionField />
          <div className="sm:col-span-2">
            <DeliverableRows />
          </div>
          <div className="sm:col-span-2">
            <FormatsField />
          </div>
          <ChoiceField name="privacy" />
          <AccuracyTerms offer={offer} />
        </FormGroup>
        <FormGroup title="Terms">
          <ChoiceField name="payment" hint="Which share is released at the start." />
          <ChoiceField name="delivery" />
          <ChoiceField name="support" />
          <MoreRowsFieldset className="sm:col-span-2" />
          <LicenseFieldset className="sm:col-span-2" />
        </FormGroup>
        <FormGroup title="Sample data">
          <NumberField name="sampleRecords" />
          <SampleField className="sm:col-span-2" />
        </FormGroup>
        <div className="mt-7 grid gap-5 border-t pt-6">
          <TypedAgainst offer={offer} />
          <ConsentNote act="edit" />
          <div className="flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">
            <Button asChild variant="outline" size="lg">
              <Link to={paths.sentOffer(offer.id)}>Cancel</Link>
            </Button>
            <Button type="submit" size="lg" loading={edit.isPending} disabled={!isDirty || isStale}>
              Save Changes
            </Button>
          </div>
        </div>
      </form>
    </FormProvider>
  )
}

function PriceGroup({ offer }: { offer: SentOfferDetail }) {
  const { register, formState } = useFormContext<OfferEditInput>()
  const price = useWatch<OfferEditInput, 'price'>({ name: 'price' })
  const { errors } = formState
  const { asked } = offer
  return (
    <FormGroup
      title="Pricing and time"
      description={`US dollars, before the client's ${formatBps(offer.feeBps)} platform fee.`}
    >
      <Field label="Price (USD)" error={errors.price?.message} hint="The whole price." required>
        {(control) => (
          <Input
            {...control}
            {...register('price')}
            inputMode="decimal"
            autoComplete="off"
            className="num"
          />
        )}
      </Field>
      <NumberField name="services" />
      <Field
        label="Timeline"
        error={errors.timeline?.message}
        hint={`The client asks for ${plural(asked.timelineDays, 'day')}, counted from payment.`}
        required
      >
        {(control) => (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-2">
            <Input
              {...control}
              {...register('timeline')}
              inputMode="numeric"
              autoComplete="off"
              className="num"
            />
            <UnitSelect />
          </div>
        )}
      </Field>
      <div className="sm:col-span-2">
        <PriceOnBudget
          budgetMinCents={asked.budgetMinCents}
          budgetMaxCents={asked.budgetMaxCents}
          priceCents={parseDollars(price)}
        />
      </div>
    </FormGroup>
  )
}

function UnitSelect() {
  const { field } = useController<OfferEditInput, 'unit'>({ name: 'unit' })
  return (
    <Select<TimelineUnit>
      aria-label="Timeline unit"
      ref={field.ref}
      onBlur={field.onBlur}
      value={field.value}
      onValueChange={field.onChange}
      options={timelineUnits.map((value) => ({ value, label: titleCase(value) }))}
    />
  )
}

function DescriptionField() {
  const { register, formState } = useFormContext<OfferEditInput>()
  return (
    <Field
      label="Description"
      error={formState.errors.description?.message}
      required
      className="sm:col-span-2"
    >
      {(control) => (
        <Textarea {...control} {...register('description')} rows={7} maxLength={5000} />
      )}
    </Field>
  )
}

function useTypedTerms({ asked }: SentOfferDetail): Terms {
  const typed = useWatch<OfferEditInput>() as OfferEditInput
  const days = daysOf(typed.timeline, typed.unit)
  return typedTerms({ ...typed, amount: typed.price, days }, asked)
}

function AccuracyTerms({ offer }: { offer: SentOfferDetail }) {
  const terms = useTypedTerms(offer)
  const dpr = useQuery(orpc.dprs.get.queryOptions({ input: { dprId: offer.dprId } })).data
  const table = dpr ? estimatedTableOf({ ...dpr, privacyLevel: terms.privacyLevel }) : null
  return (
    <>
      <MinimumAccuracyField table={table} terms={terms} />
      <AccuracyPriceFields table={table} terms={terms} />
    </>
  )
}

function TypedAgainst({ offer }: { offer: SentOfferDetail }) {
  return <AgainstRequest terms={useTypedTerms(offer)} asked={offer.asked} />
}
