import type { CompanyProfile, Review } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { ReviewItem } from './review-item.tsx'

export const reviewsQuery = (companyId: string) =>
  orpc.companies.reviews.infiniteOptions({
    input: (cursor: string | undefined) => ({ companyId, cursor, limit: 10 }),
    ...byCursor,
  })

export const reviewColumns: readonly Column<Review>[] = [
  { csvHead: 'Reviewer', csv: (review) => review.reviewer?.name },
  { csvHead: 'Rating', csv: (review) => review.rating },
  { csvHead: 'Project', csv: (review) => review.project },
  { csvHead: 'Comment', csv: (review) => review.comment },
  { csvHead: 'Written', csv: (review) => review.createdAt },
  { csvHead: 'Reply', csv: (review) => review.reply },
  { csvHead: 'Replied', csv: (review) => review.repliedAt },
]

/** Lists reviews of a vendor's work, newest first. */
export function ReviewList({ company }: { company: CompanyProfile }) {
  const query = useInfiniteQuery(reviewsQuery(company.id))
  return (
    <Panel
      title="Reviews"
      description="Written by clients after a completed contract, one for each. Reviews of copies bought from the catalog are listed here, and give no stars."
      flush
      action={
        <ExportCsv
          noun={`reviews of ${company.name}`}
          columns={reviewColumns}
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
