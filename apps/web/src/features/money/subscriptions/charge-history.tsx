import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { chargeColumns } from './charge-columns.tsx'
import { useCanEditBilling } from './use-can-act.ts'

export const chargesQuery = orpc.billing.charges.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 12 }),
  ...byCursor,
})

/** Lists the charges of the plan, newest first, each with its receipt. */
export function ChargeHistory({ hasMethod }: { hasMethod: boolean }) {
  const canAct = useCanEditBilling()
  const query = useInfiniteQuery(chargesQuery)
  const columns = chargeColumns(canAct, hasMethod)
  return (
    <Panel
      flush
      title="Payment history"
      action={
        <ExportCsv
          noun="plan payments"
          columns={columns}
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
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Panel>
  )
}
