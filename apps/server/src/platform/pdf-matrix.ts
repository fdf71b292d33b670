/** A matrix on a printed page: figures from -1 to 1; below the diagonal the original, ringed in brass. */
import { type Box, line, type Shares, tint } from './pdf-plot-parts.ts'
import { colors, type Doc } from './pdf-text.ts'

export type PdfMatrix = { type: 'matrix'; labels: readonly string[]; values: readonly Shares[] }

const CELL = 19

export const heightOfMatrix = ({ labels }: PdfMatrix) => CELL * (labels.length + 1)

export function drawMatrix(
  doc: Doc,
  { labels, values }: PdfMatrix,
  { left, top, width }: Box,
): void {
  const names = Math.min(150, width * 0.3)
  const cell = Math.min(48, (width - names) / labels.length)
  for (const [column] of labels.entries())
    line(doc, String(column + 1), {
      left: left + names + column * cell,
      top: top + 6,
      width: cell,
      align: 'center',
    })
  for (const [row, label] of labels.entries()) {
    const y = top + CELL * (row + 1)
    line(doc, `${row + 1}  ${label}`, { left, top: y + 5, width: names - 6 })
    for (const [column, value] of values[row]!.entries()) {
      if (row === column) continue
      const x = left + names + column * cell
      const ink = tint(value < 0 ? colors.rust : colors.petrol, 0.6 * Math.abs(value))
      doc.rect(x + 1, y + 1, cell - 2, CELL - 2).fill(ink)
      if (row > column)
        doc
          .rect(x + 1.4, y + 1.4, cell - 2.8, CELL - 2.8)
          .lineWidth(0.8)
          .stroke(colors.brass)
      const text = value.toFixed(2).replace('-0.00', '0.00')
      line(doc, text, { left: x, top: y + 5, width: cell, align: 'center', color: colors.ink })
    }
  }
}
