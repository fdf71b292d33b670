import { connectionKindLabels } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { BucketSourceFields } from './bucket-source-fields.tsx'
import {
  type ConnectionFormReturn,
  connectionResolver,
  emptyConnection,
  fieldAt,
} from './connection-values.ts'
import { LeastPrivilege } from './least-privilege.tsx'
import { WarehouseFields } from './warehouse-fields.tsx'

const kindOptions = Object.entries(connectionKindLabels).map(([value, label]) => ({
  value: value as keyof typeof connectionKindLabels,
  label,
}))

/** Asks where data is and what opens it, and adds the connection once it was tried. */
export function AddConnection({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const queries = useQueryClient()
  const form: ConnectionFormReturn = useForm({
    resolver: connectionResolver,
    defaultValues: emptyConnection,
  })
  const { control, formState, handleSubmit, register, watch } = form
  const add = useMutation(
    orpc.connections.add.mutationOptions({
      gcTime: 0, // what was sent has a password or a key, which stays nowhere
      onSuccess: ({ name, canWrite }) => {
        if (canWrite)
          notify.error(
            'Connection added, with more rights than it needs',
            `The user of ${name} could also write. We never do; replace it by one that may only read.`,
          )
        else
          notify.success(
            'Connection added',
            `${name} was reached. Choose its tables when you deliver.`,
          )
        onClose()
      },
      onError: (error) => {
        const problem = toProblem(error)
        for (const [path, message] of Object.entries(problem.fields))
          form.setError(fieldAt(path), { message }, { shouldFocus: true })
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.connections.key() }),
    }),
  )
  const kind = watch('kind')
  const problem = add.error && toProblem(add.error)
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title="New connection"
      description="We sign in, list what may be read and look whether the account could also write. No row of the data is read for that."
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
        {problem && Object.keys(problem.fields).length === 0 && (
          <ErrorSummary
            className="sm:col-span-2"
            title="No connection was added."
            points={[problem.message]}
          />
        )}
        <Field label="Kind" required>
          {(field) => <FormSelect {...field} control={control} name="kind" options={kindOptions} />}
        </Field>
        <Field label="Name" required error={formState.errors.name?.message}>
          {(field) => <Input {...field} autoComplete="off" {...register('name')} />}
        </Field>
        {kind === 's3' ? (
          <BucketSourceFields form={form} />
        ) : (
          <WarehouseFields form={form} kind={kind} />
        )}
        <LeastPrivilege kind={kind} className="sm:col-span-2" />
      </form>
    </Dialog>
  )
}
