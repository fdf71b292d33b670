/** Plots of an original and its synthetic twin, on printed pages. */
import { type Box, cutText, type Plot } from '@semblance/plots'
import { drawShapes } from './pdf-shapes.ts'
import {
  colors,
  type Doc,
  drawHeading,
  GAP,
  heightOf,
  keepTogether,
  lineWidth,
  MARGIN,
  widthOf,
  write,
} from './pdf-text.ts'

export type PdfPlot = {
  title: string
  /** Appears at the right end of the title. */
  note: string
  /** Lays the plot out for so many points. */
  draw: (box: Box) => Plot
}

export type PdfPlots = {
  heading: string
  intro: string
  plots: readonly PdfPlot[]
  /** Sets the number of plots per row. */
  across: number
}

// Points.
const HEAD = 15
const ROW_GAP = 12
const TEXT = 7
const TITLE = 8.5

/** Draws a heading, a description, and rows of plots, each row on one page. */
export function drawPlots(doc: Doc, { heading, intro, plots, across }: PdfPlots): void {
  const width = (lineWidth(doc) - GAP * (across - 1)) / across
  const drawn = plots.map((plot) => ({ ...plot, plot: plot.draw({ width, text: TEXT }) }))
  const rows = Array.from({ length: Math.ceil(drawn.length / across) }, (_, row) =>
    drawn.slice(row * across, (row + 1) * across),
  )
  const heightOfRow = (row: typeof drawn) =>
    HEAD + Math.max(...row.map(({ plot }) => plot.height)) + ROW_GAP
  const introHeight = heightOf(doc, intro, lineWidth(doc)) + 16
  drawHeading(doc, heading, introHeight + (rows[0] ? heightOfRow(rows[0]) : 0))
  write(doc, intro, { at: [MARGIN, doc.y + 8] })
  doc.y += 8
  for (const row of rows) {
    const height = heightOfRow(row)
    keepTogether(doc, height)
    const top = doc.y
    for (const [place, { title, note, plot }] of row.entries()) {
      const left = MARGIN + place * (width + GAP)
      drawTitle(doc, { title, note }, { left, top, width })
      drawShapes(doc, plot, left, top + HEAD)
    }
    doc.y = top + height
  }
}

type Place = { left: number; top: number; width: number }

function drawTitle(
  doc: Doc,
  { title, note }: Pick<PdfPlot, 'title' | 'note'>,
  { left, top, width }: Place,
): void {
  const noteWidth = note ? widthOf(doc, note, TEXT) : 0
  const color = colors.muted
  const shown = cutText(title, width - noteWidth - 6, TITLE)
  if (title) write(doc, shown, { at: [left, top], width, size: TITLE, weight: 600, color })
  if (note)
    write(doc, note, {
      at: [left + width - noteWidth, top + 1],
      width: noteWidth + 2,
      size: TEXT,
      color,
    })
}
