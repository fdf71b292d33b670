import { describeChange, type TermChange } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { dateTime } from '@/lib/format.ts'
import { useParticipant } from '../use-participant.ts'

/** Lists changes of the terms with author and time, newest first. */
export function TermHistory({ conversationId }: { conversationId: string }) {
  const side = useParticipant()
  const query = useQuery(
    orpc.negotiation.termHistory.queryOptions({
      input: { conversationId, side, ...shortList },
      select: ({ items }) => items,
    }),
  )
  return (
    <section aria-label="History" className="border-t pt-4 pb-5">
      <h4 className="font-medium text-sm">History</h4>
      <QueryState
        query={query}
        errorTitle="The history did not load"
        skeleton={<Skeleton className="mt-3 h-10" />}
      >
        {(revisions) =>
          revisions.length === 0 ? (
            <p className="mt-2 text-muted-foreground text-sm">No term has been changed yet.</p>
          ) : (
            <ol className="mt-3 grid gap-4">
              {revisions.map((revision) => (
                <li
                  key={revision.revision}
                  className="border-border-strong border-l-2 pl-3 text-sm"
                >
                  <p className="text-muted-foreground text-xs">
                    {revision.byName}, {dateTime(revision.createdAt)}
                  </p>
                  <ul>
                    {revision.changes.map((change) => (
                      <ChangedTerm key={change.field} change={change} />
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
    </section>
  )
}

function ChangedTerm({ change }: { change: TermChange }) {
  const { label, from, to } = describeChange(change)
  return (
    <li className="num mt-1">
      <span className="text-muted-foreground">{label}</span>{' '}
      <span className="inline-flex flex-wrap items-center gap-x-1.5">
        <s className="text-muted-foreground">{from}</s>
        <ArrowRight className="size-3 text-muted-foreground" aria-label="to" />
        <span className="font-medium">{to}</span>
      </span>
    </li>
  )
}
