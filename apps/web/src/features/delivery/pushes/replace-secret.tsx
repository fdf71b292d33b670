import type { PushDestination } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { fieldAt, secretResolver, typedSecretOf } from './destination-values.ts'
import { S3SecretFields, SftpSecretFields } from './secret-fields.tsx'

type Props = { destination: PushDestination; onClose: () => void }

/** Asks for another password or key of a destination, and keeps it once it was tried. */
export function ReplaceSecret({ destination, onClose }: Props) {
  const { id: destinationId, name, settings, disabledAs } = destination
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm({
    resolver: secretResolver,
    defaultValues: typedSecretOf(destination),
  })
  const { formState, handleSubmit } = form
  const replace = useMutation(
    orpc.pushes.replaceSecret.mutationOptions({
      gcTime: 0, // what was sent has a password or a key, which stays nowhere
      onSuccess: () => {
        notify.success('Replaced', `A test file was written to ${name}.`)
        onClose()
      },
      onError: (error) => {
        const problem = toProblem(error)
        for (const [path, message] of Object.entries(problem.fields))
          if (path.startsWith('secret'))
            form.setError(fieldAt(path, form.getValues()), { message }, { shouldFocus: true })
        showProblem('Nothing was replaced', problem)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.pushes.key() }),
    }),
  )
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={settings.kind === 's3' ? 'New access key' : 'New password or key'}
      description={`We write a small file to ${name} before what opens it is replaced. Deliveries on their way there are then sent at once.${disabledAs === 'dead' ? ' The destination is enabled.' : ''}`}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={replace.isPending}>
            Try and Replace
          </Button>
        </>
      }
    >
      <UnsavedGuard when={formState.isDirty && !replace.isPending && !replace.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-5 sm:grid-cols-2"
        onSubmit={handleSubmit((secret) => replace.mutate({ destinationId, secret }))}
      >
        {settings.kind === 'sftp' ? (
          <SftpSecretFields form={form} />
        ) : (
          <S3SecretFields form={form} />
        )}
      </form>
    </Dialog>
  )
}
