import type { Earning } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { Id } from '@/components/blocks/id.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const columns: Column<Earning>[] = [
  {
    key: 'project',
    head: 'Project',
    mobile: 'title',
    cell: (row) => (
      <div>
        <Link
          to={paths.contract(row.contractId)}
          className="rounded-xs font-medium underline-offset-[3px] hover:underline"
        >
          {row.project}
        </Link>
        <div>
          <Id>{row.contractId}</Id>
        </div>
      </div>
    ),
  },
  { key: 'client', head: 'Client', cell: (row) => row.clientName },
  { key: 'status', head: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'method',
    head: 'Payment method',
    mobile: 'hide',
    cell: (row) => <span className="text-muted-foreground">{row.paymentMethod}</span>,
  },
  { key: 'date', head: 'Date', cell: (row) => <span className="num">{date(row.date)}</span> },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => <Money cents={Number(row.amountCents)} className="font-semibold" />,
  },
]

export function Transactions() {
  const query = useInfiniteQuery(
    orpc.earnings.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  )
  return (
    <Panel title="Transaction history" flush>
      <QueryState query={query} errorTitle="Transactions did not load">
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.items)
          return rows.length === 0 ? (
            <EmptyState title="No transactions yet" className="border-t">
              Money appears here when a client has paid into escrow for one of your contracts.
            </EmptyState>
          ) : (
            <>
              <DataTable
                caption="Transactions"
                columns={columns}
                rows={rows}
                rowKey={(row) => row.id}
              />
              <LoadMore query={query} className="border-t" />
            </>
          )
        }}
      </QueryState>
    </Panel>
  )
}
