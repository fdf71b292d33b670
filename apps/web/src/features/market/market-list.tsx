import { type Category, categories } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { SearchInput } from '@/components/blocks/search-input.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api.ts'
import { plural } from '@/lib/format.ts'
import { MarketCard } from './market-card.tsx'

const cardsPerPage = 6
const choices = [
  { value: 'all', label: 'All' },
  ...Object.entries(categories).map(([value, label]) => ({ value, label })),
]

const isCategory = (text: string | null): text is Category => text !== null && text in categories

/** Every open request: searched, by category, six more at a time. */
export function MarketList() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const asked = params.get('category')
  const category = isCategory(asked) ? asked : undefined
  const change = (name: string, value: string) =>
    setParams(
      (current) => {
        if (value) current.set(name, value)
        else current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  const query = useInfiniteQuery({
    ...orpc.dprs.browse.infiniteOptions({
      input: (cursor: string | undefined) => ({
        cursor,
        limit: cardsPerPage,
        search: search || undefined,
        category,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="mb-5 grid gap-3">
        <SearchInput
          label="Search DPRs"
          value={search}
          onChange={(text) => change('search', text)}
          placeholder="Search titles and descriptions"
          className="max-w-[420px]"
        />
        <ChoiceChips
          label="Category"
          options={choices}
          value={category ?? 'all'}
          onValueChange={(value) => change('category', value === 'all' ? '' : value)}
        />
      </div>
      <QueryState query={query} errorTitle="DPRs did not load" skeleton={<CardSkeletons />}>
        {({ pages }) => {
          const dprs = pages.flatMap((page) => page.items)
          if (dprs.length === 0)
            return search || category ? (
              <EmptyState
                className="card"
                title="No DPRs match your search."
                action={
                  <Button variant="outline" onClick={() => setParams({}, { replace: true })}>
                    Clear search
                  </Button>
                }
              >
                Try fewer words, or another category.
              </EmptyState>
            ) : (
              <EmptyState className="card" title="No open requests right now">
                New requests appear here as soon as a client posts one.
              </EmptyState>
            )
          return (
            <>
              <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
                {dprs.map((dpr) => (
                  <MarketCard key={dpr.id} dpr={dpr} />
                ))}
              </div>
              <div className="mt-8 flex flex-col items-center gap-2">
                {query.hasNextPage && (
                  <Button
                    variant="outline"
                    size="lg"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    Load More DPRs
                  </Button>
                )}
                <p role="status" className="num text-muted-foreground text-sm">
                  {plural(dprs.length, 'request')} shown{!query.hasNextPage && ', all there are'}
                </p>
              </div>
            </>
          )
        }}
      </QueryState>
    </>
  )
}

function CardSkeletons() {
  return (
    <div role="status" className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading</span>
      {Array.from({ length: cardsPerPage }, (_, index) => (
        <Skeleton
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          key={index}
          className="h-[292px] rounded-lg"
        />
      ))}
    </div>
  )
}
