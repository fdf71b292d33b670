import { zodResolver } from '@hookform/resolvers/zod'
import { type HeldDelivery, reasonForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DecideButton } from '@/components/blocks/queue/decide-button.tsx'
import { DecisionChoice } from '@/components/blocks/queue/decision-choice.tsx'
import { submitWithin, useQueueKeys } from '@/components/blocks/queue/use-queue-keys.ts'
import type { QueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

const choices = [
  { value: 'retry', label: 'Retry', note: 'Runs again what was to run', hotkey: 'R' },
  {
    value: 'giveUp',
    label: 'Give up',
    note: 'Ends it, and deletes uploaded files with their keys; the vendor has to deliver again',
    hotkey: 'D',
  },
] as const

type HeldDecisionProps = { delivery: HeldDelivery; steps: QueueSteps }

/** Decides on a held delivery: it runs again, or ends with a reason that the vendor reads. */
export function HeldDecision({ delivery, steps }: HeldDecisionProps) {
  const [chosen, setChosen] = useState<(typeof choices)[number]['value']>('retry')
  const decision = useRef<HTMLDivElement>(null)
  useQueueKeys({ r: () => setChosen('retry'), d: () => setChosen('giveUp') }, () =>
    submitWithin(decision.current),
  )
  return (
    <div ref={decision} className="grid gap-4">
      <DecisionChoice label="Decision" choices={choices} value={chosen} onChange={setChosen} />
      {chosen === 'retry' ? (
        <Retry delivery={delivery} steps={steps} />
      ) : (
        <GiveUp delivery={delivery} steps={steps} />
      )}
    </div>
  )
}

function useReadAgain() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: orpc.deliveries.staff.key() })
}

function Retry({ delivery: { id }, steps }: HeldDecisionProps) {
  const retry = useMutation(
    orpc.deliveries.staff.retry.mutationOptions({
      onSuccess: () => {
        notify.success('Delivery queued again')
        steps.leave()
      },
      onError: (error) => notifyProblem('Not retried', error),
      onSettled: useReadAgain(),
    }),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!retry.isPending) retry.mutate({ id })
      }}
    >
      <DecideButton action="Retry" steps={steps} isBusy={retry.isPending} />
    </form>
  )
}

function GiveUp({ delivery: { id }, steps }: HeldDecisionProps) {
  const { formState, handleSubmit, register } = useForm({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  })
  const giveUp = useMutation(
    orpc.deliveries.staff.giveUp.mutationOptions({
      onSuccess: () => {
        notify.success('Delivery given up', 'The vendor has been notified with your reason.')
        steps.leave()
      },
      onError: (error) => notifyProblem('Not given up', error),
      onSettled: useReadAgain(),
    }),
  )
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit(({ reason }) => {
        if (!giveUp.isPending) giveUp.mutate({ id, reason })
      })}
    >
      <UnsavedGuard when={formState.isDirty && !giveUp.isPending && !giveUp.isSuccess} />
      <Field
        label="Reason"
        required
        hint="The vendor reads it. Giving up can't be undone."
        error={formState.errors.reason?.message}
      >
        {(control) => <Textarea {...control} rows={3} maxLength={1000} {...register('reason')} />}
      </Field>
      <DecideButton action="Give up" steps={steps} isBusy={giveUp.isPending} isDestructive />
    </form>
  )
}
