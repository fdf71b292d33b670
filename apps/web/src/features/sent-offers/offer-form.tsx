import { zodResolver } from '@hookform/resolvers/zod'
import type { DprDetail } from '@semblance/contract'
import { parseDollars } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ErrorSummary } from '@/components/blocks/error-summary.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { plural } from '@/lib/format.ts'
import { useKeptForm, useSignInFirst } from '@/lib/sign-in-first.tsx'
import { paths } from '@/paths.ts'
import {
  draftFieldOf,
  emptyOffer,
  type OfferDraft,
  offerDraft,
  type TypedOffer,
} from './offer-draft.ts'
import { PriceOnBudget } from './price-on-budget.tsx'

export function OfferForm({ dpr }: { dpr: DprDetail }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const signInFirst = useSignInFirst()
  const form = useForm<TypedOffer, unknown, OfferDraft>({
    resolver: zodResolver(offerDraft),
    defaultValues: emptyOffer,
  })
  const forgetKept = useKeptForm(form, `offer.${dpr.id}`, { except: ['terms'] })
  const { errors } = form.formState
  // It stays until closed and may lie over the button; the fields' own messages remain.
  const notice = useRef<string | number>(undefined)
  const dismissNotice = () => notice.current && notify.dismiss(notice.current)
  const amount = useWatch({ control: form.control, name: 'amount' })

  const submit = useMutation({
    ...orpc.offers.submit.mutationOptions(),
    onSuccess: () => {
      forgetKept()
      void queryClient.invalidateQueries({ queryKey: orpc.offers.key() })
      void queryClient.invalidateQueries({ queryKey: orpc.dprs.key() })
      void queryClient.invalidateQueries({ queryKey: orpc.dashboards.key() })
      notify.success('Offer Submitted Successfully')
      navigate(paths.vendorDashboard)
    },
    onError: (error) => {
      const { fields } = toProblem(error)
      for (const [name, message] of Object.entries(fields)) {
        const field = draftFieldOf[name]
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
        termsAccepted: draft.terms,
      }),
    )

  return (
    <Panel title="Your offer">
      <form
        noValidate
        className="grid gap-5"
        onChange={dismissNotice}
        onSubmit={form.handleSubmit(send, () => {
          dismissNotice()
          notice.current = tellWhatIsMissing(form.getValues())
        })}
      >
        {submit.error && <ErrorSummary title={toProblem(submit.error).message} fields={[]} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Offer amount (USD)"
            hint="What you ask for the whole delivery. The platform fee is the client's."
            error={errors.amount?.message}
            required
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('amount')}
                inputMode="decimal"
                autoComplete="off"
                placeholder="18,500"
              />
            )}
          </Field>
          <Field
            label="Timeline (days)"
            hint={`The client asks for ${plural(dpr.timelineDays, 'day')}, counted from payment.`}
            error={errors.timeline?.message}
            required
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('timeline')}
                inputMode="numeric"
                autoComplete="off"
                placeholder={String(dpr.timelineDays)}
              />
            )}
          </Field>
        </div>
        <PriceOnBudget
          budgetMinCents={dpr.budgetMinCents}
          budgetMaxCents={dpr.budgetMaxCents}
          priceCents={parseDollars(amount)}
        />
        <Field
          label="Data description"
          hint="Where the data comes from, its columns and rows, and how complete it is."
          error={errors.description?.message}
          required
        >
          {(control) => (
            <Textarea {...control} {...form.register('description')} rows={7} maxLength={5000} />
          )}
        </Field>
        <Controller
          control={form.control}
          name="terms"
          render={({ field }) => (
            <CheckboxField
              ref={field.ref}
              name={field.name}
              checked={field.value}
              onCheckedChange={(checked) => {
                dismissNotice()
                field.onChange(checked === true)
              }}
              onBlur={field.onBlur}
              error={errors.terms?.message}
              label="I accept the terms and conditions: the original data is mine to share, the platform turns it into a synthetic twin, and payment is released from escrow after the client's review."
            />
          )}
        />
        <div className="flex justify-end border-t pt-4 max-md:[&>*]:w-full">
          <Button type="submit" size="lg" loading={submit.isPending}>
            Submit Offer
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** The specified notices; a field that is filled but wrong only says so beside itself. */
function tellWhatIsMissing(typed: TypedOffer) {
  if (!typed.amount.trim() || !typed.timeline.trim() || !typed.description.trim())
    return notify.error('Missing Information', 'Please fill out all fields to submit your offer.')
  if (!typed.terms)
    return notify.error(
      'Terms Not Accepted',
      'You must accept the terms and conditions to submit your offer.',
    )
}
