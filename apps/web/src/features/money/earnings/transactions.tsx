import {
  describeBackForAccuracy,
  type Earning,
  type EarningStatus,
  type EarningsPeriod,
  earningParts,
  earningStatuses,
  earningStatusLabels,
} from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { ledgerDate } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { periodOf, periodOptions } from './periods.ts'
import { readEarningsFilters, useEarningsFilters } from './use-earnings-filters.ts'

export const earningColumns: readonly Column<Earning>[] = [
  { csvHead: 'Transaction', csv: (row) => row.id },
  { csvHead: 'Contract', csv: (row) => row.contractId },
  {
    key: 'project',
    head: 'Project',
    mobile: 'title',
    csv: (row) => row.project,
    cell: (row) => (
      <div>
        <ProjectLink row={row} />
        <div className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
          {row.contractId && <Id>{row.contractId}</Id>}
          {row.part !== 'acceptance' && <span>{earningParts[row.part]}</span>}
          {row.backForAccuracyCents !== null && (
            <span>{describeBackForAccuracy(row.backForAccuracyCents)}</span>
          )}
        </div>
      </div>
    ),
  },
  {
    key: 'client',
    head: 'Client',
    cell: (row) => row.clientName,
    csv: (row) => row.clientName,
  },
  { csvHead: 'Part', csv: (row) => earningParts[row.part] },
  { csvHead: 'Amount (USD)', csv: (row) => plainUsd(row.amountCents) },
  {
    csvHead: 'Back for accuracy (USD)',
    csv: (row) => (row.backForAccuracyCents === null ? null : plainUsd(row.backForAccuracyCents)),
  },
  {
    key: 'status',
    head: 'Status',
    cell: (row) => <StatusBadge domain="earning" status={row.status} />,
    csv: (row) => earningStatusLabels[row.status],
  },
  { csvHead: 'Date', csv: (row) => row.date },
  {
    key: 'method',
    head: 'Payment method',
    mobile: 'hide',
    cell: (row) => <span className="text-muted-foreground">{row.paymentMethod}</span>,
    csv: (row) => row.paymentMethod,
  },
  { key: 'date', head: 'Date', cell: (row) => <TimeText at={row.date} show={ledgerDate} /> },
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
  ...earningStatuses.map((value) => ({ value, label: earningStatusLabels[value] })),
]

const earningsQuery = (filters: EarningsPeriod & { status?: EarningStatus; search: string }) =>
  orpc.earnings.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filters, cursor, limit: 10 }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Holds the panel's query separately, so that a page can start it before it draws the panel. */
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
          columns={earningColumns}
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
            columns={earningColumns}
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
