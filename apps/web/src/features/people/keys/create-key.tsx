import { zodResolver } from '@hookform/resolvers/zod'
import { defaultKeyDays, type NewKey } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { keyDays, type ReadKey, type TypedKey, typedKey } from './key-values.ts'
import { ScopeFields } from './scope-fields.tsx'

type KeyFormReturn = UseFormReturn<TypedKey, unknown, ReadKey>

type CreateKeyProps = { onMade: (made: NewKey) => void; onClose: () => void }

/** Asks what a new key may do, from where and how long, and makes it. */
export function CreateKey({ onMade, onClose }: CreateKeyProps) {
  const formId = useId()
  const queries = useQueryClient()
  const form: KeyFormReturn = useForm({
    resolver: zodResolver(typedKey),
    defaultValues: {
      name: '',
      scopes: [],
      limitCents: '',
      allowed: '',
      days: keyDays.find((days) => Number(days) === defaultKeyDays),
    },
  })
  const create = useMutation(
    orpc.keys.create.mutationOptions({
      gcTime: 0, // the answer has the key, which stays nowhere
      onSuccess: onMade,
      onError: (error) => showProblem('No key was made', markFields(form, error)),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.keys.key() }),
    }),
  )
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title="New key"
      description="A program that has the key acts for your organization, within what you choose here."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={create.isPending}>
            Make Key
          </Button>
        </>
      }
    >
      <UnsavedGuard when={form.formState.isDirty && !create.isPending && !create.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit((values) => create.mutate(values))}
      >
        <Fields form={form} />
      </form>
    </Dialog>
  )
}

function Fields({ form: { control, formState, register, watch } }: { form: KeyFormReturn }) {
  const { errors } = formState
  return (
    <>
      <Field
        label="Name"
        required
        error={errors.name?.message}
        hint="Such as the program that will use it"
      >
        {(field) => <Input {...field} autoComplete="off" {...register('name')} />}
      </Field>
      <ScopeFields control={control} />
      {watch('scopes').includes('money') && (
        <Field
          label="Limit of each act (USD)"
          required
          error={errors.limitCents?.message}
          hint="The most that one act may accept, pay or release. It does not limit their sum."
        >
          {(field) => (
            <Input
              {...field}
              inputMode="decimal"
              className="num"
              placeholder="0.00"
              {...register('limitCents')}
            />
          )}
        </Field>
      )}
      <Field
        label="Network addresses"
        optional
        error={errors.allowed?.message}
        hint="One per line, such as 192.0.2.7 or 192.0.2.0/24. Without any, the key works from everywhere."
      >
        {(field) => (
          <Textarea
            {...field}
            rows={3}
            className="mono"
            spellCheck={false}
            {...register('allowed')}
          />
        )}
      </Field>
      <Field label="Ends after" required error={errors.days?.message}>
        {(field) => (
          <FormSelect
            {...field}
            control={control}
            name="days"
            options={keyDays.map((days) => ({ value: days, label: `${days} days` }))}
            className="w-full sm:w-48"
          />
        )}
      </Field>
    </>
  )
}
