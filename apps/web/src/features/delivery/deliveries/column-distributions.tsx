import type { PublishedReport, ReportColumn } from '@semblance/contract'
import {
  bars,
  histogram,
  isHeavyTailed,
  type OriginalSource,
  originalLabel,
  originalNote,
} from '@semblance/plots'
import { type ReactNode, useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { PlotFigure } from '@/components/viz/plot-figure.tsx'
import { binText } from '@/components/viz/twin-histogram.tsx'
import { TwinLegend } from '@/components/viz/twin-legend.tsx'
import { percent } from '@/lib/format.ts'

const initialCount = 9

type PlottedColumn = ReportColumn & { plot: NonNullable<ReportColumn['plot']> }

const isPlotted = (column: ReportColumn): column is PlottedColumn => column.plot !== null

const isRoot = ({ plot }: PlottedColumn) => plot.type === 'histogram' && isHeavyTailed(plot)

const rootNote =
  ' √ scale: one bin holds more than 60% of the rows, so that heights are square roots of the shares.'

type ColumnDistributionsProps = {
  columns: readonly ReportColumn[]
  mode: PublishedReport['privacy']['mode']
  /** Counts those drawn at first. */
  atFirst?: number
  /** Leads to the rest, in place of a button that shows it here. */
  more?: ReactNode
}

export function ColumnDistributions({
  columns,
  mode,
  atFirst = initialCount,
  more,
}: ColumnDistributionsProps) {
  const [showAll, setShowAll] = useState(false)
  const plotted = columns.filter(isPlotted)
  const rest = columns.filter((column) => !isPlotted(column))
  const shown = showAll ? plotted : plotted.slice(0, atFirst)
  return (
    <Panel
      title="Column distributions"
      description={`${originalNote(mode, 'columns')}${shown.some(isRoot) ? rootNote : ''}`}
      action={<TwinLegend original={originalLabel(mode, 'columns')} />}
    >
      <div className="grid grid-cols-2 gap-x-5 gap-y-7 md:gap-x-8 xl:grid-cols-3">
        {shown.map((column) => (
          <ColumnPlot key={column.name} column={column} mode={mode} />
        ))}
      </div>
      {more && plotted.length > atFirst && <div className="mt-4">{more}</div>}
      {!more && rest.length > 0 && (
        <p className="mt-5 text-muted-foreground text-sm [overflow-wrap:anywhere]">
          Made up afresh or withheld, so without a plot:{' '}
          {rest.map((column, index) => (
            <span key={column.name}>
              {index > 0 && ', '}
              <span className="mono">{column.name}</span>
            </span>
          ))}
          .
        </p>
      )}
      {plotted.length > atFirst && !more && (
        <Button
          variant="outline"
          className="mt-5"
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? 'Show fewer columns' : `Show all ${plotted.length} columns`}
        </Button>
      )}
    </Panel>
  )
}

function ColumnPlot({
  column: { name, kind, shape, plot },
  mode,
}: {
  column: PlottedColumn
  mode: OriginalSource
}) {
  const match = percent(shape)
  return (
    <div className="min-w-0">
      <div className="mb-2.5 flex items-baseline justify-between gap-x-2 max-md:flex-col">
        <h3 className="mono [overflow-wrap:anywhere]">
          {name} <span className="text-muted-foreground max-md:block max-md:text-xs">{kind}</span>
        </h3>
        <span className="num whitespace-nowrap text-sm">
          <span className="font-semibold">{match}</span>{' '}
          <span className="text-muted-foreground">match</span>
        </span>
      </div>
      {plot.type === 'histogram' && plot.edges.length < 3 ? (
        <p className="text-muted-foreground text-sm">
          Both sides have a single bin: {binText(plot.edges, plot.format)}.
        </p>
      ) : (
        <PlotFigure
          draw={(box) => (plot.type === 'histogram' ? histogram(plot, box) : bars(plot, box, mode))}
          label={`${name}. ${originalLabel(mode, 'columns')}, and synthetic twin, ${match} match`}
        />
      )}
    </div>
  )
}
