import {
  revisionPhaseLabels,
  type Side,
  type Subscription,
  subscriptionPaceLabels,
  subscriptionStatusLabels,
} from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api } from '@/lib/api/api.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { subscriptionsQuery } from './subscription-queries.ts'

/** Lists the columns of subscriptions, on screen and in the exported file, as one side reads them. */
export const columnsFor = (side: Side): Column<Subscription>[] => [
  {
    key: 'subscription',
    head: 'Subscription',
    mobile: 'title',
    cell: ({ id, title, pace }) => (
      <div className="min-w-0">
        <Link to={paths.subscription(id)} className="link font-medium [overflow-wrap:anywhere]">
          {title}
        </Link>
        <div className="text-muted-foreground text-sm">
          <Id>{id}</Id>, {subscriptionPaceLabels[pace].toLowerCase()}
        </div>
      </div>
    ),
    csv: ({ title }) => title,
  },
  { csvHead: 'ID', csv: ({ id }) => id },
  { csvHead: 'Pace', csv: ({ pace }) => subscriptionPaceLabels[pace] },
  {
    key: 'counterpart',
    head: side === 'client' ? 'Vendor' : 'Client',
    cell: ({ counterpart }) => counterpart,
    csv: ({ counterpart }) => counterpart,
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status }) => <StatusBadge domain="dataSubscription" status={status} />,
    csv: ({ status }) => subscriptionStatusLabels[status],
  },
  {
    key: 'revision',
    head: 'Newest revision',
    cell: ({ current, revisions }) => (
      <div className="flex flex-wrap items-center gap-2">
        <span className="whitespace-nowrap">
          {current.number} of {revisions}
        </span>
        <StatusBadge domain="revision" status={current.phase} />
      </div>
    ),
    csv: ({ current }) => current.number,
  },
  { csvHead: 'State of it', csv: ({ current }) => revisionPhaseLabels[current.phase] },
  { csvHead: 'Revisions at most', csv: ({ revisions }) => revisions },
  { csvHead: 'Accepted', csv: ({ delivered }) => delivered },
  {
    key: 'next',
    head: 'Next opens',
    cell: ({ nextDueAt }) =>
      nextDueAt ? (
        <>
          <span className="md:hidden">Next opens </span>
          {date(nextDueAt)}
        </>
      ) : (
        <span className="max-md:hidden">—</span>
      ),
    csv: ({ nextDueAt }) => nextDueAt,
  },
  {
    key: 'price',
    head: 'Per revision',
    align: 'right',
    cell: ({ priceCents }) => <Money exact cents={Number(priceCents)} />,
    csvHead: 'Per revision (USD)',
    csv: ({ priceCents }) => plainUsd(priceCents),
  },
  { csvHead: 'Since', csv: ({ createdAt }) => createdAt },
]

type ExportProps = { side: Side; query: Parameters<typeof ExportCsv>[0]['query'] }

const Export = ({ side, query }: ExportProps) => (
  <ExportCsv
    noun={side === 'client' ? 'subscriptions' : 'subscribers'}
    columns={columnsFor(side)}
    readPage={(page, options) => api.subscriptions.list({ ...page, side }, options)}
    query={query}
  />
)

/** Lists the subscriptions that a client has, newest first. */
export function ClientSubscriptions() {
  const query = useInfiniteQuery(subscriptionsQuery('client'))
  return (
    <Panel title="Your subscriptions" flush action={<Export side="client" query={query} />}>
      <PagedList
        query={query}
        errorTitle="Subscriptions did not load"
        empty={
          <EmptyState
            title="No subscriptions yet"
            action={
              <Button asChild>
                <Link to={paths.catalog}>Open the catalog</Link>
              </Button>
            }
          >
            Some listings in the catalog offer a subscription: the same columns again, with new data
            each month or whenever the vendor has it. You pay each revision by itself.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Your subscriptions"
            columns={columnsFor('client')}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Panel>
  )
}

/** Lists who has subscribed to a vendor's listings; nothing before the first one. */
export function Subscribers() {
  const query = useInfiniteQuery(subscriptionsQuery('vendor'))
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) ?? !query.isError
  if (isEmpty) return null
  return (
    <Panel
      title="Subscribers"
      description="Each revision is paid into escrow before you have to deliver it"
      flush
      action={<Export side="vendor" query={query} />}
    >
      <PagedList query={query} errorTitle="Subscriptions did not load" empty={null}>
        {(rows) => (
          <DataTable
            caption="Subscribers"
            columns={columnsFor('vendor')}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Panel>
  )
}
