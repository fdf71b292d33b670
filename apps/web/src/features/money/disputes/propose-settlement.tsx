import { zodResolver } from '@hookform/resolvers/zod'
import { type Dispute, parseDollars, type Settlement } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { usdExact } from '@/lib/format.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { typedSettlement } from './claim-schema.ts'
import { isShare, Shares } from './shares.tsx'
import { useDisputeAction } from './use-dispute-action.ts'

type ProposeSettlementProps = {
  dispute: Dispute
  /** The other party's proposal that this one answers. */
  counters?: Settlement
}

export function ProposeSettlement({ dispute, counters }: ProposeSettlementProps) {
  const may = useMayCallAs(dispute.side, 'disputes.propose')
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  if (!may) return null
  return (
    <>
      <Button
        variant="outline"
        size={counters ? 'sm' : undefined}
        onClick={() => signInFirst(() => setIsOpen(true))}
      >
        {counters ? 'Counter' : 'Propose Settlement'}
      </Button>
      {isOpen && (
        <ProposeDialog dispute={dispute} counters={counters} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

function ProposeDialog({
  dispute,
  counters,
  onClose,
}: ProposeSettlementProps & { onClose: () => void }) {
  const { stake } = dispute
  const formId = useId()
  const form = useForm({
    resolver: zodResolver(typedSettlement),
    defaultValues: { toVendorCents: '', note: '' },
  })
  const { formState, handleSubmit, register, setError, watch } = form
  const cents = parseDollars(watch('toVendorCents'))
  const action = useDisputeAction('Settlement not proposed')
  const propose = useMutation(
    orpc.disputes.propose.mutationOptions({
      ...action,
      onSuccess: () => {
        notify.success('Settlement Proposed', 'The other party has been told.')
        onClose()
      },
      onError: (error) => {
        markFields(form, error)
        action.onError(error)
      },
    }),
  )
  const limit = usdExact(Number(stake.stakeCents))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={counters ? 'Answer with another settlement?' : 'Propose a settlement?'}
      description={`${limit} is frozen. Say how much of it the vendor gets; the rest goes back to the client. You can withdraw the proposal until it is answered.`}
      action="Send Proposal"
      formId={formId}
      isBusy={propose.isPending}
    >
      <UnsavedGuard when={formState.isDirty && !propose.isPending && !propose.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={handleSubmit((proposal) => {
          notify.dismiss()
          if (!isShare(stake, proposal.toVendorCents))
            return setError(
              'toVendorCents',
              { message: `Enter an amount from $0.00 to ${limit}` },
              { shouldFocus: true },
            )
          propose.mutate({ ...proposal, disputeId: dispute.id, counters: counters?.id })
        })}
      >
        <Field label="To the vendor ($)" required error={formState.errors.toVendorCents?.message}>
          {(attributes) => (
            <Input
              {...attributes}
              inputMode="decimal"
              placeholder="7,950.00"
              {...register('toVendorCents')}
            />
          )}
        </Field>
        {isShare(stake, cents) && <Shares stake={stake} toVendorCents={cents} />}
        <Field label="Note" optional error={formState.errors.note?.message}>
          {(attributes) => (
            <Textarea {...attributes} rows={3} maxLength={2000} {...register('note')} />
          )}
        </Field>
      </form>
    </ConfirmDialog>
  )
}
