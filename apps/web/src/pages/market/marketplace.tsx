import { PageHeader } from '@/components/blocks/page-header.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { DprQuestions } from '@/features/market/dprs/questions/dpr-questions.tsx'
import {
  MarketList,
  marketQueries,
  OpenRequests,
} from '@/features/market/marketplace/market-list.tsx'
import type { PageQueries } from '@/lib/api/page-queries.ts'

export const queries: PageQueries = (_, search) => marketQueries(search)

export default function MarketplacePage() {
  return (
    <WorkPage side="vendor" title="Marketplace">
      <PageHeader title="Marketplace" meta={<OpenRequests />} />
      <RequireSide side="either">
        <MarketList renderQuestions={(dprId) => <DprQuestions dprId={dprId} className="mt-5" />} />
      </RequireSide>
    </WorkPage>
  )
}
