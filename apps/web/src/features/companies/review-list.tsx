import type { CompanyProfile } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { api, orpc } from '@/lib/api.ts'
import { reviewCsv } from './review-csv.ts'
import { ReviewItem } from './review-item.tsx'

/** About a vendor's work, newest first. */
export function ReviewList({ company }: { company: CompanyProfile }) {
  const query = useInfiniteQuery(
    orpc.companies.reviews.infiniteOptions({
      input: (cursor: string | undefined) => ({ companyId: company.id, cursor, limit: 10 }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  return (
    <Panel
      title="Reviews"
      description="Written by clients after a completed contract, one for each."
      flush
      action={
        <ExportCsv
          noun={`reviews of ${company.name}`}
          columns={reviewCsv}
          readPage={(page, options) =>
            api.companies.reviews({ companyId: company.id, ...page }, options)
          }
          query={query}
        />
      }
    >
      <QueryState query={query} errorTitle="Reviews did not load">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0)
            return (
              <EmptyState title="No reviews yet" className="border-t">
                {company.isOwn
                  ? 'Clients can review your work once a contract with them is completed.'
                  : `The first client who completes a contract with ${company.name} can write one.`}
              </EmptyState>
            )
          return (
            <>
              <ul className="divide-y border-t">
                {items.map((review) => (
                  <ReviewItem key={review.id} review={review} company={company} />
                ))}
              </ul>
              <LoadMore query={query} label="Load More Reviews" className="border-t" />
            </>
          )
        }}
      </QueryState>
    </Panel>
  )
}
