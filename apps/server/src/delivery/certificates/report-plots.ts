/** The plots of a printed report. */

import type { PublishedReport, ReportColumn, ReportPair } from '@semblance/contract'
import {
  bars,
  correlationCells,
  correlationsNote,
  heatmap,
  histogram,
  isMatchOfOriginal,
  type OriginalSource,
  originalLabel,
  originalNote,
  pairMap,
  percent,
} from '@semblance/plots'
import type { PdfBlock, PdfPlot, PdfPlots } from '../../platform/pdf/pdf.ts'

/** Returns all column plots, pair plots and correlations of a report, under their headings. */
export function plotBlocks(report: PublishedReport): PdfBlock[] {
  const { columns, pairs, correlations, privacy } = report
  const { mode } = privacy
  const drawn: PdfPlots[] = [
    {
      heading: 'Columns side by side',
      intro: `Brass: ${originalLabel(mode, 'columns')}. Petrol: its synthetic twin. The percentage says how well they match. ${originalNote(mode, 'columns')}`,
      plots: columns.flatMap((column) => columnPlot(column, mode)),
      across: 3,
    },
    {
      heading: 'Pairs of columns',
      intro: `Left: ${originalLabel(mode, 'pairs')}. Right: its twin. ${originalNote(mode, 'pairs')}`,
      plots: pairs.map((pair) => pairPlot(pair, mode)),
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

function columnPlot({ name, shape, plot }: ReportColumn, mode: OriginalSource): PdfPlot[] {
  if (!plot) return []
  const draw: PdfPlot['draw'] = (box) =>
    plot.type === 'histogram' ? histogram(plot, box) : bars(plot, box, mode)
  return [{ title: name, note: percent(shape), draw }]
}

function pairPlot(pair: ReportPair, mode: OriginalSource): PdfPlot {
  const title = `${pair.y.column} × ${pair.x.column}`
  const note = isMatchOfOriginal(mode) ? percent(pair.match) : ''
  return { title, note, draw: (box) => pairMap(pair, box, mode) }
}

function correlationPlot(correlations: NonNullable<PublishedReport['correlations']>): PdfPlot {
  const { columns } = correlations
  const draw: PdfPlot['draw'] = ({ width, text }) => {
    const most = text * (14 + 7 * columns.length)
    return heatmap(correlationCells(correlations), { width: Math.min(width, most), text })
  }
  return { title: '', note: '', draw }
}
