import { zodResolver } from '@hookform/resolvers/zod'
import { type Answering, MAX_ANSWERS, type StatedRules } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { type AnsweringDraft, beginDraft, draftSchema, scheduleText } from './answering-draft.ts'
import { answersPer, boundLabels, idleTexts, inferences, leads } from './answering-texts.ts'
import { BoundFields } from './bound-fields.tsx'

/** States the rules of one's organization for a request or an offer. */
export function AnsweringDialog({
  answering,
  onClose,
}: {
  answering: Answering
  onClose: () => void
}) {
  const { side, dprId } = answering
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm<AnsweringDraft, unknown, StatedRules>({
    resolver: zodResolver(draftSchema(answering)),
    defaultValues: beginDraft(answering),
  })
  const { formState, handleSubmit, register, setError, watch } = form
  const { errors } = formState
  const state = useMutation(
    orpc.answering.set.mutationOptions({
      onSuccess: ({ state: result }) => {
        const idle = idleTexts[result]
        if (idle) notify.info('Rules stated', idle)
        else
          notify.success(
            'Automatic answers on',
            'Proposals are answered at once where your rules have an answer.',
          )
        onClose()
      },
      onError: (error) => {
        const { fields, message } = toProblem(error)
        const named = Object.entries(fields).map(
          ([field, text]) => [field.replace(/^rules\.(bounds\.)?/, ''), text] as const,
        )
        for (const [field, text] of named)
          setError(field as keyof AnsweringDraft, { message: text })
        if (named.length === 0) notify.error('Rules not stated', message)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.answering.key() }),
    }),
  )
  const prices = scheduleText(side, watch())
  const labels = boundLabels[side]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Answer automatically"
      description={leads[side]}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={state.isPending}>
            Turn on
          </Button>
        </>
      }
    >
      <UnsavedGuard when={formState.isDirty && !state.isPending && !state.isSuccess} />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={handleSubmit((rules) => state.mutate({ dprId, rules }))}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {side === 'client' ? (
            <Field
              label="First price ($)"
              required
              error={errors.openingCents?.message}
              hint="What an offer is answered with first."
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  {...register('openingCents')}
                />
              )}
            </Field>
          ) : (
            <Field label="Opening ($)" hint="The price of your offer.">
              {(control) => <Input {...control} readOnly {...register('openingCents')} />}
            </Field>
          )}
          <Field
            label={`${labels.price} ($)`}
            required
            error={errors.priceBoundCents?.message}
            hint={labels.priceHint}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                {...register('priceBoundCents')}
              />
            )}
          </Field>
          <Field
            label="Move by at most ($)"
            required
            error={errors.stepCents?.message}
            hint="For each answer, and after the first no further than the other side."
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                {...register('stepCents')}
              />
            )}
          </Field>
          <Field
            label="Answers at most"
            required
            error={errors.answers?.message}
            hint={`${answersPer[side]}, up to ${MAX_ANSWERS}. Each proposal that is read counts, answered or not; then people go on.`}
          >
            {(control) => (
              <Input {...control} inputMode="numeric" autoComplete="off" {...register('answers')} />
            )}
          </Field>
        </div>
        {prices && (
          <p role="status" className="num rounded-md bg-sunken px-3.5 py-2.5 text-sm">
            Furthest prices: {prices}. They are less far where the other side moves less.
          </p>
        )}
        <CheckboxField
          checked={watch('mayApprove')}
          onCheckedChange={(checked) =>
            form.setValue('mayApprove', checked === true, { shouldDirty: true })
          }
          label="Approve a proposal whose price is as good as the next answer, if all its terms are inside the bounds. The approval consents to the changed agreement in your name."
        />
        {watch('mayApprove') && <BoundFields form={form} answering={answering} />}
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer text-primary max-md:min-h-10">
            What the other side can find out
          </summary>
          <ul className="mt-1 grid list-disc gap-1.5 pl-5 text-muted-foreground">
            {inferences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      </form>
    </Dialog>
  )
}
