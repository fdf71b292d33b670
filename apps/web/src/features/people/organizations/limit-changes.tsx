import { formatDollars, type LimitChange } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { date, dateTime } from '@/lib/format.ts'
import { useMayCall } from '@/lib/session/may.ts'
import type { Limits } from './limit-fields.tsx'

/** Lists higher limits that wait for another person, with the decision for those who may make it. */
export function LimitChanges({ changes }: { changes: readonly LimitChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="mb-5 grid gap-3" aria-label="Higher limits that wait">
      {changes.map((change) => (
        <WaitingChange key={change.id} change={change} />
      ))}
    </ul>
  )
}

function WaitingChange({ change }: { change: LimitChange }) {
  const { askedBy, from, to, createdAt, expiresAt } = change
  return (
    <li className="rounded-md border border-st-warn-fg/30 bg-st-warn-bg/40 px-4 py-3">
      <p className="font-medium">{titleOf(change)}</p>
      <p className="mt-0.5 text-muted-foreground text-sm">
        Asked for by {askedBy}, <TimeText at={createdAt} show={dateTime} />. Without a decision this
        ends on <TimeText at={expiresAt} show={date} />.
      </p>
      <DescriptionList
        className="my-2"
        rows={[
          { term: 'Now', value: limitsText(from) },
          { term: 'Asked for', value: limitsText(to) },
        ]}
      />
      <DecideChange change={change} />
    </li>
  )
}

const titleOf = ({ of, bar, askedBy }: LimitChange) => {
  if (of === 'organization') return 'A higher limit of the organization waits'
  return bar === 'own'
    ? 'A higher limit of your own waits'
    : `A higher limit of ${askedBy}\u2019s own waits`
}

/** Names both limits, as one of them may be none. */
const limitsText = ({ paymentCents, monthCents }: Limits) =>
  `${amountText(paymentCents)} at a time, ${amountText(monthCents)} a month`

const amountText = (cents: bigint | null) =>
  cents === null ? 'any amount' : `up to ${formatDollars(cents)}`

function DecideChange({ change: { id, bar, askedBy } }: { change: LimitChange }) {
  const queries = useQueryClient()
  const decide = useMutation(
    orpc.spending.decideChange.mutationOptions({
      onSuccess: (_, { decision }) => {
        if (decision === 'confirm')
          notify.success('Limit Confirmed', 'It counts from the next payment on.')
        else if (bar === 'own') notify.success('Limit Withdrawn', 'The limits stay as they are.')
        else notify.success('Limit Declined', `${askedBy} was told.`)
      },
      onError: (error) => notifyProblem('Nothing decided', error),
      onSettled: () => {
        void queries.invalidateQueries({ queryKey: orpc.approvals.key() })
        return queries.invalidateQueries({ queryKey: orpc.spending.key() })
      },
    }),
  )
  const act = (decision: 'confirm' | 'decline') => decide.mutate({ id, decision })
  const mayDecide = useMayCall('spending.decideChange')
  if (bar === 'role' || !mayDecide)
    return <p className="text-sm">An approver or another administrator decides.</p>
  return (
    <div className="flex flex-wrap items-center gap-2">
      {bar === null && (
        <Button size="sm" disabled={decide.isPending} onClick={() => act('confirm')}>
          Confirm Limit
        </Button>
      )}
      <Button
        size="sm"
        variant="outline"
        disabled={decide.isPending}
        onClick={() => act('decline')}
      >
        {bar === 'own' ? 'Withdraw' : 'Decline'}
      </Button>
      {bar === 'own' && (
        <p className="text-muted-foreground text-sm">
          An approver or another administrator confirms it.
        </p>
      )}
    </div>
  )
}
