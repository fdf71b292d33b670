import type { StaffOverview as Overview } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { orpc } from '@/lib/api/api.ts'
import { count, plural, usd } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { WaitingForStaff } from './staff-tasks.tsx'

export const overviewQuery = orpc.admin.overview.queryOptions()

/** Shows pending work first, then the market in figures. */
export function StaffOverview() {
  const query = useQuery(overviewQuery)
  return (
    <QueryState query={query} errorTitle="The overview did not load" skeleton={<SkeletonPage />}>
      {({ waiting, figures }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <WaitingForStaff waiting={waiting} />
          <section aria-label="The market in figures">
            <StatStrip items={statsOf(figures)} />
          </section>
        </div>
      )}
    </QueryState>
  )
}

function statsOf(figures: Overview['figures']) {
  return [
    {
      label: 'Organizations',
      value: count(figures.organizations),
      note:
        figures.suspendedOrganizations > 0
          ? `and ${count(figures.suspendedOrganizations)} suspended`
          : 'Active; none is suspended',
      to: paths.adminOrganizations,
    },
    {
      label: 'People',
      value: count(figures.people),
      note: 'With an account',
      to: paths.adminUsers,
    },
    {
      label: 'Open contracts',
      value: count(figures.openContracts),
      note: `${plural(figures.openRequests, 'open request')}, ${count(figures.completedContracts)} contracts completed`,
    },
    {
      label: 'Held in escrow',
      value: usd(Number(figures.heldCents)),
      note: `${usd(Number(figures.releasedThisMonthCents))} released this month`,
      to: paths.ledger,
    },
  ]
}
