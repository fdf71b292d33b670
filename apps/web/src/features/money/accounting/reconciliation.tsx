import { type BankStatement, breakKinds, type StatementBreak } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { count, date } from '@/lib/format.ts'
import { centsColumn } from './cents-column.tsx'
import { ProposeAdjustment } from './propose-adjustment.tsx'
import { SignedMoney } from './signed-money.tsx'

/** Shows the bank's statements next to the ledger, and the differences. */
export function Reconciliation() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Breaks />
      <Statements />
    </div>
  )
}

const states = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Explained' },
] as const

function Breaks() {
  const filters = useFilters()
  const state = filters.get('state') === 'resolved' ? 'resolved' : 'open'
  const query = useInfiniteQuery(
    orpc.books.staff.breaks.infiniteOptions({
      input: (cursor: string | undefined) => ({ state, cursor }),
      ...byCursor,
    }),
  )
  return (
    <Panel
      title="Differences"
      description="Each rests in suspense until two people of the staff explain it."
      flush
      action={
        <div className="flex flex-wrap items-center gap-2">
          <ChoiceChips
            label="Differences"
            options={states}
            value={state}
            onValueChange={(value) => filters.set('state', value === 'open' ? '' : value)}
          />
          <ExportCsv
            noun="differences"
            columns={breakColumns}
            readPage={(page, options) => api.books.staff.breaks({ state, ...page }, options)}
            query={query}
          />
        </div>
      }
    >
      <PagedList
        query={query}
        errorTitle="Differences did not load"
        empty={
          <EmptyState
            title={state === 'open' ? 'The bank and the books agree' : 'Nothing explained yet'}
            className="border-t"
          >
            {state === 'open'
              ? 'Statements are read every day; a difference of one cent appears here.'
              : 'Differences that were explained appear here.'}
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Differences"
            columns={state === 'open' ? openColumns : breakColumns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </Panel>
  )
}

export const breakColumns: readonly Column<StatementBreak>[] = [
  {
    key: 'kind',
    head: 'Difference',
    mobile: 'title',
    cell: ({ kind, reference, resolution }) => (
      <div className="min-w-0 py-1">
        {breakKinds[kind]}
        <div className="mono font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
          {reference ?? 'The day as a whole'}
        </div>
        {resolution && (
          <div className="font-normal text-muted-foreground text-sm [overflow-wrap:anywhere]">
            {resolution}
          </div>
        )}
      </div>
    ),
    csv: ({ kind }) => breakKinds[kind],
  },
  { csvHead: 'Reference', csv: (row) => row.reference },
  {
    key: 'day',
    head: 'Day',
    cell: ({ day }) => <TimeText at={day} show={date} />,
    csv: ({ day }) => day,
  },
  centsColumn('bank', 'Bank', ({ statementCents }) => statementCents),
  centsColumn('books', 'Books', ({ ledgerCents }) => ledgerCents),
  {
    key: 'difference',
    head: 'Difference',
    align: 'right',
    mobile: 'value',
    cell: ({ differenceCents }) => (
      <SignedMoney cents={differenceCents} className="font-semibold" />
    ),
    csvHead: 'Difference (USD)',
    csv: ({ differenceCents }) => plainUsd(differenceCents),
  },
  { csvHead: 'Explanation', csv: (row) => row.resolution },
]

const openColumns: readonly Column<StatementBreak>[] = [
  ...breakColumns,
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'action',
    cell: (row) =>
      row.isProposed ? (
        <span className="text-muted-foreground text-sm">Waits for approval</span>
      ) : (
        <ProposeAdjustment toExplain={row} />
      ),
  },
]

function Statements() {
  const query = useInfiniteQuery(
    orpc.books.staff.statements.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
    }),
  )
  return (
    <Panel
      title="Statements"
      description="Each day (UTC): what came in less what went out, by the bank and by the books."
      flush
      action={
        <ExportCsv
          noun="bank statements"
          columns={bankStatementColumns}
          readPage={api.books.staff.statements}
          query={query}
        />
      }
    >
      <PagedList
        query={query}
        errorTitle="Statements did not load"
        empty={
          <EmptyState title="No statements yet" className="border-t">
            The first one is read on the day after the first payment.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Statements"
            columns={bankStatementColumns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </Panel>
  )
}

export const bankStatementColumns: readonly Column<BankStatement>[] = [
  {
    key: 'day',
    head: 'Day',
    mobile: 'title',
    cell: ({ day, provider }) => (
      <div className="py-1">
        <TimeText at={day} show={date} />
        <div className="font-normal text-muted-foreground text-sm">
          {provider === 'stripe' ? 'Stripe' : 'Built-in bank'}
        </div>
      </div>
    ),
    csv: ({ day }) => day,
  },
  { csvHead: 'Bank', csv: (row) => row.provider },
  { csvHead: 'Lines', csv: (row) => row.linesCount },
  {
    key: 'lines',
    head: 'Lines that agree',
    align: 'right',
    cell: ({ matchedCount, linesCount }) => (
      <span className="num">
        {count(matchedCount)} of {count(linesCount)}
      </span>
    ),
    csv: ({ matchedCount }) => matchedCount,
  },
  centsColumn('bank', 'Bank', ({ statementCents }) => statementCents, 'value'),
  centsColumn('books', 'Books', ({ ledgerCents }) => ledgerCents, 'meta'),
]
