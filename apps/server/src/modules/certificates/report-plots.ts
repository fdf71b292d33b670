/** The plots of a printed report. */
import type { PublishedReport, ReportColumn, ReportPair } from '@semblance/contract'
import type { PdfBlock, PdfPlot, PdfPlots } from '../../platform/pdf.ts'

/** Every column that has a plot, every pair that is shown, and the correlations, each under what it is. */
export function plotBlocks(report: PublishedReport): PdfBlock[] {
  const { columns, pairs, correlations, privacy } = report
  const original =
    privacy.mode === 'private'
      ? 'The original is shown with the noise of the guarantee.'
      : 'Of the original, rare values are pooled, and pairs are shown in groups of twenty rows.'
  const drawn: PdfPlots[] = [
    {
      heading: 'Columns side by side',
      intro: `Brass is the original, petrol its synthetic twin. The percentage says how well they match. ${original}`,
      plots: columns.flatMap(columnPlot),
      across: 3,
    },
    {
      heading: 'Pairs of columns',
      intro:
        'Those that depend most on each other. The darker a place, the more rows have both values; left the original, right its twin.',
      plots: pairs.map(pairPlot),
      across: 2,
    },
    {
      heading: 'Correlations',
      intro:
        'How far two columns rise and fall together, from -1 to 1. Below the diagonal the original, above it its twin: the closer the two, the better.',
      plots: correlations ? [correlationPlot(correlations)] : [],
      across: 1,
    },
  ]
  return drawn.filter(({ plots }) => plots.length > 0).map((plots) => ({ plots }))
}

function columnPlot({ name, shape, plot }: ReportColumn): PdfPlot[] {
  if (!plot) return []
  const { original, synthetic } = plot
  const common = { title: name, note: percent(shape), original, synthetic }
  if (plot.type === 'categories') return [{ ...common, type: 'bars', labels: plot.labels }]
  const [low, high] = [plot.edges[0] ?? 0, plot.edges.at(-1) ?? 0]
  const write = (edge: number) => edgeText(edge, plot.format)
  return [{ ...common, type: 'histogram', ends: [write(low), write(high)] }]
}

function edgeText(edge: number, format: 'integer' | 'number' | 'date'): string {
  if (format === 'date') {
    const day = new Date(edge)
    return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10)
  }
  return edge.toLocaleString('en-US', { maximumSignificantDigits: 5 })
}

function pairPlot({ x, y, original, synthetic, match }: ReportPair): PdfPlot {
  const title = `${y.column} × ${x.column}`
  const maps = { across: x.labels, down: y.labels, original, synthetic }
  return { type: 'maps', title, note: percent(match), ...maps }
}

function correlationPlot({
  columns,
  original,
  synthetic,
}: NonNullable<PublishedReport['correlations']>): PdfPlot {
  const values = columns.map((_, i) =>
    columns.map((_, k) => (i > k ? original : synthetic)[i]?.[k] ?? 0),
  )
  return { type: 'matrix', title: '', note: '', labels: columns, values }
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`
