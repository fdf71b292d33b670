import { type ContractDetail, describeChange } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { date } from '@/lib/format.ts'

/** Shows the history of the agreed terms. */
export function TermHistory({ contract: { termHistory } }: { contract: ContractDetail }) {
  if (termHistory.length === 0) return null
  return (
    <Panel title="Changes of terms" bodyClassName="pb-2!">
      <ul className="divide-y">
        {termHistory.map(({ revision, byName, changes, createdAt }) => (
          <li key={revision} className="py-3">
            <p className="flex flex-wrap justify-between gap-x-3 text-muted-foreground text-sm">
              <span>
                Revision {revision}, by {byName}
              </span>
              <TimeText at={createdAt} show={date} />
            </p>
            <dl className="mt-1 grid gap-1">
              {changes.map(describeChange).map(({ label, from, to }) => (
                <div key={label} className="text-base [overflow-wrap:anywhere]">
                  <dt className="inline text-muted-foreground">{label}: </dt>
                  <dd className="inline">
                    <s className="text-muted-foreground decoration-1">{from}</s>{' '}
                    <span className="sr-only">became </span>
                    <span className="font-semibold">{to}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Lists every round of changes that the client requested. */
export function ChangeRequests({ contract: { changeRequests } }: { contract: ContractDetail }) {
  if (changeRequests.length === 0) return null
  return (
    <Panel title="Requested changes" bodyClassName="pb-2!">
      <ol className="divide-y">
        {changeRequests.map(({ id, reason, createdAt, answeredAt }, index) => (
          <li key={id} className="py-3">
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="flex items-center gap-x-3">
                <span className="font-medium">Round {changeRequests.length - index}</span>
                <StatusBadge domain="work" status={answeredAt ? 'completed' : 'pending'} bare />
              </span>
              <span className="num text-muted-foreground text-sm">
                {date(createdAt)}
                {answeredAt && `, answered ${date(answeredAt)}`}
              </span>
            </p>
            <p className="mt-1 max-w-[80ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
              {reason}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
