import { zodResolver } from '@hookform/resolvers/zod'
import { parseDollars, type StaffDispute } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { usdExact } from '@/lib/format.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { typedRuling } from '../claim-schema.ts'
import type { FindingSplit } from '../findings/newest-split.ts'
import { isShare, Shares, SplitBar } from '../shares.tsx'
import { useDisputeAction } from '../use-dispute-action.ts'

type Ruling = z.output<typeof typedRuling>

type RulingFormProps = {
  dispute: StaffDispute
  split: FindingSplit | null
  /** Called when the ruling or its draft is stored. */
  onDone: () => void
  onCancel: () => void
}

/** Asks for the division of the stake and its reasons, and shows the amounts during input. */
export function RulingForm({ dispute, split, onDone, onCancel }: RulingFormProps) {
  const { stake, draft, needsTwo } = dispute
  const [asked, setAsked] = useState<Ruling | null>(null)
  const form = useForm({
    resolver: zodResolver(typedRuling),
    defaultValues: {
      toVendorCents: draft ? usdExact(Number(draft.toVendorCents)) : '',
      reasons: draft?.reasons ?? '',
    },
  })
  const { formState, getValues, handleSubmit, register, setError, setValue, watch } = form
  const forget = usePersistedForm(form, `ruling.${dispute.id}`)
  const cents = parseDollars(watch('toVendorCents'))
  const rule = useMutation(
    orpc.disputes.staff.rule.mutationOptions({
      ...useDisputeAction('Not decided'),
      onSuccess: () => {
        if (needsTwo) notify.success('Decision Drafted', 'Somebody else has to confirm it.')
        else notify.success('Dispute Decided', 'The money has been shared out.')
        forget()
        setAsked(null)
        onDone()
      },
    }),
  )
  const send = (ruling: Ruling) =>
    rule.mutate({ ...ruling, disputeId: dispute.id, replaces: draft?.id ?? null })
  const limit = usdExact(Number(stake.stakeCents))
  const fill = (toVendorCents: number) =>
    setValue('toVendorCents', usdExact(toVendorCents), { shouldDirty: true })
  const proposedCents = split?.toVendorCents
  useEffect(() => {
    if (proposedCents !== undefined && getValues('toVendorCents') === '')
      setValue('toVendorCents', usdExact(proposedCents))
  }, [proposedCents, getValues, setValue])
  const ways = [
    ...(split ? [{ label: 'By the Finding', cents: split.toVendorCents }] : []),
    { label: 'All to the Vendor', cents: Number(stake.stakeCents) },
    { label: 'All to the Client', cents: 0 },
  ]
  const isWithin = isShare(stake, cents)
  const submit = (ruling: Ruling) => {
    notify.dismiss()
    if (!isShare(stake, ruling.toVendorCents))
      return setError(
        'toVendorCents',
        { message: `Enter an amount from $0.00 to ${limit}` },
        { shouldFocus: true },
      )
    if (needsTwo) send(ruling)
    else setAsked(ruling)
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit(submit)}>
      <UnsavedGuard
        when={formState.isDirty && !rule.isPending && !rule.isSuccess}
        onLeave={forget}
      />
      {isWithin && <SplitBar toVendorCents={Number(cents)} ofCents={Number(stake.stakeCents)} />}
      <Field
        label="To the vendor ($)"
        required
        hint={`Of ${limit}; the rest goes back to the client.`}
        error={formState.errors.toVendorCents?.message}
      >
        {(attributes) => (
          <Input {...attributes} inputMode="decimal" {...register('toVendorCents')} />
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-2" aria-label="Ways to share it">
        {ways.map(({ label, cents: toVendor }) => {
          const isChosen = cents !== null && Number(cents) === toVendor
          return (
            <Button
              key={label}
              size="sm"
              variant={isChosen ? 'primary' : 'soft'}
              aria-pressed={isChosen}
              onClick={() => fill(toVendor)}
            >
              {label}
            </Button>
          )
        })}
      </fieldset>
      {isWithin && <Shares stake={stake} toVendorCents={cents} />}
      <Field
        label="Reasons"
        required
        hint="Both parties read them."
        error={formState.errors.reasons?.message}
      >
        {(attributes) => (
          <Textarea {...attributes} rows={6} maxLength={5000} {...register('reasons')} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={needsTwo && rule.isPending}>
          {needsTwo ? 'Save Draft' : 'Decide'}
        </Button>
        {draft && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Decide the dispute like this?"
        description="The dispute ends and the money is shared out at once. This cannot be undone."
        action="Decide"
        isBusy={rule.isPending}
        onConfirm={() => asked && send(asked)}
      >
        {asked && <Shares stake={stake} toVendorCents={asked.toVendorCents} />}
      </ConfirmDialog>
    </form>
  )
}
