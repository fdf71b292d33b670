import { zodResolver } from '@hookform/resolvers/zod'
import { type CompanyProfile, type Reviewable, reviewForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { StarInput } from './star-input.tsx'

type Values = z.infer<typeof reviewForm>
type ReviewFormProps = {
  company: CompanyProfile
  items: Reviewable[]
  contractId: string
  onChoose: (contractId: string) => void
  onClose: () => void
}

export function ReviewForm({ company, items, contractId, onChoose, onClose }: ReviewFormProps) {
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm<Values>({
    resolver: zodResolver(reviewForm),
    defaultValues: { comment: '' }, // no stars are chosen at first
  })
  const { control, formState, handleSubmit, register } = form
  const { errors, isDirty } = formState
  const forget = usePersistedForm(form, `review.${contractId}`)
  const send = useMutation(
    orpc.companies.review.mutationOptions({
      onSuccess: () => {
        forget()
        onClose()
        notify.success('Review Published', `${company.name} has been told and may answer once.`)
      },
      onError: (error) => {
        notify.error('Review not published', markFields(form, error).message)
      },
      onSettled: () => {
        for (const queryKey of [orpc.companies.key(), orpc.contracts.key()])
          void queries.invalidateQueries({ queryKey })
      },
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Review ${company.name}`}
      description="Everyone who sees the company's profile sees it, with your organization's name. It can be written once and not be changed."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={send.isPending}>
            Publish Review
          </Button>
        </>
      }
    >
      <UnsavedGuard when={isDirty && !send.isPending && !send.isSuccess} onLeave={forget} />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={handleSubmit((values) => {
          notify.dismiss()
          send.mutate({ contractId, ...values })
        })}
      >
        <Field label="Contract">
          {(props) => (
            <Select
              {...props}
              value={contractId}
              onValueChange={onChoose}
              options={items.map((item) => ({
                value: item.contractId,
                label: `${item.title} (${item.contractId})`,
              }))}
            />
          )}
        </Field>
        <Controller
          control={control}
          name="rating"
          render={({ field }) => (
            <StarInput
              name={field.name}
              value={field.value}
              onChange={field.onChange}
              error={errors.rating?.message}
            />
          )}
        />
        <Field
          label="Comment"
          hint="How were the data, the documentation and the dates?"
          error={errors.comment?.message}
          required
        >
          {(props) => <Textarea {...props} rows={5} {...register('comment')} />}
        </Field>
      </form>
    </Dialog>
  )
}
