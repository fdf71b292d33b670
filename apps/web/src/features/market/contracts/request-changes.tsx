import { zodResolver } from '@hookform/resolvers/zod'
import { changeRequestForm, errors, MAX_CHANGE_REQUESTS } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button, type ButtonProps } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural } from '@/lib/format.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'

type RequestChangesProps = Pick<ButtonProps, 'size' | 'className'> & {
  contractId: string
  vendorName: string
  changeRequestsLeft: number
}

/** Sends the delivery back, as often as the contract allows; afterwards the way leads to support. */
export function RequestChanges(props: RequestChangesProps) {
  const may = useMayCall('deliveries.requestChanges')
  const { contractId, changeRequestsLeft, size, className } = props
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  if (!may) return null
  if (changeRequestsLeft === 0)
    return (
      <p className="text-muted-foreground text-sm">
        {errors.changes_used_up.message}{' '}
        <Link className="link" to={`${paths.contactSupport}?contract=${contractId}`}>
          Contact support
        </Link>
      </p>
    )
  return (
    <>
      <Button
        variant="outline"
        size={size}
        className={className}
        onClick={() => signInFirst(() => setIsOpen(true))}
      >
        <Undo2 aria-hidden />
        Request Changes
      </Button>
      {isOpen && <ChangesDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ChangesDialog({
  contractId,
  vendorName,
  changeRequestsLeft,
  onClose,
}: RequestChangesProps & { onClose: () => void }) {
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(changeRequestForm), defaultValues: { reason: '' } })
  const { formState, handleSubmit, register, setError } = form
  const forget = usePersistedForm(form, `changes.${contractId}`)
  const request = useMutation(
    orpc.deliveries.requestChanges.mutationOptions({
      onSuccess: () => {
        forget()
        notify.success('Changes Requested', `${vendorName} has been told what to change.`)
        onClose()
      },
      onError: (error) => {
        const { message, fields } = toProblem(error)
        if (fields.reason) setError('reason', { message: fields.reason }, { shouldFocus: true })
        notify.error('Changes not requested', message)
      },
      // After a refusal too: it may have been accepted in another tab.
      onSettled: () => queries.invalidateQueries(),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Ask ${vendorName} for changes?`}
      description="The delivery goes back to the vendor and escrow stays held. What was delivered stays readable."
      action="Request Changes"
      formId={formId}
      isBusy={request.isPending}
    >
      <UnsavedGuard
        when={formState.isDirty && !request.isPending && !request.isSuccess}
        onLeave={forget}
      />
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit(({ reason }) => {
          notify.dismiss()
          request.mutate({ contractId, reason })
        })}
      >
        <Field
          label="What should change"
          required
          hint={`The vendor reads this. ${plural(changeRequestsLeft, 'round')} of ${MAX_CHANGE_REQUESTS} left.`}
          error={formState.errors.reason?.message}
        >
          {(control) => <Textarea {...control} rows={5} maxLength={5000} {...register('reason')} />}
        </Field>
      </form>
    </ConfirmDialog>
  )
}
