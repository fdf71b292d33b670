import {
  type ListingCard as Card,
  type ListingSort,
  listingSortLabels,
  listingSorts,
  MAX_COMPARED_LISTINGS,
} from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Select } from '@/components/ui/select.tsx'
import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { catalogFilters, catalogListQuery, readCatalogQuery } from './catalog-query.ts'
import { CatalogRail } from './catalog-rail.tsx'
import { ComparedListings } from './compared-listings.tsx'
import { ListingCard } from './listing-card.tsx'

const cleared = Object.fromEntries(catalogFilters.map((name) => [name, '']))
const sortOptions = listingSorts.map((value) => ({ value, label: listingSortLabels[value] }))

/** Lists the twins that are for sale, with search, filters, order and a comparison of up to three. */
export function CatalogList() {
  const { params, get, set } = useFilters()
  const [, change] = useUrlParams()
  const asked = readCatalogQuery(params)
  const query = useInfiniteQuery({
    ...catalogListQuery(asked),
    placeholderData: keepPreviousData,
  })
  const [compared, setCompared] = useState<readonly Card[]>([])
  const isNarrowed = catalogFilters.some((name) => get(name) !== '')
  const clear = () => change((current) => writeParams(current, cleared))
  const rail = <CatalogRail get={get} set={set} onClear={isNarrowed ? clear : null} />
  const compare = (listing: Card) => (isCompared: boolean) =>
    setCompared((before) =>
      isCompared ? [...before, listing] : before.filter(({ id }) => id !== listing.id),
    )
  return (
    <div className="grid gap-7 lg:grid-cols-[228px_minmax(0,1fr)]">
      <aside aria-label="Filters" className="max-lg:hidden">
        {rail}
      </aside>
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap gap-3">
          <SearchInput
            label="Search twins"
            placeholder="Search by data or column"
            value={get('search')}
            onChange={(value) => set('search', value)}
            className="min-w-0 flex-1 basis-56"
          />
          <Select<ListingSort>
            aria-label="Sort"
            prefix="Sort"
            options={sortOptions}
            value={asked.sort}
            onValueChange={(value) => set('sort', value === 'newest' ? '' : value)}
            className="w-auto min-w-48"
          />
        </div>
        <details className="card mb-4 p-4 lg:hidden">
          <summary className="font-medium">Filters</summary>
          <div className="mt-3">{rail}</div>
        </details>
        <ComparedListings listings={compared} onClear={() => setCompared([])} />
        <PagedList
          query={query}
          plain
          errorTitle="The catalog did not load"
          skeleton={<SkeletonRows rows={6} />}
          empty={
            <EmptyState
              className="card"
              title={isNarrowed ? 'No twin fits these filters' : 'No twin is listed yet'}
              action={
                isNarrowed && (
                  <Button variant="outline" onClick={clear}>
                    Clear filters
                  </Button>
                )
              }
            >
              {isNarrowed
                ? 'Ask for fewer columns, or post a request for exactly what you need.'
                : 'A twin appears here when its vendor publishes a listing.'}
            </EmptyState>
          }
        >
          {(listings) => (
            <ul
              aria-label="Twins"
              aria-busy={query.isPlaceholderData}
              className="mb-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
            >
              {listings.map((listing) => {
                const isCompared = compared.some(({ id }) => id === listing.id)
                const isOpen = isCompared || compared.length < MAX_COMPARED_LISTINGS
                return (
                  <li key={listing.id} className="grid min-w-0">
                    <ListingCard
                      listing={listing}
                      isCompared={isCompared}
                      {...(isOpen && { onCompare: compare(listing) })}
                    />
                  </li>
                )
              })}
            </ul>
          )}
        </PagedList>
      </div>
    </div>
  )
}
