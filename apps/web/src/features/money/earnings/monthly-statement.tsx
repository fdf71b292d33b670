import { describeBackForAccuracy, type Statement, statementKinds } from '@semblance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { useUrlParams } from '@/lib/api/use-address-params.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { ledgerDate, monthYear } from '@/lib/format.ts'
import { lastMonths } from './periods.ts'

type Line = Statement['lines'][number]

export const monthColumns: readonly Column<Line>[] = [
  {
    key: 'what',
    head: 'What happened',
    mobile: 'title',
    cell: (line) => (
      <div>
        <div className="font-medium">{statementKinds[line.kind]}</div>
        {line.project && <div className="text-muted-foreground text-sm">{line.project}</div>}
        {line.backForAccuracyCents !== null && (
          <div className="text-muted-foreground text-sm">
            {describeBackForAccuracy(line.backForAccuracyCents)}
          </div>
        )}
      </div>
    ),
    csv: (line) => statementKinds[line.kind],
  },
  { csvHead: 'Contract', csv: (line) => line.contractId },
  { csvHead: 'Project', csv: (line) => line.project },
  {
    key: 'date',
    head: 'Date',
    cell: (line) => <TimeText at={line.at} show={ledgerDate} />,
    csv: (line) => line.at,
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (line) => <Money exact cents={Number(line.amountCents)} className="font-semibold" />,
    csvHead: 'Amount (USD)',
    csv: (line) => plainUsd(line.amountCents),
  },
  {
    csvHead: 'Back for accuracy (USD)',
    csv: (line) =>
      line.backForAccuracyCents === null ? null : plainUsd(line.backForAccuracyCents),
  },
  {
    key: 'balance',
    head: 'Balance',
    align: 'right',
    cell: (line) => (
      <Money exact cents={Number(line.balanceCents)} className="text-muted-foreground" />
    ),
    csvHead: 'Balance (USD)',
    csv: (line) => plainUsd(line.balanceCents),
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

/**
 * Shows a vendor's balance at the start of a month, the movements, and the balance at its end; the
 * month is in the address.
 */
export function MonthlyStatement() {
  const [params, change] = useUrlParams()
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
              columns={monthColumns}
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
            <DescriptionStrip
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
                columns={monthColumns}
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
