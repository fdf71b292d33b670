import type { PreviewSummary, ShownPreview } from '@semblance/contract'
import { CircleMinus, TriangleAlert } from 'lucide-react'
import { ColumnTable } from '@/components/blocks/column-table.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { count, plural } from '@/lib/format.ts'
import { factsOf, isRightAligned, orderColumns, type ShownColumn } from './describe-preview.ts'

type PreviewRowsProps = { table: PreviewSummary; preview: ShownPreview }

/** Shows the first rows of a table below the distribution of each column. */
export function PreviewRows({ table, preview }: PreviewRowsProps) {
  const columns = orderColumns(table, preview)
  const name = preview.tables.length > 1 ? `Rows of ${table.name}` : 'Rows'
  const order = preview.agreed ? ', agreed ones first' : ''
  return (
    <Panel
      flush
      title={
        <>
          {name}{' '}
          <span className="font-normal text-base text-muted-foreground">
            first {table.firstRows.length} of {count(table.rows)}, all synthetic
          </span>
        </>
      }
      action={
        <span className="text-muted-foreground text-sm">
          {plural(table.columns.length, 'column')}
          {order}; scroll for all
        </span>
      }
    >
      <ColumnTable
        caption={`First rows of ${table.name}`}
        columns={columns.map((shown) => ({
          name: shown.name,
          isNumeric: isRightAligned(shown.column),
          plot: shown.column?.plot,
          facts: shown.column ? factsOf(shown.column, table.rows) : 'missing',
          isMissing: shown.column === null,
          mark: <Mark shown={shown} />,
        }))}
        rows={table.firstRows.map((row) =>
          columns.map(({ place }) => (place === null ? null : (row[place] ?? null))),
        )}
      />
    </Panel>
  )
}

function Mark({ shown: { agreed } }: { shown: ShownColumn }) {
  if (agreed?.state === 'missing')
    return <CircleMinus className="size-3.5 shrink-0" aria-label="Missing:" />
  if (agreed?.state === 'differs')
    return (
      <TriangleAlert
        className="size-3.5 shrink-0 text-st-danger-fg"
        aria-label="Differs from what was agreed:"
      />
    )
  return null
}
