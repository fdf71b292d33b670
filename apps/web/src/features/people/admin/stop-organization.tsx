import { zodResolver } from '@hookform/resolvers/zod'
import { type AdminOrganization, reasonForm } from '@semblance/contract'
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

export type Stop = 'suspend' | 'terminate'

const texts = {
  suspend: {
    action: 'Suspend',
    description: 'Its members lose access at once. Contracts and money stay as they are.',
    done: 'Organization suspended',
  },
  terminate: {
    action: 'Terminate',
    description: "Its members lose access at once and for good. It can't be undone.",
    done: 'Organization terminated',
  },
}

type StopOrganizationProps = {
  kind: Stop
  organization: AdminOrganization
  onClose: () => void
}

/** Asks for the reason of a suspension or a termination, which is stored with the status. */
export function StopOrganization({ kind, organization, onClose }: StopOrganizationProps) {
  const { id, name } = organization
  const { action, description, done } = texts[kind]
  const formId = useId()
  const queries = useQueryClient()
  const { formState, handleSubmit, register } = useForm({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  })
  const stop = useMutation(
    orpc.admin.organizations[kind].mutationOptions({
      onSuccess: () => {
        notify.success(done, `The people of ${name} have no access any more.`)
        onClose()
      },
      onError: (error) => notifyProblem(`Not ${kind}${kind === 'suspend' ? 'ed' : 'd'}`, error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.admin.organizations.key() }),
    }),
  )
  return (
    <ConfirmDialog
      open
      isDestructive
      onOpenChange={onClose}
      title={`${action} ${name}?`}
      description={description}
      action={`${action} organization`}
      formId={formId}
      isBusy={stop.isPending}
    >
      <UnsavedGuard when={formState.isDirty && !stop.isPending && !stop.isSuccess} />
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit(({ reason }) => {
          notify.dismiss()
          stop.mutate({ id, reason })
        })}
      >
        <Field label="Reason" required error={formState.errors.reason?.message}>
          {(control) => <Textarea {...control} rows={3} {...register('reason')} />}
        </Field>
      </form>
    </ConfirmDialog>
  )
}
