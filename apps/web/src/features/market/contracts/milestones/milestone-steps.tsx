import {
  type ContractDetail,
  contractMilestoneCan,
  type Milestone,
  type MilestoneAction,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { MilestoneDialog } from './milestone-dialog.tsx'

type MilestoneStepsProps = { contract: ContractDetail; milestone: Milestone }

/** Offers the reader's actions on one milestone, by the contract's table. */
export function MilestoneSteps({ contract, milestone }: MilestoneStepsProps) {
  const { id: milestoneId, title } = milestone
  const { side, status: contractStatus } = contract
  const [asks, setAsks] = useState<'edit' | 'remove' | null>(null)
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const options = (done: string) => ({
    onSuccess: () => notify.success(done, title),
    onError: (error: Error) => notify.error('Milestone not changed', toProblem(error).message),
    onSettled: () => {
      setAsks(null)
      for (const queryKey of [orpc.contracts.key(), orpc.timelines.key()])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const { start, complete, reopen, remove } = orpc.milestones
  const starting = useMutation(start.mutationOptions(options('Milestone started')))
  const completing = useMutation(complete.mutationOptions(options('Milestone completed')))
  const reopening = useMutation(reopen.mutationOptions(options('Milestone reopened')))
  const removing = useMutation(remove.mutationOptions(options('Milestone removed')))
  const may = useMayCallAs(side, 'milestones.start')
  const can = (action: MilestoneAction) =>
    may && contractMilestoneCan[action]({ ...milestone, contractStatus, side })
  if (!(['start', 'complete', 'reopen', 'edit', 'remove'] as const).some(can)) return null
  const act = (action: () => void) => () => signInFirst(action)
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {can('start') && (
        <Step
          of={title}
          busy={starting.isPending}
          onClick={act(() => starting.mutate({ milestoneId }))}
        >
          Start
        </Step>
      )}
      {can('complete') && (
        <Step
          of={title}
          busy={completing.isPending}
          onClick={act(() => completing.mutate({ milestoneId }))}
        >
          Complete
        </Step>
      )}
      {can('reopen') && (
        <Step
          of={title}
          busy={reopening.isPending}
          onClick={act(() => reopening.mutate({ milestoneId }))}
        >
          Reopen
        </Step>
      )}
      {can('edit') && (
        <Step of={title} onClick={act(() => setAsks('edit'))}>
          Edit
        </Step>
      )}
      {can('remove') && (
        <Step of={title} onClick={act(() => setAsks('remove'))}>
          Remove
        </Step>
      )}
      {asks === 'edit' && (
        <MilestoneDialog
          contractId={contract.id}
          milestone={milestone}
          onClose={() => setAsks(null)}
        />
      )}
      <ConfirmDialog
        open={asks === 'remove'}
        onOpenChange={() => setAsks(null)}
        title={`Remove “${title}”?`}
        description="The other party is told. It no longer counts in the progress."
        action="Remove Milestone"
        isDestructive
        isBusy={removing.isPending}
        onConfirm={() => removing.mutate({ milestoneId })}
      />
    </div>
  )
}

type StepProps = { of: string; busy?: boolean; onClick: () => void; children: ReactNode }

function Step({ of, busy, onClick, children }: StepProps) {
  return (
    <Button size="sm" variant="outline" loading={busy} onClick={onClick}>
      {children}
      <span className="sr-only"> {of}</span>
    </Button>
  )
}
