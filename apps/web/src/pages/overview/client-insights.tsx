import { PageHeader } from '@/components/blocks/page-header.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { PriceFinder, questionIn } from '@/features/overview/insights/price-finder.tsx'
import { orpc } from '@/lib/api/api.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('client', (_, search) => [
  orpc.estimates.price.queryOptions({ input: questionIn(search) }),
])

export default function ClientInsightsPage() {
  return (
    <WorkPage side="client" title="Insights">
      <PageHeader
        title="Insights"
        meta="What requests like yours cost, and how soon they are answered"
      />
      <RequireSide side="client">
        <PriceFinder />
      </RequireSide>
    </WorkPage>
  )
}
