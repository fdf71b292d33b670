import { zodResolver } from '@hookform/resolvers/zod'
import { shippingAddressForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'

type AddressDialogProps = { contractId: string; address: string; onClose: () => void }

/** Asks the client where media are to be shipped to. */
export function AddressDialog({ contractId, address, onClose }: AddressDialogProps) {
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(shippingAddressForm), defaultValues: { address } })
  const { formState, handleSubmit, register } = form
  const save = useMutation(
    orpc.shipments.setAddress.mutationOptions({
      onSuccess: () => {
        notify.success(address ? 'Address changed' : 'Address stated', 'The vendor has been told.')
        onClose()
      },
      onError: (error) => showProblem('The address was not saved', markFields(form, error)),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.shipments.key() }),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Ship to"
      description="The vendor reads this. A shipment that is stated already keeps the address it went to."
      action="Save Address"
      formId={formId}
      isBusy={save.isPending}
    >
      <UnsavedGuard when={formState.isDirty && !save.isPending && !save.isSuccess} />
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit((values) => save.mutate({ contractId, ...values }))}
      >
        <Field
          label="Address"
          required
          hint="Recipient, street, place and country, and when the parcel can be handed over."
          error={formState.errors.address?.message}
        >
          {(field) => <Textarea {...field} rows={5} {...register('address')} />}
        </Field>
      </form>
    </ConfirmDialog>
  )
}
