import type { PublishedReport } from '@semblance/contract'
import { bars, histogram, originalLabel, originalNote } from '@semblance/plots'
import { PlotFigure } from '@/components/viz/plot-figure.tsx'
import { TwinLegend } from '@/components/viz/twin-legend.tsx'
import { percent } from '@/lib/format.ts'

/** Plots a column as its report has it: the published figures of the original, and the twin. Nothing where there are none. */
export function OriginalChart({ report, name }: { report: PublishedReport; name: string }) {
  const { plot, shape } = report.columns.find((column) => column.name === name) ?? {}
  if (!plot || shape === undefined) return null
  const match = percent(shape)
  const { mode } = report.privacy
  const label = originalLabel(mode, 'columns')
  return (
    <section aria-label={`${name} in the report`} className="rounded-sm border p-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h3 className="font-medium">
          From the report{' '}
          <span className="num font-normal text-muted-foreground">{match} match</span>
        </h3>
        <TwinLegend original={label} />
      </div>
      <PlotFigure
        draw={(box) => (plot.type === 'histogram' ? histogram(plot, box) : bars(plot, box, mode))}
        label={`${name}. ${label}, and synthetic twin, ${match} match`}
      />
      <p className="mt-3 text-muted-foreground text-sm">
        {originalNote(mode, 'columns')} The chart below counts the rows of the twin alone.
      </p>
    </section>
  )
}
