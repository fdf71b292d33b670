import { type Adjustment, adjustmentCan, adjustmentRules } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { usdExact } from '@/lib/format.ts'
import { shortCode } from './ledger-labels.ts'

type Act = 'approve' | 'reject' | 'withdraw' | 'reverse'

const texts: Record<Act, { action: string; title: string; done: string; note: string | null }> = {
  approve: {
    action: 'Approve',
    title: 'Approve and post it?',
    done: 'Adjustment posted',
    note: 'Note',
  },
  reject: { action: 'Reject', title: 'Reject it?', done: 'Adjustment rejected', note: 'Note' },
  withdraw: {
    action: 'Withdraw',
    title: 'Withdraw your proposal?',
    done: 'Proposal withdrawn',
    note: null,
  },
  reverse: {
    action: 'Take Back',
    title: 'Propose to take it back?',
    done: 'Reversal proposed',
    note: 'Reason',
  },
}

/** Offers the viewer's actions on an adjustment, each with a confirmation. */
export function AdjustmentActions({ adjustment }: { adjustment: Adjustment }) {
  const [act, setAct] = useState<Act | null>(null)
  const { isOwn, reverses, state, isReversed } = adjustment
  const judged = { state, isOwn, isReversal: reverses !== null, isReversed }
  const acts = (['withdraw', 'reject', 'approve', 'reverse'] as const).filter((known) =>
    adjustmentCan[known](judged),
  )
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map((known) => (
        <Button
          key={known}
          size="sm"
          variant={known === 'approve' ? 'primary' : 'outline'}
          onClick={() => setAct(known)}
        >
          {texts[known].action}
        </Button>
      ))}
      {act && <Decide act={act} adjustment={adjustment} onClose={() => setAct(null)} />}
    </div>
  )
}

type DecideProps = { act: Act; adjustment: Adjustment; onClose: () => void }

function Decide({ act, adjustment, onClose }: DecideProps) {
  const { action, title, done, note: noteLabel } = texts[act]
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const mutation = useDecision(act, { done, onClose })
  const confirm = () => {
    if (act === 'reverse' && !text.trim()) return setError('Reason is required')
    mutation.mutate({ id: adjustment.id, text: text.trim() })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      isDestructive={act === 'reject'}
      title={title}
      description={`${adjustmentRules[adjustment.form].label}, ${usdExact(Number(adjustment.amountCents))}`}
      action={action}
      isBusy={mutation.isPending}
      onConfirm={confirm}
    >
      <Legs adjustment={adjustment} isReversed={act === 'reverse'} />
      {noteLabel && (
        <Field label={noteLabel} optional={act !== 'reverse'} error={error} className="mt-4">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={1000}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  )
}

/** One of the four procedures, with what follows from its answer. */
function useDecision(act: Act, { done, onClose }: { done: string; onClose: () => void }) {
  const queries = useQueryClient()
  const { staff } = orpc.books
  return useMutation({
    mutationFn: async ({ id, text }: { id: string; text: string }) => {
      if (act === 'withdraw') return await staff.withdraw.call({ id })
      if (act === 'reverse') return await staff.reverse.call({ id, reason: text })
      return await staff[act].call({ id, note: text || null })
    },
    onSuccess: () => {
      notify.success(done)
      onClose()
    },
    onError: (error) => {
      const problem = toProblem(error)
      showProblem('Nothing was changed', problem)
      if (problem.code === 'adjustment_decided') onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: orpc.books.key() }),
  })
}

function Legs({ adjustment, isReversed }: { adjustment: Adjustment; isReversed: boolean }) {
  const { form, reverses, organizationName } = adjustment
  const swapped = (reverses !== null) !== isReversed
  const name = (kind: string): ReactNode =>
    kind === 'payable' || kind === 'receivable_client'
      ? `${shortCode(kind)} of ${organizationName}`
      : shortCode(kind)
  return (
    <ul aria-label="What is posted" className="grid gap-1 rounded-sm bg-sunken px-3 py-2.5 text-sm">
      {adjustmentRules[form].legs.map(([first, second]) => {
        const [dr, cr] = swapped ? [second, first] : [first, second]
        return (
          <li key={`${dr} ${cr}`}>
            <span className="text-muted-foreground text-xs">Dr</span>{' '}
            <span className="mono">{name(dr)}</span>
            <span className="mx-2 text-muted-foreground text-xs">Cr</span>
            <span className="mono">{name(cr)}</span>
          </li>
        )
      })}
    </ul>
  )
}
