/** One column on a printed page: its distribution in the original (brass) and in the twin (petrol). */
import { type Box, drawEnds, line, PLOT, type Shares, TICKS, tint } from './pdf-plot-parts.ts'
import { colors, type Doc } from './pdf-text.ts'

export type PdfHistogram = {
  type: 'histogram'
  original: Shares
  synthetic: Shares
  ends: readonly [string, string]
}

export type PdfBars = {
  type: 'bars'
  labels: readonly string[]
  original: Shares
  synthetic: Shares
}

const BAR = 10

export const heightOfHistogram = PLOT + TICKS
export const heightOfBars = ({ labels }: PdfBars) => BAR * labels.length

export function drawHistogram(
  doc: Doc,
  { original, synthetic, ends }: PdfHistogram,
  { left, top, width }: Box,
): void {
  const tallest = Math.max(...original, ...synthetic) || 1
  const step = width / original.length
  const bottom = top + PLOT
  const heightOfShare = (share: number) => (PLOT * share) / tallest
  for (const [bar, share] of original.entries()) {
    const height = heightOfShare(share)
    doc.rect(left + bar * step, bottom - height, step * 0.86, height).fill(tint(colors.brass, 0.6))
  }
  doc.moveTo(left, bottom)
  for (const [bar, share] of synthetic.entries()) {
    const y = bottom - heightOfShare(share)
    doc.lineTo(left + bar * step, y).lineTo(left + (bar + 1) * step, y)
  }
  doc
    .lineTo(left + width, bottom)
    .lineWidth(1)
    .stroke(colors.petrol)
  baseline(doc, { left, top: bottom, width })
  drawEnds(doc, ends, { left, top: bottom, width })
}

export function drawBars(
  doc: Doc,
  { labels, original, synthetic }: PdfBars,
  { left, top, width }: Box,
): void {
  const longest = Math.max(...original, ...synthetic) || 1
  const names = width * 0.4
  for (const [index, label] of labels.entries()) {
    const at = top + index * BAR
    line(doc, label, { left, top: at, width: names - 4 })
    for (const [side, share] of [original[index]!, synthetic[index]!].entries()) {
      const length = ((width - names) * share) / longest
      const color = side === 0 ? tint(colors.brass, 0.75) : colors.petrol
      doc.rect(left + names, at + 0.5 + side * 3.7, Math.max(0.3, length), 3.2).fill(color)
    }
  }
}

function baseline(doc: Doc, { left, top, width }: Box): void {
  doc
    .moveTo(left, top)
    .lineTo(left + width, top)
    .lineWidth(0.5)
    .stroke(colors.line)
}
