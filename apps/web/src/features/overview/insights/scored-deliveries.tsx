import type { ScoredDelivery } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { accuracyText, gateText, movesText, punctualityText, starsText } from './delivery-texts.ts'

export const scoredDeliveriesQuery = orpc.scores.deliveries.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
  ...byCursor,
})

const columns: Column<ScoredDelivery>[] = [
  {
    key: 'title',
    head: 'Contract',
    mobile: 'title',
    cell: ({ contractId, title }) => (
      <Link to={paths.contract(contractId)} className="link font-medium [overflow-wrap:anywhere]">
        {title}
      </Link>
    ),
  },
  { key: 'ended', head: 'Ended', cell: ({ endedAt }) => date(endedAt) },
  { key: 'accuracy', head: 'Accuracy', cell: accuracyText },
  { key: 'gate', head: 'Checks', cell: gateText },
  { key: 'punctuality', head: 'Time', cell: punctualityText },
  { key: 'reviews', head: 'Review', cell: starsText },
  {
    key: 'moves',
    head: 'Moves the score by',
    align: 'right',
    mobile: 'value',
    cell: (delivery) => <span className="num">{movesText(delivery)}</span>,
  },
]

/** Lists the vendor's ended contracts, newest first, with what each does to the score. */
export function ScoredDeliveries() {
  const query = useInfiniteQuery(scoredDeliveriesQuery)
  return (
    <Panel
      title="What each delivery does to it"
      description="The points by which the score is higher or lower than if the delivery had been like the mean of your others. Reviews and answers count apart. Not counted: its group is not complete yet, or the company is recognized as related."
      flush
    >
      <PagedList
        query={query}
        errorTitle="Your deliveries did not load"
        empty={
          <p className="px-5 pb-5 text-muted-foreground text-sm">
            No contract of yours has been recorded yet. It takes up to ten minutes after its end;
            copies of listings are not among them.
          </p>
        }
      >
        {(rows) => (
          <DataTable
            caption="Ended contracts and what each does to the score"
            columns={columns}
            rows={rows}
            rowKey={({ contractId }) => contractId}
          />
        )}
      </PagedList>
    </Panel>
  )
}
