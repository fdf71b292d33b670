import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { PagedList } from '@/components/blocks/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { chargeColumns, chargeCsv } from './charge-columns.tsx'
import { useCanAct } from './use-can-act.ts'

export const chargesQuery = orpc.billing.charges.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 12 }),
  ...byCursor,
})

/** What was charged for the plan, newest first, each with its receipt. */
export function ChargeHistory({ hasMethod }: { hasMethod: boolean }) {
  const canAct = useCanAct()
  const query = useInfiniteQuery(chargesQuery)
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
      <PagedList
        query={query}
        errorTitle="The payment history did not load"
        empty={
          <EmptyState title="No payments yet" className="border-t">
            The plan is charged at the end of each month, once a payment method is on file.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Payment history"
            columns={chargeColumns(canAct, hasMethod)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Panel>
  )
}
