import { zodResolver } from '@hookform/resolvers/zod'
import { type Milestone, milestoneForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'

type MilestoneDialogProps = {
  contractId: string
  /** The one to change; a new one without. */
  milestone?: Milestone
  onClose: () => void
}

export function MilestoneDialog({ contractId, milestone, onClose }: MilestoneDialogProps) {
  const formId = useId()
  const queries = useQueryClient()
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(milestoneForm),
    defaultValues: {
      title: milestone?.title ?? '',
      description: milestone?.description ?? '',
      dueOn: milestone?.dueOn ?? null,
    },
  })
  const { errors, isDirty } = formState
  const options = (done: string) => ({
    onSuccess: ({ title }: Milestone) => {
      notify.success(done, title)
      onClose()
    },
    onError: (error: Error) => {
      const { message, fields } = toProblem(error)
      for (const name of ['title', 'description', 'dueOn'] as const)
        if (fields[name]) setError(name, { message: fields[name] }, { shouldFocus: true })
      notify.error('Milestone not saved', message)
    },
    onSettled: () => {
      for (const queryKey of [orpc.contracts.key(), orpc.timelines.key()])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const add = useMutation(orpc.milestones.add.mutationOptions(options('Milestone added')))
  const edit = useMutation(orpc.milestones.edit.mutationOptions(options('Milestone changed')))
  const save = handleSubmit((form) => {
    notify.dismiss()
    if (milestone) edit.mutate({ ...form, milestoneId: milestone.id })
    else add.mutate({ ...form, contractId })
  })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={milestone ? 'Edit milestone' : 'Add a milestone'}
      description="Both parties see it; the vendor says when it is begun and done."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={add.isPending || edit.isPending}>
            {milestone ? 'Save Changes' : 'Add Milestone'}
          </Button>
        </>
      }
    >
      <UnsavedGuard when={isDirty && !(add.isPending || edit.isPending)} />
      <form id={formId} noValidate onSubmit={save} className="grid gap-4">
        <Field label="Title" required error={errors.title?.message}>
          {(control) => <Input {...control} maxLength={200} {...register('title')} />}
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          {(control) => (
            <Textarea {...control} rows={3} maxLength={2000} {...register('description')} />
          )}
        </Field>
        <Field label="Due date" optional error={errors.dueOn?.message} className="sm:max-w-56">
          {(control) => (
            <Input
              {...control}
              type="date"
              {...register('dueOn', { setValueAs: (day: string) => day || null })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
