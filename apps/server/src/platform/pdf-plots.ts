/** Plots of an original beside its synthetic twin, on printed pages. */
import {
  drawBars,
  drawHistogram,
  heightOfBars,
  heightOfHistogram,
  type PdfBars,
  type PdfHistogram,
} from './pdf-distributions.ts'
import { drawMaps, heightOfMaps, type PdfMaps } from './pdf-maps.ts'
import { drawMatrix, heightOfMatrix, type PdfMatrix } from './pdf-matrix.ts'
import { type Box, line } from './pdf-plot-parts.ts'
import {
  type Doc,
  drawHeading,
  GAP,
  heightOf,
  keepTogether,
  lineWidth,
  MARGIN,
  write,
} from './pdf-text.ts'

export type PdfPlot = {
  title: string
  /** At the title's right end. */
  note: string
} & (PdfHistogram | PdfBars | PdfMaps | PdfMatrix)

export type PdfPlots = {
  heading: string
  intro: string
  plots: readonly PdfPlot[]
  /** How many stand side by side. */
  across: number
}

// Points.
const HEAD = 14
const ROW_GAP = 12

/** A heading, what the plots show, and rows of them, each row on one page. */
export function drawPlots(doc: Doc, { heading, intro, plots, across }: PdfPlots): void {
  const width = (lineWidth(doc) - GAP * (across - 1)) / across
  const firstRow = Math.max(...plots.slice(0, across).map(heightOfPlot)) + ROW_GAP
  drawHeading(doc, heading, heightOf(doc, intro, lineWidth(doc)) + 16 + firstRow)
  write(doc, intro, { at: [MARGIN, doc.y + 8] })
  doc.y += 8
  for (let first = 0; first < plots.length; first += across) {
    const row = plots.slice(first, first + across)
    const height = Math.max(...row.map(heightOfPlot)) + ROW_GAP
    keepTogether(doc, height)
    const top = doc.y
    for (const [place, plot] of row.entries())
      drawPlot(doc, plot, { left: MARGIN + place * (width + GAP), top, width })
    doc.y = top + height
  }
}

function heightOfPlot(plot: PdfPlot): number {
  if (plot.type === 'histogram') return HEAD + heightOfHistogram
  if (plot.type === 'bars') return HEAD + heightOfBars(plot)
  if (plot.type === 'maps') return HEAD + heightOfMaps(plot)
  return HEAD + heightOfMatrix(plot)
}

function drawPlot(doc: Doc, plot: PdfPlot, box: Box): void {
  const { left, top, width } = box
  const noteWidth = plot.note ? 44 : 0
  line(doc, plot.title, { left, top, width: width - noteWidth, size: 8.5, weight: 600 })
  if (plot.note)
    line(doc, plot.note, { left: left + width - noteWidth, top, width: noteWidth, align: 'right' })
  const inner = { left, top: top + HEAD, width }
  if (plot.type === 'histogram') drawHistogram(doc, plot, inner)
  else if (plot.type === 'bars') drawBars(doc, plot, inner)
  else if (plot.type === 'maps') drawMaps(doc, plot, inner)
  else drawMatrix(doc, plot, inner)
}
