/** The plots of a printed report. */

import type { PublishedReport, ReportColumn, ReportPair } from '@semblance/contract'
import {
  bars,
  correlationCells,
  correlationsNote,
  heatmap,
  histogram,
  pairMap,
  percent,
} from '@semblance/plots'
import type { PdfBlock, PdfPlot, PdfPlots } from '../../platform/pdf/pdf.ts'

/** Returns all column plots, pair plots and correlations of a report, under their headings. */
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
      intro: correlations
        ? `How far two columns rise and fall together. ${correlationsNote(correlations)}`
        : '',
      plots: correlations ? [correlationPlot(correlations)] : [],
      across: 1,
    },
  ]
  return drawn.filter(({ plots }) => plots.length > 0).map((plots) => ({ plots }))
}

function columnPlot({ name, shape, plot }: ReportColumn): PdfPlot[] {
  if (!plot) return []
  const draw: PdfPlot['draw'] = (box) =>
    plot.type === 'histogram' ? histogram(plot, box) : bars(plot, box)
  return [{ title: name, note: percent(shape), draw }]
}

function pairPlot(pair: ReportPair): PdfPlot {
  const title = `${pair.y.column} × ${pair.x.column}`
  return { title, note: percent(pair.match), draw: (box) => pairMap(pair, box) }
}

function correlationPlot(correlations: NonNullable<PublishedReport['correlations']>): PdfPlot {
  const { columns } = correlations
  const draw: PdfPlot['draw'] = ({ width, text }) => {
    const most = text * (14 + 7 * columns.length)
    return heatmap(correlationCells(correlations), { width: Math.min(width, most), text })
  }
  return { title: '', note: '', draw }
}
