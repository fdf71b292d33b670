import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ActivityPanel } from '@/components/blocks/activity-panel.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { TaskPanel } from '@/components/blocks/task-panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { FeaturedDprs, featuredQueries } from '@/features/market/marketplace/featured-dprs.tsx'
import { FirstDeal } from '@/features/overview/setup/first-deal.tsx'
import { SetupChecklist } from '@/features/overview/setup/setup-checklist.tsx'
import { useSetup } from '@/features/overview/setup/use-setup.ts'
import { DeliveriesPanel } from '@/features/overview/vendor-dashboard/deliveries-panel.tsx'
import { OverviewStrip } from '@/features/overview/vendor-dashboard/overview-strip.tsx'
import { TipsPanel } from '@/features/overview/vendor-dashboard/tips-panel.tsx'
import { WeeklyPerformance } from '@/features/overview/vendor-dashboard/weekly-performance.tsx'
import { orpc } from '@/lib/api/api.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

const overviewQuery = orpc.dashboards.vendor.queryOptions()

export const queries = queriesForRole('vendor', (_, search) => [
  overviewQuery,
  ...featuredQueries(search),
])

export default function VendorDashboardPage() {
  const { profile } = useAuth()
  return (
    <WorkPage side="vendor" title="Vendor Dashboard">
      <PageHeader
        title={profile?.first_name ? `Welcome back, ${profile.first_name}` : 'Welcome back'}
        meta={profile?.company_name}
        actions={
          <Button asChild>
            <Link to={paths.marketplace}>Browse Marketplace</Link>
          </Button>
        }
      />
      <RequireSide side="vendor">
        <Overview />
      </RequireSide>
    </WorkPage>
  )
}

function Overview() {
  const query = useQuery(overviewQuery)
  const setup = useSetup('vendor')
  return (
    <QueryState query={query} errorTitle="Your dashboard did not load" skeleton={<SkeletonPage />}>
      {(overview) =>
        setup ? (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-12">
            <SetupChecklist {...setup} className="lg:col-span-8" />
            <FirstDeal side="vendor" className="lg:col-span-4" />
            <FeaturedDprs className="lg:col-span-12" />
          </div>
        ) : (
          <div className="grid gap-5 lg:grid-cols-12">
            <TaskPanel
              // Deliveries have a panel of their own.
              tasks={overview.tasks.filter(({ kind }) => kind === 'answer_proposal')}
              className="lg:col-span-12"
            />
            <div className="lg:col-span-12">
              <OverviewStrip overview={overview} />
            </div>
            <WeeklyPerformance week={overview.week} className="lg:col-span-8" />
            <DeliveriesPanel deliveries={overview.deliveries} className="lg:col-span-4" />
            <FeaturedDprs className="lg:col-span-12" />
            <ActivityPanel activity={overview.activity} className="lg:col-span-7" />
            <TipsPanel className="lg:col-span-5" />
          </div>
        )
      }
    </QueryState>
  )
}
