import { PageHeader } from '@/components/blocks/page-header.tsx'
import { ScorePanel, scoreQuery } from '@/components/blocks/score/score-panel.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import {
  ScoredDeliveries,
  scoredDeliveriesQuery,
} from '@/features/market/vendor-insights/scored-deliveries.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('vendor', () => [scoreQuery(), scoredDeliveriesQuery])

export default function VendorInsightsPage() {
  return (
    <WorkPage side="vendor" title="Insights">
      <PageHeader title="Insights" meta="Your quality score, and what moves it." />
      <RequireSide side="vendor">
        <div className="grid min-w-0 items-start gap-5 lg:grid-cols-12">
          <div className="min-w-0 lg:col-span-4">
            <ScorePanel title="Your quality score" />
          </div>
          <div className="min-w-0 lg:col-span-8">
            <ScoredDeliveries />
          </div>
        </div>
      </RequireSide>
    </WorkPage>
  )
}
