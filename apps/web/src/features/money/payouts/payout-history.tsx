import type { Payout } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { date, plural } from '@/lib/format.ts'

export const payoutColumns: readonly Column<Payout>[] = [
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
    csv: ({ items }) => items.map((item) => item.project).join('; '),
  },
  {
    key: 'status',
    head: 'Status',
    className: 'max-w-[340px]',
    cell: (payout) => (
      <div>
        <StatusBadge domain="payout" status={payout.state} />
        {payout.failure && <p className="mt-1 text-sm">{problemOf(payout)}</p>}
      </div>
    ),
    csv: ({ state }) => statusLabel('payout', state),
  },
  { csvHead: 'Problem', csv: (payout) => payout.failure },
  { csvHead: 'Bank', csv: (payout) => payout.bankName },
  { csvHead: 'Account ending in', csv: (payout) => payout.accountLast4 },
  {
    key: 'account',
    head: 'Account',
    cell: ({ bankName, accountLast4 }) => (
      <span className="text-muted-foreground">
        {bankName} <span className="num whitespace-nowrap">•••• {accountLast4}</span>
      </span>
    ),
  },
  {
    key: 'sent',
    head: 'Sent',
    cell: (row) => <TimeText at={row.createdAt} show={date} />,
    csv: (row) => row.createdAt,
  },
  {
    key: 'paid',
    head: 'Paid',
    mobile: 'hide',
    cell: ({ paidAt, state }) => (
      <span className="num">{paidAt && state !== 'returned' ? date(paidAt) : ''}</span>
    ),
    csv: ({ paidAt, state }) => (state === 'returned' ? null : paidAt),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => <Money exact cents={Number(row.amountCents)} className="font-semibold" />,
    csvHead: 'Amount (USD)',
    csv: (row) => plainUsd(row.amountCents),
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
        <ExportCsv
          noun="payouts"
          columns={payoutColumns}
          readPage={api.payouts.list}
          query={query}
        />
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
          <DataTable
            caption="Payouts"
            columns={payoutColumns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </Panel>
  )
}
