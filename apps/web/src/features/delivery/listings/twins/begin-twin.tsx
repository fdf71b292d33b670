import { zodResolver } from '@hookform/resolvers/zod'
import {
  type Category,
  categories,
  privacyLevelLabels,
  privacyLevels,
  type TwinForm,
  twinForm,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'

const categoryOptions = Object.entries(categories).map(([value, label]) => ({
  value: value as Category,
  label,
}))
const levelOptions = privacyLevels.map((value) => ({ value, label: privacyLevelLabels[value] }))

type BeginTwinProps = {
  label: string
  /** Fills in the form. */
  like?: TwinForm
}

/** Offers to begin a twin that is measured for a listing; shows nothing to those who may not. */
export function BeginTwin({ label, like }: BeginTwinProps) {
  const [isOpen, setOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  return (
    <MayCall procedure="twins.start">
      <Button onClick={() => signInFirst(() => setOpen(true))}>{label}</Button>
      {isOpen && <BeginDialog like={like} onClose={() => setOpen(false)} />}
    </MayCall>
  )
}

type BeginDialogProps = { like: TwinForm | undefined; onClose: () => void }

function BeginDialog({ like, onClose }: BeginDialogProps) {
  const formId = useId()
  const goOn = useGoOn()
  const queries = useQueryClient()
  const form = useForm<TwinForm>({
    resolver: zodResolver(twinForm),
    defaultValues: like ? twinForm.parse(like) : { title: '' },
  })
  const { control, register, handleSubmit } = form
  const { errors, isDirty } = form.formState
  const start = useMutation(
    orpc.twins.start.mutationOptions({
      onSuccess: (twin) => {
        queries.setQueryData(orpc.twins.get.queryKey({ input: { twinId: twin.id } }), twin)
        void queries.invalidateQueries({ queryKey: orpc.twins.list.key() })
        goOn(paths.measuredTwin(twin.id))
        onClose()
      },
      onError: (error) => markFields(form, error),
    }),
  )
  const problem = start.error && toProblem(start.error)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New listing from data"
      description="No contract is needed: you upload data, review its columns, and have a twin measured once. Its listing is then drafted for you to describe and price."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={start.isPending}>
            Begin
          </Button>
        </>
      }
    >
      <UnsavedGuard when={isDirty && !start.isPending && !start.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={handleSubmit((values) => start.mutate(values))}
      >
        {problem && Object.keys(problem.fields).length === 0 && (
          <ErrorSummary title={problem.message} />
        )}
        <Field
          label="Title"
          required
          error={errors.title?.message}
          hint="What the rows are, for buyers. You can change it in the listing."
        >
          {(field) => (
            <Input {...field} autoComplete="off" maxLength={200} {...register('title')} />
          )}
        </Field>
        <Field label="Category" required error={errors.category?.message}>
          {(field) => (
            <FormSelect
              {...field}
              control={control}
              name="category"
              placeholder="Choose a category"
              options={categoryOptions}
            />
          )}
        </Field>
        <Field
          label="Privacy level"
          required
          error={errors.privacyLevel?.message}
          hint="Bounds what all buyers together can learn about one row. A lower ε protects more, takes less of your source’s account, and makes the twin less accurate. It cannot be changed later."
        >
          {(field) => (
            <FormSelect
              {...field}
              control={control}
              name="privacyLevel"
              placeholder="Choose a privacy level"
              options={levelOptions}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
