import type { PublishedReport } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { count, plural } from '@/lib/format.ts'
import type { Database } from '../database.ts'
import { ProblemText } from '../error-text.tsx'
import { engineMessage, type ResultColumn, type TableInfo } from '../result.ts'
import { isCountable } from '../sql.ts'
import { BarChart } from './bar-chart.tsx'
import { type Chart, chartOf } from './chart-data.ts'
import { OriginalChart } from './original-chart.tsx'

const NOTHING = 'none'

type ChartsViewProps = {
  database: Database
  table: TableInfo
  /** Holds what was published of the original. */
  report: PublishedReport | null
}

/**
 * Plots the distribution of a column, and its variation along another. Columns are identified by
 * position, because a select accepts no empty name.
 */
export function ChartsView({ database, table, report }: ChartsViewProps) {
  const [chosen, setChosen] = useState(() =>
    String(Math.max(0, table.columns.findIndex(isCountable))),
  )
  const [grouping, setGrouping] = useState(NOTHING)
  const options = table.columns.map(({ name }, i) => ({
    value: String(i),
    label: name || '(no name)',
  }))
  const column = table.columns[Number(chosen)]
  if (!column) return null
  const by = grouping === NOTHING ? null : (table.columns[Number(grouping)] ?? null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Column">
          {(control) => (
            <Select {...control} value={chosen} onValueChange={setChosen} options={options} />
          )}
        </Field>
        <Field label="By">
          {(control) => (
            <Select
              {...control}
              value={grouping}
              onValueChange={setGrouping}
              options={[{ value: NOTHING, label: 'Nothing else' }, ...options]}
            />
          )}
        </Field>
      </div>
      {report && <OriginalChart report={report} name={column.name} />}
      <ColumnChart
        key={`${chosen} ${grouping}`}
        database={database}
        table={table}
        column={column}
        by={by}
      />
    </div>
  )
}

type ColumnChartProps = {
  database: Database
  table: TableInfo
  column: ResultColumn
  by: ResultColumn | null
}

function ColumnChart({ database, table, column, by }: ColumnChartProps) {
  const ask = async (statement: string) => (await database.query(statement)).rows
  const { data: chart, error } = useQuery({
    queryKey: ['explore', 'chart', database.id, table.name, column.name, by?.name ?? null],
    queryFn: () => chartOf(ask, table.name, column, by),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (error !== null) return <ProblemText>{engineMessage(error)}</ProblemText>
  if (!chart) return <div className="h-[242px]" />
  if (chart.bars.length === 0)
    return <p className="text-muted-foreground">No row has a value of this column.</p>
  return (
    <div>
      <h3 className="num mb-3 font-medium">
        {table.rows < table.totalRows ? 'The first' : 'All'} {plural(table.rows, 'row')} of the twin
      </h3>
      <BarChart chart={chart} label={describe(chart, column, by)} />
      {chart.axis && chart.missing > 0 && (
        <p className="mt-2 text-muted-foreground text-sm">
          {plural(chart.missing, 'row')} without a value.
        </p>
      )}
    </div>
  )
}

function describe({ bars, axis }: Chart, { name }: ResultColumn, by: ResultColumn | null): string {
  const most = bars.reduce((best, bar) => (bar.total > best.total ? bar : best))
  const kind = axis ? 'Histogram' : 'Bar chart'
  return `${kind} of ${name}${by ? ` by ${by.name}` : ''}: most rows, ${count(most.total)}, have ${most.label}`
}
