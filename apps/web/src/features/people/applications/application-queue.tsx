import { type Application, isUndecided } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { confirmKeys } from '@/components/blocks/queue/key-hints.tsx'
import { QueueLayout, QueueRow } from '@/components/blocks/queue/queue-layout.tsx'
import { useQueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useUrlParams } from '@/lib/api/use-address-params.ts'
import { cn } from '@/lib/cn.ts'
import { dayMonth } from '@/lib/format.ts'
import { industryName } from '@/lib/forms/business-labels.ts'
import { countToLookAt } from './application-checks.ts'
import { ApplicationDecision } from './application-decision.tsx'
import { ApplicationEvidence } from './application-evidence.tsx'
import { intentText } from './intent-text.ts'

const emptyTexts: Record<Application['status'], { title: string; text: string }> = {
  pending: {
    title: 'No pending applications',
    text: 'Every application has been decided, or waits for an answer. New ones appear here.',
  },
  waiting: {
    title: 'Nobody owes an answer',
    text: 'Applicants who were asked for more wait here. An answer puts them back among the pending.',
  },
  approved: {
    title: 'No approved applications',
    text: 'Approved businesses appear here with their organization ID.',
  },
  declined: {
    title: 'No declined applications',
    text: 'Declined applications appear here with the reason given.',
  },
}

export const applicationsQuery = (status: Application['status']) =>
  orpc.applications.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ status, cursor }),
    ...byCursor,
  })

const stepHints = [
  { key: 'J', does: 'next' },
  { key: 'K', does: 'previous' },
] as const
const noteHint = { key: 'N', does: 'note' }
const decisionHints = [
  ...stepHints,
  { key: 'A', does: 'approve' },
  { key: 'M', does: 'ask for more' },
  { key: 'D', does: 'decline' },
  noteHint,
  { key: confirmKeys, does: 'confirm' },
] as const

/** Shows the list of applications and the opened one, by default the first. */
export function ApplicationQueue({ status }: { status: Application['status'] }) {
  const [search, change] = useUrlParams()
  const query = useInfiniteQuery(applicationsQuery(status))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const askedId = search.get('id') ?? ''
  const listed = items.find((item) => item.id === askedId)
  // A link may open one that is further down the list, or was decided since.
  const unlisted = useQuery({
    ...orpc.applications.get.queryOptions({ input: { id: askedId } }),
    enabled: askedId !== '' && query.isSuccess && !listed,
  })
  const opened = listed ?? (askedId ? unlisted.data : items[0])
  const open = (id: string | null) =>
    change((current) => (id === null ? current.delete('id') : current.set('id', id)))
  const steps = useQueueSteps({
    ids: items.map(({ id }) => id),
    openedId: opened?.id,
    isMore: query.hasNextPage,
    open,
  })

  return (
    <QueryState query={query} errorTitle="Applications did not load">
      {() =>
        items.length === 0 && !opened ? (
          <div className="card">
            <EmptyState title={emptyTexts[status].title}>{emptyTexts[status].text}</EmptyState>
          </div>
        ) : (
          <QueueLayout
            order={isUndecided(status) ? 'Due first' : 'Newest first'}
            rows={
              <ul>
                {items.map((item) => (
                  <QueueRow
                    key={item.id}
                    title={item.businessName}
                    note={`${industryName(item.industry)}, ${item.city}`}
                    due={<RowDate application={item} />}
                    mark={isUndecided(item.status) && <ToLookAt application={item} />}
                    isOpen={item.id === opened?.id}
                    onOpen={() => open(item.id)}
                  />
                ))}
              </ul>
            }
            more={<LoadMore query={query} />}
            steps={steps}
            item={
              opened
                ? {
                    id: opened.id,
                    title: opened.businessName,
                    facts: <Facts application={opened} />,
                    evidence: <ApplicationEvidence application={opened} />,
                    decision: <ApplicationDecision application={opened} steps={steps} />,
                  }
                : null
            }
            hints={isUndecided(status) ? decisionHints : [...stepHints, noteHint]}
          />
        )
      }
    </QueryState>
  )
}

const isOverdue = ({ status, dueAt }: Application) => status === 'pending' && dueAt < new Date()

function RowDate({ application }: { application: Application }) {
  if (application.status === 'waiting' && application.waitingSince)
    return (
      <span className="text-muted-foreground">
        asked <TimeText at={application.waitingSince} />
      </span>
    )
  if (application.status !== 'pending')
    return <TimeText at={application.createdAt} className="text-muted-foreground" />
  return (
    <span
      className={cn('num', isOverdue(application) ? 'text-destructive' : 'text-muted-foreground')}
    >
      due {dayMonth(application.dueAt)}
    </span>
  )
}

function ToLookAt({ application }: { application: Application }) {
  const number = countToLookAt(application)
  return number > 0 ? (
    <span className="text-st-warn-fg">{number} to look at</span>
  ) : (
    <span className="text-muted-foreground">Nothing in what was written</span>
  )
}

function Facts({ application }: { application: Application }) {
  const { status, createdAt, dueAt, waitingSince } = application
  return (
    <>
      <StatusBadge domain="application" status={status} />
      {application.intent && <span>{intentText(application.intent)}</span>}
      <span>
        Received <TimeText at={createdAt} />
      </span>
      {waitingSince && (
        <span>
          Clock stopped <TimeText at={waitingSince} />
        </span>
      )}
      {status === 'pending' && (
        <span className={cn(isOverdue(application) && 'font-medium text-destructive')}>
          {isOverdue(application) ? 'Was due ' : 'Due '}
          {dayMonth(dueAt)}
        </span>
      )}
    </>
  )
}
