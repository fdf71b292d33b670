import {
  type ColumnProfiles,
  type ReviewChoices,
  type ReviewedTable,
  ruleColumns,
} from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { count, plural } from '@/lib/format.ts'
import type { TableBreaks } from './agreement-breaks.ts'
import { ColumnDecisions } from './column-decisions.tsx'
import { decisionOf } from './column-words.ts'
import type { ColumnDecision } from './kind-select.tsx'
import {
  relatedTable,
  relationsOf,
  suggestedNow,
  withColumn,
  withRelations,
} from './review-choices.ts'
import { ReviewedColumns } from './reviewed-columns.tsx'
import { ReviewedRows } from './reviewed-rows.tsx'

type ReviewedTablePanelProps = {
  /** Null: nothing is agreed about columns. */
  breaks: TableBreaks | null
  table: ReviewedTable
  profile: ColumnProfiles['tables'][number] | undefined
  chosen: ReviewChoices
  onChange: (chosen: ReviewChoices) => void
}

/** Shows a table: the columns that need a decision, the clear ones, then how its rows hang together. */
export function ReviewedTablePanel({
  table,
  profile,
  breaks,
  chosen,
  onChange,
}: ReviewedTablePanelProps) {
  const { name, file, columns } = table
  const choices = new Map(
    chosen.choices.filter((one) => one.table === name).map((one) => [one.column, one]),
  )
  const kept = columns.flatMap((column) => {
    const { drop, kind = column.kind } = choices.get(column.name) ?? {}
    return drop ? [] : [{ ...column, kind }]
  })
  const profiles = new Map((profile?.columns ?? []).map((one) => [one.name, one]))
  const rows = profile?.rows ?? table.rows
  const judged = columns.map((column) => {
    const own = profiles.get(column.name)
    return { column, profile: own, decision: decisionOf(column, own, rows) }
  })
  const open = judged.flatMap((one) => (one.decision ? [{ ...one, decision: one.decision }] : []))
  const clear = judged.flatMap(({ column, decision }) => (decision ? [] : [column]))
  const choose = {
    chosen: choices,
    breaks: breaks?.columns ?? noBreaks,
    onChoice: (column: string, part: ColumnDecision) =>
      onChange(withColumn(chosen, { table: name, column, ...part })),
  }
  return (
    <Panel
      title={`Review ${name}`}
      description={`${file}: ${count(table.rows)} rows, ${plural(columns.length, 'column')}`}
      flush
    >
      {breaks && breaks.absent.length > 0 && (
        <p className="border-t px-4 py-3 text-sm text-st-warn-fg md:px-5">
          Agreed, and not in this table: {breaks.absent.join(', ')}. The check after the run fails
          without {breaks.absent.length === 1 ? 'it' : 'them'}.
        </p>
      )}
      {open.length > 0 && (
        <>
          <div className="border-st-warn-dot/50 border-t bg-st-warn-bg/60 px-4 py-3 md:px-5">
            <p className="font-semibold text-md">{decisionsText(open.length, clear.length)}</p>
            <p className="text-muted-foreground text-sm">
              What is proposed is chosen already.
              {profile &&
                ' Only your organization sees these values: they are sealed with your original, and end with it.'}
            </p>
          </div>
          <ColumnDecisions columns={open} rows={rows} {...choose} />
        </>
      )}
      {clear.length > 0 && (
        <>
          <div className="flex flex-wrap items-baseline gap-x-2 border-t px-4 py-3 md:px-5">
            <h3 className="font-semibold text-md">{plural(clear.length, 'clear column')}</h3>
            <p className="text-muted-foreground text-sm">
              {profile && profile.rows < table.rows
                ? `Counted in ${count(profile.rows)} of the rows, taken at random.`
                : open.length === 0
                  ? 'None needs a decision.'
                  : null}
            </p>
          </div>
          <ReviewedColumns
            table={name}
            columns={clear}
            profiles={profiles}
            rows={rows}
            {...choose}
          />
        </>
      )}
      <ReviewedRows
        table={name}
        columns={kept}
        ruleColumns={ruleColumns(table, chosen)}
        suggested={suggestedNow(chosen, table)}
        followsBy={table.followsBy}
        said={relationsOf(chosen, name)}
        relatedTo={relatedTable(chosen, name)}
        onChange={(change) => onChange(withRelations(chosen, name, change))}
      />
    </Panel>
  )
}

const noBreaks: TableBreaks['columns'] = new Map()

function decisionsText(open: number, clear: number): string {
  const needs =
    open === 1 ? '1 column needs your decision' : `${count(open)} columns need your decision`
  if (clear === 0) return `${needs}.`
  return `${needs}; ${clear === 1 ? '1 is clear' : `${count(clear)} are clear`}.`
}
