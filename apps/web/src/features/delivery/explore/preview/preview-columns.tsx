import { isTimeKind, type PreviewColumn, type PreviewSummary } from '@semblance/contract'
import { tickLabels } from '@semblance/plots'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { inkColors, MiniBars } from '@/components/viz/mini-bars.tsx'
import { count, percent } from '@/lib/format.ts'

const SHOWN = 6
const MOST_BARS = 5

/** Charts the columns of a table over all synthetic rows: six at first. */
export function PreviewColumns({ table }: { table: PreviewSummary }) {
  const [isWhole, setIsWhole] = useState(false)
  const drawn = table.columns.filter(({ plot }) => plot !== null)
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
      <div className="mb-2 flex items-baseline justify-between gap-2 text-sm">
        <span className="mono truncate font-medium">{name}</span>
        <span className="num shrink-0 truncate text-muted-foreground text-xs">
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
  const format = isTimeKind(kind) ? 'date' : kind === 'integer' ? 'integer' : 'number'
  // The last bin of whole numbers ends before its upper bound.
  const ends = kind === 'integer' && range ? [Number(range.low), Number(range.high)] : edges
  return (
    <>
      <MiniBars
        bars={counts}
        ink="twin"
        height={80}
        label={`Histogram of ${name}, from ${range?.low} to ${range?.high}, median ${range?.median}`}
      />
      <div
        aria-hidden
        className="num mt-1 flex justify-between gap-2 whitespace-nowrap text-muted-foreground text-xs"
      >
        {tickLabels(ends, format, 3).map(({ at, label }) => (
          <span key={at}>{label}</span>
        ))}
      </div>
    </>
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
            <dt className="truncate text-muted-foreground">{label}</dt>
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
