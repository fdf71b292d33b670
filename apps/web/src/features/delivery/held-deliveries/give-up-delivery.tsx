import { zodResolver } from '@hookform/resolvers/zod'
import { type HeldDelivery, reasonForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

type GiveUpDeliveryProps = { delivery: HeldDelivery; onClose: () => void }

/** Asks for the reason to end a held delivery, which the vendor reads. */
export function GiveUpDelivery({ delivery, onClose }: GiveUpDeliveryProps) {
  const formId = useId()
  const queries = useQueryClient()
  const { formState, handleSubmit, register } = useForm({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  })
  const giveUp = useMutation(
    orpc.deliveries.staff.giveUp.mutationOptions({
      onSuccess: () => {
        notify.success('Delivery given up', 'The vendor has been notified with your reason.')
        onClose()
      },
      onError: (error) => notifyProblem('Not given up', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.deliveries.staff.key() }),
    }),
  )
  return (
    <ConfirmDialog
      open
      isDestructive
      onOpenChange={onClose}
      title={`Give up the delivery for ${delivery.title}?`}
      description="Its files are deleted, with their keys, and the vendor has to deliver again. It can't be undone."
      action="Give up delivery"
      formId={formId}
      isBusy={giveUp.isPending}
    >
      <UnsavedGuard when={formState.isDirty && !giveUp.isPending && !giveUp.isSuccess} />
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit(({ reason }) => giveUp.mutate({ id: delivery.id, reason }))}
      >
        <Field label="Reason" required error={formState.errors.reason?.message}>
          {(control) => <Textarea {...control} rows={3} {...register('reason')} />}
        </Field>
      </form>
    </ConfirmDialog>
  )
}
