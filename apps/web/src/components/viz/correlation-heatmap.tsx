import {
  type Correlations,
  correlationCells,
  type HeatmapData,
  heatmap,
  heatmapWidth,
  largestDifference,
} from '@semblance/plots'
import { cn } from '@/lib/cn.ts'
import { PlotFigure } from './plot-figure.tsx'

/** Draws every pair twice: the original below the diagonal (ringed in brass), its twin above. */
export function CorrelationHeatmap({
  className,
  ...correlations
}: Correlations & { className?: string }) {
  const { columns } = correlations
  const data = correlationCells(correlations)
  const difference = largestDifference(correlations).toFixed(2)
  return (
    <figure className={cn('min-w-0', className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        role="group"
        aria-label="Correlations, scrollable"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto rounded-xs"
      >
        <PlotFigure
          draw={(box) => heatmap(data, box)}
          label={`Correlations between ${columns.length} columns, original below the diagonal, synthetic twin above. The largest difference is ${difference}.`}
          minWidth={heatmapWidth(columns, 12)}
        />
        <CorrelationTable {...data} />
      </div>
      <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-3 text-sm">
        <span className="text-muted-foreground">
          Largest difference <span className="num font-medium text-foreground">{difference}</span>
        </span>
        <HeatScale />
      </figcaption>
    </figure>
  )
}

/** Writes the figures for screen readers. */
function CorrelationTable({ columns, cells }: HeatmapData) {
  return (
    <table className="sr-only">
      <caption>Correlations: original below the diagonal, synthetic twin above</caption>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map((column, i) => (
          <tr key={column}>
            <th scope="row">{column}</th>
            {columns.map((other, k) => (
              <td key={other}>{cells[i]?.[k]?.text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeatScale() {
  return (
    <span aria-hidden className="num inline-flex items-center gap-2 text-muted-foreground text-xs">
      -1
      <span className="h-2.5 w-28 rounded-xs bg-[linear-gradient(90deg,color-mix(in_oklab,var(--chart-3)_var(--heat-max),var(--card)),var(--card)_50%,color-mix(in_oklab,var(--chart-1)_var(--heat-max),var(--card)))]" />
      +1
    </span>
  )
}
