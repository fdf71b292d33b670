import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import {
  MarketList,
  marketQueries,
  OpenRequests,
} from '@/features/market/marketplace/market-list.tsx'
import { useMarketSide } from '@/features/market/marketplace/use-market-side.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries: PageQueries = (_, search) => marketQueries(search)

export default function MarketplacePage() {
  const side = useMarketSide()
  return (
    <WorkPage side={side} title="Marketplace" isShared>
      <PageHeader
        className="max-md:mb-3"
        title="Marketplace"
        meta={<OpenRequests />}
        actions={
          side === 'client' && (
            <Button asChild className="max-md:hidden">
              <Link to={paths.createDpr}>Create New DPR</Link>
            </Button>
          )
        }
      />
      <RequireSide side="either">
        <MarketList side={side} />
      </RequireSide>
    </WorkPage>
  )
}
