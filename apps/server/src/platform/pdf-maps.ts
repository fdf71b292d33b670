/** Two columns on a printed page: a map of the original (brass) beside one of the twin (petrol). */
import { type Box, drawEnds, lineAround, PLOT, type Shares, TICKS, tint } from './pdf-plot-parts.ts'
import { colors, type Doc, GAP } from './pdf-text.ts'

export type PdfMaps = {
  type: 'maps'
  across: readonly string[]
  /** From top to bottom, as the lists of shares are. */
  down: readonly string[]
  original: readonly Shares[]
  synthetic: readonly Shares[]
}

const LINE = 9

const mapHeight = ({ down }: PdfMaps) => Math.max(PLOT, LINE * down.length)

export const heightOfMaps = (plot: PdfMaps) => mapHeight(plot) + TICKS

export function drawMaps(doc: Doc, plot: PdfMaps, { left, top, width }: Box): void {
  const { across, down, original, synthetic } = plot
  const names = width * 0.26
  const height = mapHeight(plot) / down.length
  const side = (width - names - GAP / 2) / 2
  const most = Math.max(...original.flat(), ...synthetic.flat()) || 1
  for (const [index, label] of down.entries()) {
    const middle = top + (index + 0.5) * height
    lineAround(doc, label, { left, middle, width: names - 4, align: 'right' })
  }
  for (const [place, shares] of [original, synthetic].entries()) {
    const start = left + names + place * (side + GAP / 2)
    const cell = side / across.length
    for (const [row, list] of shares.entries())
      for (const [column, share] of list.entries())
        doc
          .rect(start + column * cell, top + row * height, cell - 0.6, height - 0.6)
          .fill(tint(place === 0 ? colors.brass : colors.petrol, 0.06 + (0.94 * share) / most))
    const ends = [across[0]!, across.at(-1)!] as const
    drawEnds(doc, ends, { left: start, top: top + mapHeight(plot), width: side })
  }
}
