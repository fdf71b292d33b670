import type { SubscriptionDetail, SubscriptionRevision } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { count, date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { revisionsQuery } from './subscription-queries.ts'

const columnsFor = (isClient: boolean): Column<SubscriptionRevision>[] => [
  {
    key: 'revision',
    head: 'Revision',
    mobile: 'title',
    cell: ({ number, contractId, dprId, isComparable }) => (
      <div>
        <span className="font-medium">Revision {number}</span>
        <div className="flex gap-3 text-sm">
          {contractId && (
            <Link className="link" to={paths.contract(contractId)}>
              {contractId}
            </Link>
          )}
          {isClient && isComparable && dprId && (
            <Link className="link" to={paths.download(dprId)}>
              Download
            </Link>
          )}
        </div>
      </div>
    ),
  },
  {
    key: 'phase',
    head: 'State',
    cell: ({ phase }) => <StatusBadge domain="revision" status={phase} />,
  },
  { key: 'opened', head: 'Opened', cell: ({ openedAt }) => date(openedAt) },
  {
    key: 'delivered',
    head: 'Delivered',
    cell: ({ deliveredAt }) => (deliveredAt ? date(deliveredAt) : '—'),
  },
  {
    key: 'rows',
    head: 'Rows',
    align: 'right',
    cell: ({ records }) => (records === null ? '—' : count(records)),
  },
  {
    key: 'accuracy',
    head: 'Accuracy',
    align: 'right',
    cell: ({ accuracyPercent }) => (accuracyPercent === null ? '—' : `${accuracyPercent}%`),
  },
]

/** Lists the revisions of a subscription, newest first. */
export function RevisionList({ subscription }: { subscription: SubscriptionDetail }) {
  const query = useInfiniteQuery(revisionsQuery(subscription.id))
  return (
    <Panel title="Revisions" description="One at a time, each with a contract of its own" flush>
      <PagedList query={query} errorTitle="Revisions did not load" empty={null}>
        {(rows) => (
          <DataTable
            caption="Revisions"
            columns={columnsFor(subscription.side === 'client')}
            rows={rows}
            rowKey={({ number }) => String(number)}
          />
        )}
      </PagedList>
    </Panel>
  )
}
