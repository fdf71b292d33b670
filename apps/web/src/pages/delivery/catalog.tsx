import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { CatalogList } from '@/features/delivery/listings/catalog-list.tsx'
import { catalogListQuery, readCatalogQuery } from '@/features/delivery/listings/catalog-query.ts'
import { useMarketSide } from '@/features/market/marketplace/use-market-side.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries: PageQueries = (_, search) => [catalogListQuery(readCatalogQuery(search))]

export default function CatalogPage() {
  const side = useMarketSide()
  return (
    <WorkPage side={side} title="Catalog" isShared>
      <PageHeader
        title="Catalog"
        meta="Twins that were made once and are sold again: a copy comes as soon as it is paid."
        actions={
          side === 'vendor' ? (
            <Button variant="outline" asChild>
              <Link to={paths.ownListings}>Your listings</Link>
            </Button>
          ) : (
            <>
              <Button variant="outline" asChild>
                <Link to={paths.subscriptions}>Your subscriptions</Link>
              </Button>
              <Button asChild>
                <Link to={paths.createDpr}>Create New DPR</Link>
              </Button>
            </>
          )
        }
      />
      <CatalogList />
    </WorkPage>
  )
}
