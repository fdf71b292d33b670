import { zodResolver } from '@hookform/resolvers/zod'
import { type ShipmentForm, shipmentForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'

/** Asks the vendor for medium, encryption, carrier and day of a shipment. */
export function SentDialog({ contractId, onClose }: { contractId: string; onClose: () => void }) {
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm<z.input<typeof shipmentForm>, unknown, ShipmentForm>({
    resolver: zodResolver(shipmentForm),
    defaultValues: { medium: '', encryption: '', carrier: '', tracking: '', sentOn: '' },
  })
  const { formState, handleSubmit, register } = form
  const { errors } = formState
  const state = useMutation(
    orpc.shipments.stateSent.mutationOptions({
      onSuccess: () => {
        notify.success('Shipment stated', 'The client has been told.')
        onClose()
      },
      onError: (error) => showProblem('Nothing was stated', markFields(form, error)),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.shipments.key() }),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="State the shipment"
      description="The client reads this, and it becomes part of the records of the contract. It cannot be changed afterwards. Write no passphrase here."
      action="State Shipment"
      formId={formId}
      isBusy={state.isPending}
    >
      <UnsavedGuard when={formState.isDirty && !state.isPending && !state.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={handleSubmit((values) => state.mutate({ contractId, ...values }))}
      >
        <Field
          label="Medium"
          required
          hint="Such as a USB drive of 64 GB"
          error={errors.medium?.message}
        >
          {(field) => <Input {...field} autoComplete="off" {...register('medium')} />}
        </Field>
        <Field
          label="Encryption"
          required
          hint="Such as VeraCrypt, AES-256"
          error={errors.encryption?.message}
        >
          {(field) => <Input {...field} autoComplete="off" {...register('encryption')} />}
        </Field>
        <Field label="Carrier" required error={errors.carrier?.message}>
          {(field) => <Input {...field} autoComplete="off" {...register('carrier')} />}
        </Field>
        <Field label="Tracking number" optional error={errors.tracking?.message}>
          {(field) => (
            <Input {...field} autoComplete="off" className="mono" {...register('tracking')} />
          )}
        </Field>
        <Field label="Given to the carrier on" required error={errors.sentOn?.message}>
          {(field) => <Input {...field} type="date" {...register('sentOn')} />}
        </Field>
      </form>
    </ConfirmDialog>
  )
}
