import { PageHeader } from '@/components/blocks/page-header.tsx'
import { DprQuestions } from '@/features/dprs/dpr-questions.tsx'
import { MarketList, marketQueries, OpenRequests } from '@/features/market/market-list.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import type { PageQueries } from '@/lib/page-queries.ts'

export const queries: PageQueries = (_, search) => marketQueries(search)

export default function MarketplacePage() {
  return (
    <WorkPage side="vendor" title="Marketplace">
      <PageHeader title="Marketplace" meta={<OpenRequests />} />
      <SideOnly side="either">
        <MarketList renderQuestions={(dprId) => <DprQuestions dprId={dprId} className="mt-5" />} />
      </SideOnly>
    </WorkPage>
  )
}
