import { zodResolver } from '@hookform/resolvers/zod'
import { type Application, reasonForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'

export function DeclineApplication({ application }: { application: Application }) {
  const [isOpen, setIsOpen] = useState(false)
  const formId = useId()
  const queries = useQueryClient()
  const { formState, handleSubmit, register } = useForm({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  })
  const decline = useMutation(
    orpc.applications.decline.mutationOptions({
      onSuccess: ({ businessName, businessEmail }) => {
        setIsOpen(false)
        notify.success('Application declined', `${businessName} was told why, at ${businessEmail}.`)
      },
      onError: (error) => {
        const problem = toProblem(error)
        notify.error('Not declined', problem.message)
        // Closes if a colleague has decided first; after any other error a second try makes sense.
        if (problem.code === 'application_decided') setIsOpen(false)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.applications.key() }),
    }),
  )

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button variant="destructive-outline">Decline</Button>}
      title={`Decline ${application.businessName}?`}
      description="The reason is sent to the business by e-mail."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="destructive" loading={decline.isPending}>
            Decline application
          </Button>
        </>
      }
    >
      <UnsavedGuard when={formState.isDirty && !decline.isPending && !decline.isSuccess} />
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit(({ reason }) => decline.mutate({ id: application.id, reason }))}
      >
        <Field label="Reason" required error={formState.errors.reason?.message}>
          {(control) => <Textarea {...control} rows={4} {...register('reason')} />}
        </Field>
      </form>
    </Dialog>
  )
}
