import { type Statement, statementKinds } from '@semblance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { FactStrip } from '@/components/blocks/fact-strip.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { When } from '@/components/blocks/when.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { api, orpc } from '@/lib/api.ts'
import { booksDate, monthYear } from '@/lib/format.ts'
import { useAddressParams } from '@/lib/use-address-params.ts'
import { monthCsv } from './earnings-csv.ts'
import { lastMonths } from './periods.ts'

type Line = Statement['lines'][number]

const columns: Column<Line>[] = [
  {
    key: 'what',
    head: 'What happened',
    mobile: 'title',
    cell: (line) => (
      <div>
        <div className="font-medium">{statementKinds[line.kind]}</div>
        {line.project && <div className="text-muted-foreground text-sm">{line.project}</div>}
      </div>
    ),
  },
  { key: 'date', head: 'Date', cell: (line) => <When at={line.at} show={booksDate} /> },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (line) => <Money exact cents={Number(line.amountCents)} className="font-semibold" />,
  },
  {
    key: 'balance',
    head: 'Balance',
    align: 'right',
    cell: (line) => (
      <Money exact cents={Number(line.balanceCents)} className="text-muted-foreground" />
    ),
  },
]

const readMonth = (params: URLSearchParams) => {
  const months = lastMonths()
  return months.find((known) => known === params.get('month')) ?? months[0]!
}

export const statementQuery = (params: URLSearchParams) =>
  orpc.earnings.statement.queryOptions({
    input: { month: readMonth(params) },
    placeholderData: keepPreviousData,
  })

/** What was owed to the vendor at the start of a month, what came and went, and what is left; the month is in the address. */
export function MonthlyStatement() {
  const [params, change] = useAddressParams()
  const months = lastMonths()
  const month = readMonth(params)
  const query = useQuery(statementQuery(params))
  return (
    <Panel
      title="Monthly statement"
      description="What was released to you, and what was paid out."
      flush
      action={
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label="Month"
            options={months.map((value) => ({ value, label: nameOf(value) }))}
            value={month}
            onValueChange={(value) => change((current) => current.set('month', value))}
            className="w-[176px]"
          />
          {query.data && query.data.lines.length > 0 && (
            <ExportCsv
              noun={`statement ${month}`}
              columns={monthCsv}
              readPage={async (_page, options) => ({
                items: (await api.earnings.statement({ month }, options)).lines,
                nextCursor: null,
              })}
            />
          )}
        </div>
      }
    >
      <QueryState query={query} errorTitle="The statement did not load">
        {(statement) => (
          <>
            <FactStrip
              className="border-t"
              facts={[
                { label: 'Opening balance', value: money(statement.openingCents) },
                { label: 'Released', value: money(statement.releasedCents) },
                { label: 'Paid out', value: money(statement.paidOutCents) },
                { label: 'Closing balance', value: money(statement.closingCents) },
              ]}
            />
            {statement.lines.length === 0 ? (
              <EmptyState title={`Nothing moved in ${nameOf(month)}`} className="border-t" />
            ) : (
              <DataTable
                caption={`Statement of ${nameOf(month)}`}
                columns={columns}
                rows={statement.lines}
                rowKey={(line) => line.id}
              />
            )}
          </>
        )}
      </QueryState>
    </Panel>
  )
}

const money = (cents: bigint) => <Money exact cents={Number(cents)} />

/** The middle of the month is in the same month everywhere. */
const nameOf = (month: string) => monthYear(`${month}-15`)
