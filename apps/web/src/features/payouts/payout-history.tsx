import { type Payout, payoutLabels } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { PagedList } from '@/components/blocks/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { date, plural } from '@/lib/format.ts'
import { payoutCsv } from './payout-csv.ts'

const columns: Column<Payout>[] = [
  {
    key: 'for',
    head: 'Payout for',
    mobile: 'title',
    cell: ({ items }) => (
      <div>
        <span className="font-medium">{items[0]?.project ?? 'Released money'}</span>
        {items.length > 1 && (
          <span className="text-muted-foreground text-sm">
            {' '}
            and {plural(items.length - 1, 'more project')}
          </span>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    className: 'max-w-[340px]',
    cell: (payout) => (
      <div>
        <StatusBadge status={payoutLabels[payout.state]} />
        {payout.failure && <p className="mt-1 text-sm">{problemOf(payout)}</p>}
      </div>
    ),
  },
  {
    key: 'account',
    head: 'Account',
    cell: ({ bankName, accountLast4 }) => (
      <span className="text-muted-foreground">
        {bankName} <span className="num whitespace-nowrap">•••• {accountLast4}</span>
      </span>
    ),
  },
  { key: 'sent', head: 'Sent', cell: (row) => <When at={row.createdAt} show={date} /> },
  {
    key: 'paid',
    head: 'Paid',
    mobile: 'hide',
    cell: ({ paidAt, state }) => (
      <span className="num">{paidAt && state !== 'returned' ? date(paidAt) : ''}</span>
    ),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => <Money exact cents={Number(row.amountCents)} className="font-semibold" />,
  },
]

function problemOf({ failure, state, retryAt, attempt }: Payout): string {
  if (state === 'failed' && retryAt) return `${failure} Attempt ${attempt + 1} on ${date(retryAt)}.`
  return state === 'returned' ? `Sent back. ${failure}` : (failure ?? '')
}

export const payoutsQuery = orpc.payouts.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 5 }),
  ...byCursor,
})

export function PayoutHistory() {
  const query = useInfiniteQuery(payoutsQuery)
  return (
    <Panel
      title="Payouts"
      flush
      action={
        <ExportCsv noun="payouts" columns={payoutCsv} readPage={api.payouts.list} query={query} />
      }
    >
      <PagedList
        query={query}
        errorTitle="Payouts did not load"
        empty={
          <EmptyState title="No payouts yet" className="border-t">
            What clients release to you is paid to your bank account on the days you choose.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable caption="Payouts" columns={columns} rows={rows} rowKey={(row) => row.id} />
        )}
      </PagedList>
    </Panel>
  )
}
