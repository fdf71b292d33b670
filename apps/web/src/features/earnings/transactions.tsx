import {
  type Earning,
  type EarningStatus,
  type EarningsPeriod,
  earningParts,
  earningStatuses,
} from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { Id } from '@/components/blocks/id.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { PagedList } from '@/components/blocks/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { SearchInput } from '@/components/blocks/search-input.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import { Button } from '@/components/ui/button.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { api, orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { booksDate, titleCase } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { earningCsv } from './earnings-csv.ts'
import { periodOf, periodOptions } from './periods.ts'
import { readEarningsFilters, useEarningsFilters } from './use-earnings-filters.ts'

const columns: Column<Earning>[] = [
  {
    key: 'project',
    head: 'Project',
    mobile: 'title',
    cell: (row) => (
      <div>
        <ProjectLink row={row} />
        <div className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
          {row.contractId && <Id>{row.contractId}</Id>}
          {row.part !== 'acceptance' && <span>{earningParts[row.part]}</span>}
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
  { key: 'date', head: 'Date', cell: (row) => <When at={row.date} show={booksDate} /> },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => (
      <Money
        exact={row.amountCents % 100n !== 0n}
        cents={Number(row.amountCents)}
        className="font-semibold"
      />
    ),
  },
]

function ProjectLink({ row: { contractId, project } }: { row: Earning }) {
  if (!contractId) return <span className="font-medium">{project}</span>
  return (
    <Link
      to={paths.paymentDetails(contractId)}
      className="rounded-xs font-medium underline-offset-[3px] hover:underline"
    >
      {project}
    </Link>
  )
}

const statusOptions = [
  { value: 'all', label: 'All' },
  ...earningStatuses.map((value) => ({ value, label: titleCase(value) })),
]

const earningsQuery = (filters: EarningsPeriod & { status?: EarningStatus; search: string }) =>
  orpc.earnings.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filters, cursor, limit: 10 }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Named apart so that a page can ask before it draws the panel. */
export function transactionsQuery(search: URLSearchParams) {
  const { period, ...filters } = readEarningsFilters(search)
  return earningsQuery({ ...filters, ...periodOf(period) })
}

export function Transactions() {
  const { status, period, search, change } = useEarningsFilters()
  const filters = { status, search, ...periodOf(period) }
  const query = useInfiniteQuery(earningsQuery(filters))
  const isFiltered = status !== undefined || period !== 'all' || search !== ''
  return (
    <Panel
      title="Transaction history"
      flush
      action={
        <ExportCsv
          noun="transactions"
          columns={earningCsv}
          readPage={(page, options) => api.earnings.list({ ...filters, ...page }, options)}
          query={query}
        />
      }
    >
      <div className="flex flex-wrap gap-2 px-4 pb-4 md:px-5">
        <SearchInput
          label="Search transactions"
          placeholder="Project, client or contract"
          value={search}
          onChange={(q) => change({ q })}
          className="w-full md:mr-auto md:max-w-[300px]"
        />
        <Select
          aria-label="Status"
          prefix="Status"
          options={statusOptions}
          value={status ?? 'all'}
          onValueChange={(value) => change({ status: value })}
          className="w-[176px] max-md:flex-1"
        />
        <Select
          aria-label="Period"
          prefix="Period"
          options={periodOptions}
          value={period}
          onValueChange={(value) => change({ period: value })}
          className="w-[196px] max-md:flex-1"
        />
      </div>
      <PagedList
        query={query}
        errorTitle="Transactions did not load"
        empty={
          isFiltered ? (
            <NothingFits onClear={() => change({ status: '', period: '', q: '' })} />
          ) : (
            <EmptyState title="No transactions yet" className="border-t">
              Money appears here when a client has paid into escrow for one of your contracts.
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <DataTable
            caption="Transactions"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </Panel>
  )
}

const NothingFits = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No transaction fits"
    className="border-t"
    action={
      <Button variant="outline" onClick={onClear}>
        Clear Filters
      </Button>
    }
  >
    Try another status, period or word.
  </EmptyState>
)
