import { type Approval, type ApprovalState, formatDollars } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SectionLinks } from '@/components/blocks/section-links.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useUrlParams } from '@/lib/api/use-address-params.ts'
import { cn } from '@/lib/cn.ts'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { ApprovalDetail } from './approval-detail.tsx'

const states = [
  { state: 'waiting', label: 'Waiting', empty: 'Nothing waits for an approval.' },
  { state: 'approved', label: 'Approved', empty: 'Nothing has been approved yet.' },
  { state: 'declined', label: 'Declined', empty: 'Nothing has been declined.' },
  { state: 'expired', label: 'Expired', empty: 'Nothing has expired.' },
  { state: 'superseded', label: 'Superseded', empty: 'No offer changed after it was asked for.' },
] as const satisfies readonly { state: ApprovalState; label: string; empty: string }[]

const [first] = states

const stateIn = (search: URLSearchParams) =>
  states.find(({ state }) => state === search.get('state')) ?? first

export const approvalsQuery = (search: URLSearchParams) =>
  orpc.approvals.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor, state: stateIn(search).state, limit: 20 }),
    ...byCursor,
  })

/** Lists approvals by state beside the one that the address names. */
export function ApprovalsDesk() {
  const [params] = useUrlParams()
  const { state, empty } = stateIn(params)
  const query = useInfiniteQuery(approvalsQuery(params))
  return (
    <>
      <SectionLinks
        label="Approvals by state"
        className="mb-4"
        links={states.map((each) => ({
          label: each.label,
          to: `${paths.approvals}?state=${each.state}`,
          isCurrent: each.state === state,
        }))}
      />
      <PagedList
        query={query}
        errorTitle="Approvals did not load"
        plain
        empty={
          <div className="card">
            <EmptyState title={empty}>
              A payment above a limit of your organization or of a member stands here until somebody
              who may approve has decided.
            </EmptyState>
          </div>
        }
      >
        {(approvals) => <Choice approvals={approvals} state={state} chosen={params.get('id')} />}
      </PagedList>
    </>
  )
}

type ChoiceProps = { approvals: Approval[]; state: ApprovalState; chosen: string | null }

function Choice({ approvals, state, chosen }: ChoiceProps) {
  const shown = approvals.find(({ id }) => id === chosen) ?? approvals[0]
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[340px_minmax(0,1fr)]">
      <ul className="card divide-y overflow-hidden">
        {approvals.map((approval) => (
          <li key={approval.id}>
            <Link
              to={paths.approval(approval.id, state)}
              preventScrollReset
              aria-current={approval === shown ? 'true' : undefined}
              className={cn(
                '-outline-offset-2 block border-l-2 px-4 py-3 hover:bg-muted',
                approval === shown ? 'border-primary bg-primary-soft' : 'border-transparent',
              )}
            >
              <span className="num font-semibold">{formatDollars(approval.amountCents)}</span>
              <span className="block truncate">{approval.title}</span>
              <span className="block text-muted-foreground text-sm">
                {approval.askedBy}, <TimeText at={approval.createdAt} show={dateTime} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown && <ApprovalDetail key={shown.id} approval={shown} />}
    </div>
  )
}
