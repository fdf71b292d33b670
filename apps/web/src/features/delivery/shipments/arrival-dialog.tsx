import { zodResolver } from '@hookform/resolvers/zod'
import { arrivalLabels, arrivals, type Shipment } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'

const options = arrivals.map((value) => ({ value, label: arrivalLabels[value] }))

const typed = z
  .object({ as: z.enum(arrivals), arrivedOn: z.string() })
  .refine(({ as, arrivedOn }) => as === 'lost' || arrivedOn !== '', {
    path: ['arrivedOn'],
    message: 'Enter a day',
  })

/** Asks the client what became of a shipment. */
export function ArrivalDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm<z.input<typeof typed>>({
    resolver: zodResolver(typed),
    defaultValues: { as: 'intact', arrivedOn: '' },
  })
  const { control, formState, handleSubmit, register, watch } = form
  const state = useMutation(
    orpc.shipments.stateArrival.mutationOptions({
      onSuccess: () => {
        notify.success('Arrival stated', 'The vendor has been told.')
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
      title="State what arrived"
      description="The vendor reads this, and it becomes part of the records of the contract. It cannot be changed afterwards. It accepts nothing and releases no money."
      action="State Arrival"
      formId={formId}
      isBusy={state.isPending}
    >
      <UnsavedGuard when={formState.isDirty && !state.isPending && !state.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={handleSubmit(({ as, arrivedOn }) =>
          state.mutate({
            shipmentId: shipment.id,
            as,
            arrivedOn: as === 'lost' ? null : arrivedOn,
          }),
        )}
      >
        <Field label="What arrived" required>
          {(field) => <FormSelect {...field} control={control} name="as" options={options} />}
        </Field>
        {watch('as') !== 'lost' && (
          <Field label="On" required error={formState.errors.arrivedOn?.message}>
            {(field) => <Input {...field} type="date" {...register('arrivedOn')} />}
          </Field>
        )}
      </form>
    </ConfirmDialog>
  )
}
