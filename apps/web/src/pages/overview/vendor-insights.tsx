import { PageHeader } from '@/components/blocks/page-header.tsx'
import { ScorePanel, scoreQuery } from '@/components/blocks/score/score-panel.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { Demand, demandQuery } from '@/features/overview/insights/demand.tsx'
import { OfferFigures, offerFiguresQuery } from '@/features/overview/insights/offer-figures.tsx'
import {
  ScoredDeliveries,
  scoredDeliveriesQuery,
} from '@/features/overview/insights/scored-deliveries.tsx'
import { listingUsageQuery, Usage, usageQuery } from '@/features/overview/insights/usage.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { useUrlParams } from '@/lib/api/use-address-params.ts'

const tabs = [
  { id: 'demand', label: 'Demand', content: <Demand /> },
  { id: 'offers', label: 'Your offers', content: <OfferFigures /> },
  { id: 'usage', label: 'Data usage', content: <Usage /> },
  { id: 'quality', label: 'Quality', content: <Quality /> },
] as const
const [first] = tabs

const tabIn = (params: URLSearchParams) => tabs.find(({ id }) => id === params.get('tab')) ?? first

export const queries = queriesForRole('vendor', (_, search) => {
  const ofTab = {
    demand: () => [demandQuery],
    offers: () => [offerFiguresQuery],
    usage: () => [usageQuery, listingUsageQuery],
    quality: () => [scoreQuery(), scoredDeliveriesQuery],
  }
  return ofTab[tabIn(search).id]()
})

export default function VendorInsightsPage() {
  const [params, change] = useUrlParams()
  const tab = tabIn(params)
  const show = (next: string) =>
    change((current) => {
      if (next === first.id) current.delete('tab')
      else current.set('tab', next)
    }, {})
  return (
    <WorkPage side="vendor" title="Insights">
      <PageHeader title="Insights" meta="What buyers ask for, what they pay, and where you stand" />
      <RequireSide side="vendor">
        <Tabs value={tab.id} onValueChange={show} className="min-w-0">
          <TabsList aria-label="Insights">
            {tabs.map(({ id, label }) => (
              <TabsTrigger key={id} value={id}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value={tab.id} className="min-w-0 pt-5">
            {tab.content}
          </TabsContent>
        </Tabs>
      </RequireSide>
    </WorkPage>
  )
}

function Quality() {
  return (
    <div className="grid min-w-0 items-start gap-5 lg:grid-cols-12">
      <div className="min-w-0 lg:col-span-4">
        <ScorePanel title="Your quality score" />
      </div>
      <div className="min-w-0 lg:col-span-8">
        <ScoredDeliveries />
      </div>
    </div>
  )
}
