import { zodResolver } from '@hookform/resolvers/zod'
import { type DprDetail, parseDollars } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { ConsentNote } from '@/components/blocks/agreement/consent-note.tsx'
import { LegalNote } from '@/components/blocks/legal/legal-links.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { plural } from '@/lib/format.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { AgainstRequest } from './against-request.tsx'
import { OfferDetails, useTypedTerms } from './offer-details.tsx'
import {
  detailsOf,
  draftFieldOf,
  emptyOffer,
  type OfferDraft,
  type OfferFormInput,
  offerDraft,
} from './offer-draft.ts'
import { PriceOnBudget } from './price-on-budget.tsx'

type OfferFormProps = {
  dpr: DprDetail
  /** Below the description of the sample. */
  sampleFile: ReactNode
  /** Runs once the offer exists, for example to send its sample; awaited before the page is left. */
  afterSubmit: (offerId: string) => Promise<void>
}

export function OfferForm({ dpr, sampleFile, afterSubmit }: OfferFormProps) {
  const goOn = useGoOn()
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const consent = useConsent('offer')
  const form = useForm<OfferFormInput, unknown, OfferDraft>({
    resolver: zodResolver(offerDraft),
    defaultValues: useMemo(() => emptyOffer(dpr), [dpr]),
  })
  const forgetKept = usePersistedForm(form, `offer.${dpr.id}`, { except: ['terms'] })
  // The notice stays until closed and may cover the button; the fields' own messages remain.
  const notice = useRef<string | number>(undefined)
  const dismissNotice = () => notice.current && notify.dismiss(notice.current)

  const submit = useMutation({
    ...orpc.offers.submit.mutationOptions(),
    onSuccess: async ({ id }) => {
      forgetKept()
      await afterSubmit(id)
      for (const queryKey of [
        orpc.offers.key(),
        orpc.dprs.key(),
        orpc.market.key(),
        orpc.dashboards.key(),
      ])
        void queryClient.invalidateQueries({ queryKey })
      notify.success('Offer Submitted Successfully')
      goOn(paths.vendorDashboard)
    },
    onError: (error) => {
      const problem = toProblem(error)
      if (consent.renew(problem.code)) form.setValue('terms', false)
      for (const [name, message] of Object.entries(problem.fields)) {
        const [part = name] = name.split('.')
        const field = draftFieldOf[part]
        if (field) form.setError(field, { message }, { shouldFocus: true })
      }
    },
  })

  const send = (draft: OfferDraft) =>
    signInFirst(() =>
      submit.mutate({
        dprId: dpr.id,
        priceCents: draft.amount,
        timelineDays: draft.timeline,
        description: draft.description,
        accepted: consent.accepted,
        ...detailsOf(draft),
      }),
    )

  return (
    <FormProvider {...form}>
      <UnsavedGuard
        when={form.formState.isDirty && !submit.isPending && !submit.isSuccess}
        onLeave={forgetKept}
      />
      <form
        noValidate
        className="grid min-w-0 gap-5"
        onChange={dismissNotice}
        onSubmit={form.handleSubmit(send, () => {
          dismissNotice()
          notice.current = showMissingFields(form.getValues())
        })}
      >
        {submit.error && <ErrorSummary title={toProblem(submit.error).message} />}
        <OfferPanel dpr={dpr} />
        <OfferDetails dpr={dpr} sampleFile={sampleFile} />
        <Panel bodyClassName="grid gap-5">
          <TypedAgainst dpr={dpr} />
          <Controller
            control={form.control}
            name="terms"
            render={({ field, fieldState }) => (
              <CheckboxField
                ref={field.ref}
                name={field.name}
                disabled={!consent.isShown}
                checked={field.value}
                onCheckedChange={(checked) => {
                  dismissNotice()
                  field.onChange(checked === true)
                }}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
                label="I accept the terms and conditions: the original data is mine to share, the platform turns it into a synthetic twin, and payment is released from escrow after the client's review."
              />
            )}
          />
          <LegalNote act="offer" lead="This accepts the" className="-mt-3 pl-7" />
          <ConsentNote act="submit" />
          <div className="flex justify-end border-t pt-4 max-md:[&>*]:w-full">
            <Button type="submit" size="lg" loading={submit.isPending}>
              Submit Offer
            </Button>
          </div>
        </Panel>
      </form>
    </FormProvider>
  )
}

/** The four things the specification asks for, but the terms. */
function OfferPanel({ dpr }: { dpr: DprDetail }) {
  const amount = useWatch<OfferFormInput, 'amount'>({ name: 'amount' })
  return (
    <Panel title="Your offer" bodyClassName="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <OfferField
          name="amount"
          label="Offer amount (USD)"
          hint="What you ask for the whole delivery. The platform fee is the client's."
          placeholder="18,500"
        />
        <OfferField
          name="timeline"
          label="Timeline (days)"
          hint={`The client asks for ${plural(dpr.timelineDays, 'day')}, counted from payment.`}
          placeholder={String(dpr.timelineDays)}
        />
      </div>
      <PriceOnBudget
        budgetMinCents={dpr.budgetMinCents}
        budgetMaxCents={dpr.budgetMaxCents}
        priceCents={parseDollars(amount)}
      />
      <OfferField
        name="description"
        label="Data description"
        hint="Where the data comes from, its columns and rows, and how complete it is."
      />
    </Panel>
  )
}

type OfferFieldProps = {
  name: 'amount' | 'timeline' | 'description'
  label: string
  hint: string
  placeholder?: string
}

function OfferField({ name, label, hint, placeholder }: OfferFieldProps) {
  return (
    <Controller<OfferFormInput, typeof name>
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message} required>
          {(control) =>
            name === 'description' ? (
              <Textarea {...control} {...field} rows={7} maxLength={5000} />
            ) : (
              <Input
                {...control}
                {...field}
                inputMode={name === 'amount' ? 'decimal' : 'numeric'}
                autoComplete="off"
                placeholder={placeholder}
                className="num"
              />
            )
          }
        </Field>
      )}
    />
  )
}

function TypedAgainst({ dpr }: { dpr: DprDetail }) {
  return <AgainstRequest terms={useTypedTerms(dpr)} asked={dpr} />
}

/** Shows the specified notices; a field that is filled but invalid shows its error only next to itself. */
function showMissingFields(typed: OfferFormInput) {
  if (!typed.amount.trim() || !typed.timeline.trim() || !typed.description.trim())
    return notify.error('Missing Information', 'Please fill out all fields to submit your offer.')
  if (!typed.terms)
    return notify.error(
      'Terms Not Accepted',
      'You must accept the terms and conditions to submit your offer.',
    )
}
