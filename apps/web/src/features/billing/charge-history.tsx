import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api.ts'
import { chargeColumns, chargeCsv } from './charge-columns.tsx'
import { useCanAct } from './use-can-act.ts'

/** What was charged for the plan, newest first, each with its receipt. */
export function ChargeHistory({ hasMethod }: { hasMethod: boolean }) {
  const canAct = useCanAct()
  const query = useInfiniteQuery(
    orpc.billing.charges.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: 12 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  )
  return (
    <Panel
      flush
      title="Payment history"
      action={
        <ExportCsv
          noun="plan payments"
          columns={chargeCsv}
          readPage={(page, options) => api.billing.charges(page, options)}
          query={query}
        />
      }
    >
      <QueryState query={query} errorTitle="The payment history did not load">
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          if (rows.length === 0)
            return (
              <EmptyState title="No payments yet" className="border-t">
                The plan is charged at the end of each month, once a payment method is on file.
              </EmptyState>
            )
          return (
            <>
              <DataTable
                caption="Payment history"
                columns={chargeColumns(canAct, hasMethod)}
                rows={rows}
                rowKey={({ id }) => id}
              />
              <LoadMore query={query} className="border-t" />
            </>
          )
        }}
      </QueryState>
    </Panel>
  )
}
