import type { PayoutForStaff } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { dateTime } from '@/lib/format.ts'

/** Lists payouts that the bank refuses, for staff. */
export function PayoutAttention() {
  const query = useInfiniteQuery(
    orpc.payouts.listAttention.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
    }),
  )
  return (
    <Panel
      title="Payouts that need attention"
      description="Refused by the bank three times, or sent back. The money is in the vendor's account here meanwhile."
      flush
      action={
        <ExportCsv
          noun="payouts that need attention"
          columns={attentionColumns}
          readPage={api.payouts.listAttention}
          query={query}
        />
      }
    >
      <PagedList
        query={query}
        errorTitle="Payouts did not load"
        empty={
          <EmptyState title="Every payout goes its way" className="border-t">
            Payouts that the bank keeps refusing appear here.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Payouts that need attention"
            columns={attentionColumns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </Panel>
  )
}

export const attentionColumns: readonly Column<PayoutForStaff>[] = [
  {
    key: 'vendor',
    head: 'Vendor',
    mobile: 'title',
    cell: ({ vendorName, bankName, accountLast4 }) => (
      <div className="py-1">
        {vendorName}
        <div className="font-normal text-muted-foreground text-sm">
          {bankName}, account ending in {accountLast4}
        </div>
      </div>
    ),
    csv: (payout) => payout.vendorName,
  },
  { csvHead: 'Bank', csv: (payout) => payout.bankName },
  { csvHead: 'Account ending in', csv: (payout) => payout.accountLast4 },
  { csvHead: 'Code', csv: (payout) => payout.failureCode },
  {
    key: 'failure',
    head: 'Why',
    cell: ({ failure, failureCode }) => (
      <div className="max-w-[44ch] text-sm">
        {failureCode && <span className="mono mr-1.5">{failureCode}</span>}
        {failure}
      </div>
    ),
    csv: ({ failure }) => failure,
  },
  {
    key: 'sent',
    head: 'First sent',
    cell: ({ createdAt }) => <TimeText at={createdAt} show={dateTime} />,
    csv: ({ createdAt }) => createdAt,
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: ({ amountCents }) => (
      <Money exact cents={Number(amountCents)} className="font-semibold" />
    ),
    csvHead: 'Amount (USD)',
    csv: ({ amountCents }) => plainUsd(amountCents),
  },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'action',
    cell: (row) => row.state === 'needs_attention' && <RetryPayout payout={row} />,
  },
]

function RetryPayout({ payout }: { payout: PayoutForStaff }) {
  const queries = useQueryClient()
  const retry = useMutation(
    orpc.payouts.retry.mutationOptions({
      onSuccess: () =>
        notify.success('Payout is tried again', `${payout.vendorName} hears of it by itself.`),
      onError: (error) => notifyProblem('Not tried again', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.payouts.key() }),
    }),
  )
  return (
    <Button
      size="sm"
      variant="outline"
      loading={retry.isPending}
      onClick={() => retry.mutate({ payoutId: payout.id })}
    >
      Try Again
    </Button>
  )
}
