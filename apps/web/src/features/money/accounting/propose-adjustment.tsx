import { zodResolver } from '@hookform/resolvers/zod'
import {
  type AdjustmentForm,
  adjustmentForm,
  adjustmentForms,
  adjustmentRules,
  explainedBy,
  parseDollars,
  type StatementBreak,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { usdExact } from '@/lib/format.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'

type Typed = {
  form: AdjustmentForm
  organizationId: string
  amountCents: string
  reason: string
}

/** Parses the typed form, whose amount is in dollars. */
const typedForm = z
  .object({
    form: z.enum(adjustmentForms, { error: 'Choose what to post' }),
    organizationId: z.string(),
    amountCents: z.string().transform((text, context) => {
      const cents = parseDollars(text)
      if (cents !== null) return cents
      context.addIssue(text.trim() ? 'Enter dollars and cents' : 'Amount is required')
      return z.NEVER
    }),
    reason: z.string(),
  })
  .transform((typed): z.input<typeof adjustmentForm> => typed)
  .pipe(adjustmentForm)

/**
 * Proposes an adjustment. With `toExplain`, it must explain that statement difference as a whole.
 */
export function ProposeAdjustment({ toExplain }: { toExplain?: StatementBreak }) {
  const [isOpen, setIsOpen] = useState(false)
  const formId = useId()
  const form = useForm<Typed, unknown, z.output<typeof adjustmentForm>>({
    resolver: zodResolver(typedForm),
    defaultValues: {
      organizationId: '',
      amountCents: toExplain ? wholeOf(toExplain) : '',
      reason: '',
    },
  })
  const propose = useProposal(form, () => setIsOpen(false))
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        toExplain ? (
          <Button size="sm" variant="outline">
            Explain
          </Button>
        ) : (
          <Button>
            <Plus aria-hidden />
            Propose Adjustment
          </Button>
        )
      }
      title={toExplain ? 'Explain this difference' : 'Propose an adjustment'}
      description="Somebody else of the staff has to approve it before it is posted."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={propose.isPending}>
            Propose
          </Button>
        </>
      }
    >
      <UnsavedGuard when={form.formState.isDirty && !propose.isPending && !propose.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((values) =>
          propose.mutate({ ...values, breakId: toExplain?.id }),
        )}
      >
        <Fields form={form} toExplain={toExplain} />
      </form>
    </Dialog>
  )
}

const wholeOf = ({ differenceCents }: StatementBreak) =>
  (Math.abs(Number(differenceCents)) / 100).toFixed(2)

function useProposal(
  form: UseFormReturn<Typed, unknown, z.output<typeof adjustmentForm>>,
  onDone: () => void,
) {
  const queries = useQueryClient()
  return useMutation(
    orpc.books.staff.propose.mutationOptions({
      onSuccess: ({ amountCents }) => {
        onDone()
        form.reset()
        notify.success(
          'Adjustment proposed',
          `${usdExact(Number(amountCents))} wait for somebody else’s approval.`,
        )
      },
      onError: (error) => {
        showProblem('Not proposed', markFields(form, error))
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.books.key() }),
    }),
  )
}

type FieldsProps = {
  form: UseFormReturn<Typed, unknown, z.output<typeof adjustmentForm>>
  toExplain?: StatementBreak
}

function Fields({ form: { control, formState, register, watch }, toExplain }: FieldsProps) {
  const { errors } = formState
  const chosen = watch('form')
  const side = chosen ? adjustmentRules[chosen].organization : null
  const gap = toExplain && (toExplain.differenceCents < 0n ? 'shortfall' : 'surplus')
  const offered = adjustmentForms.filter((form) => !gap || explainedBy(form) === gap)
  return (
    <>
      <Field
        label="What to post"
        required
        error={errors.form?.message}
        hint={chosen ? adjustmentRules[chosen].meaning : undefined}
      >
        {(field) => (
          <FormSelect
            {...field}
            control={control}
            name="form"
            placeholder="Choose"
            options={offered.map((form) => ({
              value: form,
              label: adjustmentRules[form].label,
            }))}
            className="w-full"
          />
        )}
      </Field>
      {side && (
        <Field
          label={side === 'client' ? 'Client’s organization ID' : 'Vendor’s organization ID'}
          required
          error={errors.organizationId?.message}
        >
          {(field) => (
            <Input {...field} placeholder="ORG-12345-ABCDE" {...register('organizationId')} />
          )}
        </Field>
      )}
      <Field
        label="Amount (USD)"
        required
        error={errors.amountCents?.message}
        hint={toExplain && 'The whole difference'}
      >
        {(field) => (
          <Input
            {...field}
            inputMode="decimal"
            readOnly={toExplain !== undefined}
            className="num"
            placeholder="0.00"
            {...register('amountCents')}
          />
        )}
      </Field>
      <Field
        label="Reason"
        required
        error={errors.reason?.message}
        hint="Whoever approves it reads this; it is kept with the adjustment."
      >
        {(field) => <Textarea {...field} rows={3} {...register('reason')} />}
      </Field>
    </>
  )
}
