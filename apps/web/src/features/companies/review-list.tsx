import type { CompanyProfile } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { PagedList } from '@/components/blocks/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { api, orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { reviewCsv } from './review-csv.ts'
import { ReviewItem } from './review-item.tsx'

export const reviewsQuery = (companyId: string) =>
  orpc.companies.reviews.infiniteOptions({
    input: (cursor: string | undefined) => ({ companyId, cursor, limit: 10 }),
    ...byCursor,
  })

/** About a vendor's work, newest first. */
export function ReviewList({ company }: { company: CompanyProfile }) {
  const query = useInfiniteQuery(reviewsQuery(company.id))
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
      <PagedList
        query={query}
        errorTitle="Reviews did not load"
        empty={
          <EmptyState title="No reviews yet" className="border-t">
            {company.isOwn
              ? 'Clients can review your work once a contract with them is completed.'
              : `The first client who completes a contract with ${company.name} can write one.`}
          </EmptyState>
        }
        moreLabel="Load More Reviews"
      >
        {(items) => (
          <ul className="divide-y border-t">
            {items.map((review) => (
              <ReviewItem key={review.id} review={review} company={company} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}
