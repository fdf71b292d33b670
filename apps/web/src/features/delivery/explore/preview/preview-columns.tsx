import {
  isNumberKind,
  isTimeKind,
  type PreviewColumn,
  type PreviewSummary,
  type ShownPreview,
} from '@semblance/contract'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { inkColors } from '@/components/viz/mini-bars.tsx'
import { TwinHistogram } from '@/components/viz/twin-histogram.tsx'
import { count, percent } from '@/lib/format.ts'
import { orderColumns } from './describe-preview.ts'

const SHOWN = 6
const MOST_BARS = 5

type PreviewColumnsProps = { table: PreviewSummary; preview: ShownPreview }

/** Charts the columns of a table over all synthetic rows, agreed ones first: six at first. */
export function PreviewColumns({ table, preview }: PreviewColumnsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const drawn = orderColumns(table, preview).flatMap(({ column }) => (column?.plot ? [column] : []))
  const byShape = [
    ...drawn.filter(({ plot }) => plot?.type === 'histogram').slice(0, SHOWN / 2),
    ...drawn.filter(({ plot }) => plot?.type === 'categories'),
  ]
  const first = byShape.length >= SHOWN ? byShape.slice(0, SHOWN) : drawn.slice(0, SHOWN)
  if (drawn.length === 0) return null
  return (
    <Panel
      title="Columns"
      description={`All ${count(table.rows)} synthetic rows. The delivery's report draws these columns beside noisy figures of its original.`}
      action={
        drawn.length > SHOWN && (
          <Button variant="outline" size="sm" onClick={() => setIsWhole((before) => !before)}>
            {isWhole ? 'Show six' : `Show all ${drawn.length}`}
          </Button>
        )
      }
    >
      <ul className="grid grid-cols-2 gap-x-5 gap-y-6 md:gap-x-8 xl:grid-cols-3">
        {(isWhole ? drawn : first).map((column) => (
          <li key={column.name} className="min-w-0">
            <ColumnPlot column={column} rows={table.rows} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function ColumnPlot({ column, rows }: { column: PreviewColumn; rows: number }) {
  const { name, plot, range, distinct, missing } = column
  const note = range
    ? `median ${range.median}`
    : `${count(distinct)} ${distinct === 1 ? 'value' : 'values'}`
  return (
    <>
      <div className="mb-2 flex items-baseline justify-between gap-x-2 text-sm max-md:flex-col">
        <span className="mono font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="num shrink-0 text-muted-foreground text-xs">
          {missing * 20 >= rows ? `${percent(missing / rows, 0)} missing` : note}
        </span>
      </div>
      {plot?.type === 'histogram' && (
        <Histogram column={column} edges={plot.edges} counts={plot.counts} />
      )}
      {plot?.type === 'categories' && (
        <Shares labels={plot.labels} counts={plot.counts} rows={rows} />
      )}
    </>
  )
}

type HistogramProps = {
  column: PreviewColumn
  edges: readonly number[]
  counts: readonly number[]
}

function Histogram({ column: { name, kind, range }, edges, counts }: HistogramProps) {
  // The last bin of whole numbers ends before its upper bound; bins of equal values are as wide as one.
  const isExact = kind === 'integer' || range?.low === range?.high
  const bounds =
    isExact && range && isNumberKind(kind) ? [Number(range.low), Number(range.high)] : edges
  return (
    <TwinHistogram
      bars={counts}
      edges={bounds}
      format={isTimeKind(kind) ? 'date' : kind === 'integer' ? 'integer' : 'number'}
      label={`Histogram of ${name}, from ${range?.low} to ${range?.high}, median ${range?.median}`}
    />
  )
}

type SharesProps = { labels: readonly string[]; counts: readonly number[]; rows: number }

function Shares({ labels, counts, rows }: SharesProps) {
  const most = Math.max(...counts, 1)
  return (
    <dl className="grid grid-cols-[minmax(0,0.9fr)_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 text-xs">
      {labels.slice(0, MOST_BARS).map((label, place) => {
        const value = counts[place] ?? 0
        return (
          <div key={label} className="contents">
            <dt title={label} className="truncate text-muted-foreground">
              {label}
            </dt>
            <dd aria-hidden className="h-2.5">
              <span
                className="block h-full print:[print-color-adjust:exact]"
                style={{ width: `${(value / most) * 100}%`, background: inkColors.twin }}
              />
            </dd>
            <dd className="num text-right">{percent(value / rows, 0)}</dd>
          </div>
        )
      })}
    </dl>
  )
}
