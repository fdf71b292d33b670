import type { PublishedReport, ReportPair } from '@semblance/contract'
import {
  isMatchOfOriginal,
  originalLabel,
  originalNote,
  pairLabel,
  pairMap,
} from '@semblance/plots'
import { type ReactNode, useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { PlotFigure } from '@/components/viz/plot-figure.tsx'
import { TwinLegend } from '@/components/viz/twin-legend.tsx'
import { percent } from '@/lib/format.ts'

const initialCount = 6

type PairPlotsProps = {
  pairs: readonly ReportPair[]
  mode: PublishedReport['privacy']['mode']
  /** Counts those drawn at first. */
  atFirst?: number
  /** Leads to the rest, in place of a button that shows it here. */
  more?: ReactNode
}

/** Shows the strongest pairs of columns; renders nothing if the report has none. */
export function PairPlots({ pairs, mode, atFirst = initialCount, more }: PairPlotsProps) {
  const [showAll, setShowAll] = useState(false)
  if (pairs.length === 0) return null
  return (
    <Panel
      title="Pairs of columns"
      description={originalNote(mode, 'pairs')}
      action={<TwinLegend original={originalLabel(mode, 'pairs')} />}
    >
      <div className="grid gap-x-8 gap-y-7 md:grid-cols-2">
        {(showAll ? pairs : pairs.slice(0, atFirst)).map((pair) => (
          <Pair key={`${pair.x.column} ${pair.y.column}`} pair={pair} mode={mode} />
        ))}
      </div>
      {more && pairs.length > atFirst && <div className="mt-4">{more}</div>}
      {pairs.length > atFirst && !more && (
        <Button
          variant="outline"
          className="mt-5"
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? 'Show fewer pairs' : `Show all ${pairs.length} pairs`}
        </Button>
      )}
    </Panel>
  )
}

type PairProps = { pair: ReportPair; mode: PairPlotsProps['mode'] }

function Pair({ pair: { match, ...plot }, mode }: PairProps) {
  const name = `${plot.y.column} × ${plot.x.column}`
  return (
    <div className="min-w-0">
      <div className="mb-2.5 flex items-baseline justify-between gap-2">
        <h3 className="mono truncate" title={name}>
          {name}
        </h3>
        {isMatchOfOriginal(mode) && (
          <span className="num whitespace-nowrap text-sm">
            <span className="font-semibold">{percent(match)}</span>{' '}
            <span className="text-muted-foreground">match</span>
          </span>
        )}
      </div>
      <PlotFigure
        draw={(box) => pairMap(plot, box, mode)}
        label={pairLabel(plot, originalLabel(mode, 'pairs'))}
      />
    </div>
  )
}
