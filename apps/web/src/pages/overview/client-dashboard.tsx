import { useQuery } from '@tanstack/react-query'
import { MessagesSquare, Plus, Store } from 'lucide-react'
import { Link } from 'react-router'
import { ActivityPanel } from '@/components/blocks/activity-panel.tsx'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { TaskPanel } from '@/components/blocks/task-panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import {
  ActiveContractsPanel,
  activeContractsQuery,
} from '@/features/market/contracts/active-contracts-panel.tsx'
import { OffersPanel } from '@/features/market/received-offers/offers-panel.tsx'
import { offeredRequestsQuery } from '@/features/market/received-offers/received-offers.ts'
import { InvestmentPanel } from '@/features/overview/client-dashboard/investment-panel.tsx'
import { FirstDeal } from '@/features/overview/setup/first-deal.tsx'
import { SetupChecklist } from '@/features/overview/setup/setup-checklist.tsx'
import { useSetup } from '@/features/overview/setup/use-setup.ts'
import { type api, orpc } from '@/lib/api/api.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { dayMonth, plural } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

const overviewQuery = orpc.dashboards.client.queryOptions()

export const queries = queriesForRole('client', () => [
  overviewQuery,
  activeContractsQuery,
  offeredRequestsQuery(false),
])

export default function ClientDashboardPage() {
  const { profile } = useAuth()
  const messages = useMessages()
  const { data } = useQuery(overviewQuery)
  const tasks = data?.tasks.length
  return (
    <WorkPage side="client" title="Client Dashboard">
      <PageHeader
        title={profile?.first_name ? `Welcome back, ${profile.first_name}` : 'Welcome'}
        meta={tasks !== undefined && waitingSentence(tasks)}
        actions={
          <>
            <Button variant="outline" onClick={() => messages.open({})}>
              <MessagesSquare aria-hidden />
              Messages
            </Button>
            <Button variant="outline" asChild>
              <Link to={paths.marketplace}>
                <Store aria-hidden />
                Browse Marketplace
              </Link>
            </Button>
            <Button asChild>
              <Link to={paths.createDpr}>
                <Plus aria-hidden />
                Create New DPR
              </Link>
            </Button>
          </>
        }
      />
      <RequireSide side="client">
        <Overview />
      </RequireSide>
    </WorkPage>
  )
}

function Overview() {
  const query = useQuery(overviewQuery)
  const setup = useSetup('client')
  return (
    <QueryState query={query} errorTitle="The dashboard did not load" skeleton={<SkeletonPage />}>
      {(figures) => {
        const { activeDprs, completedDprs, activity } = figures
        const isEmpty = activity.length === 0 && activeDprs + completedDprs === 0
        if (setup)
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-12">
              <SetupChecklist {...setup} className="lg:col-span-8" />
              <FirstDeal side="client" className="lg:col-span-4" />
              {!isEmpty && <Figures figures={figures} />}
            </div>
          )
        if (isEmpty) return <NoRequests />
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-12">
            <Figures figures={figures} />
          </div>
        )
      }}
    </QueryState>
  )
}

type Figures = Awaited<ReturnType<typeof api.dashboards.client>>

function Figures({ figures }: { figures: Figures }) {
  return (
    <>
      <TaskPanel tasks={figures.tasks} className="lg:col-span-12" />
      <StatStrip className="lg:col-span-12" items={statsOf(figures)} />
      <ActiveContractsPanel className="lg:col-span-8" />
      <InvestmentPanel {...figures} className="lg:col-span-4" />
      <OffersPanel className="lg:col-span-5" />
      <ActivityPanel
        activity={figures.activity}
        action={<MoreLink to={paths.manageDprs}>Manage DPRs</MoreLink>}
        className="lg:col-span-7"
      />
    </>
  )
}

function statsOf(figures: Figures) {
  const { activeDprs, openDprs, completedDprs, pendingOffers, newOffers } = figures
  const { activeContracts, nextDeliveryDate } = figures
  return [
    {
      label: 'Active DPRs',
      value: activeDprs,
      note: `${openDprs} open for offers`,
      to: paths.manageDprs,
    },
    {
      label: 'Completed',
      value: completedDprs,
      note: 'Delivered to you',
      to: `${paths.manageDprs}?tab=fulfilled`,
    },
    {
      label: 'Vendor Offers',
      value: pendingOffers,
      note: `${newOffers} new this week`,
      to: paths.offers,
    },
    {
      label: 'Active Contracts',
      value: activeContracts,
      note: nextDeliveryDate ? `Next delivery ${dayMonth(nextDeliveryDate)}` : 'No delivery due',
      to: paths.contracts,
    },
  ]
}

function waitingSentence(tasks: number) {
  if (tasks === 0) return 'Nothing waits for you.'
  return `${plural(tasks, 'thing waits', 'things wait')} for you.`
}

function NoRequests() {
  return (
    <div className="card">
      <EmptyState
        title="No requests yet"
        action={
          <Button asChild>
            <Link to={paths.createDpr}>
              <Plus aria-hidden />
              Create New DPR
            </Link>
          </Button>
        }
      >
        Describe the data you need. Vendors usually answer within 5-7 business days.
      </EmptyState>
    </div>
  )
}
