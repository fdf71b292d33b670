import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import {
  type DestinationFormReturn,
  destinationResolver,
  emptyDestination,
  fieldAt,
  kinds,
} from './destination-values.ts'
import { S3Fields } from './s3-fields.tsx'
import { SftpFields } from './sftp-fields.tsx'

const kindOptions = Object.entries(kinds).map(([value, label]) => ({
  value: value as keyof typeof kinds,
  label,
}))

/** Asks where deliveries are to go and what opens it, and adds it once it was tried. */
export function AddDestination({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const queries = useQueryClient()
  const form: DestinationFormReturn = useForm({
    resolver: destinationResolver,
    defaultValues: emptyDestination,
  })
  const { control, formState, handleSubmit, register, watch } = form
  const add = useMutation(
    orpc.pushes.addDestination.mutationOptions({
      gcTime: 0, // what was sent has a password or a key, which stays nowhere
      onSuccess: ({ name }) => {
        notify.success('Destination added', `A test file was written to ${name}.`)
        onClose()
      },
      onError: (error) => {
        const problem = toProblem(error)
        for (const [path, message] of Object.entries(problem.fields))
          form.setError(fieldAt(path, form.getValues()), { message }, { shouldFocus: true })
        showProblem('No destination was added', problem)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.pushes.destinations.key() }),
    }),
  )
  const kind = watch('kind')
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title="New destination"
      description="We write a small file there before it is saved, and remove it where that is permitted."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={add.isPending}>
            Try and Add
          </Button>
        </>
      }
    >
      <UnsavedGuard when={formState.isDirty && !add.isPending && !add.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-5 sm:grid-cols-2"
        onSubmit={handleSubmit((values) => add.mutate(values))}
      >
        <Field label="Kind" required>
          {(field) => <FormSelect {...field} control={control} name="kind" options={kindOptions} />}
        </Field>
        <Field label="Name" required error={formState.errors.name?.message}>
          {(field) => <Input {...field} autoComplete="off" {...register('name')} />}
        </Field>
        {kind === 'sftp' ? <SftpFields form={form} /> : <S3Fields form={form} />}
        <CheckboxField
          className="sm:col-span-2"
          label={
            kind === 'sftp'
              ? 'Send each delivery here by itself: once it is accepted, or as soon as it is ready where the contract agrees on SFTP'
              : 'Send each delivery here by itself once it is accepted'
          }
          checked={watch('isAutomatic')}
          onCheckedChange={(checked) =>
            form.setValue('isAutomatic', checked === true, { shouldDirty: true })
          }
        />
      </form>
    </Dialog>
  )
}
