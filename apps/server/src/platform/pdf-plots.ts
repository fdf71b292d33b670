/** Plots of an original (brass) beside its synthetic twin (petrol), on printed pages. */
import {
  colors,
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
} & (
  | { type: 'histogram'; original: Shares; synthetic: Shares; ends: readonly [string, string] }
  | { type: 'bars'; labels: readonly string[]; original: Shares; synthetic: Shares }
  | PdfMaps
  | { type: 'matrix'; labels: readonly string[]; values: readonly Shares[] }
)

export type PdfPlots = {
  heading: string
  intro: string
  plots: readonly PdfPlot[]
  /** How many stand side by side. */
  across: number
}

type PdfMaps = {
  type: 'maps'
  across: readonly string[]
  /** From top to bottom, as the lists of shares are. */
  down: readonly string[]
  original: readonly Shares[]
  synthetic: readonly Shares[]
}
type Shares = readonly number[]
type Box = { left: number; top: number; width: number }

// Points.
const HEAD = 14
const PLOT = 52
const TICKS = 11
const BAR = 10
const LINE = 9
const CELL = 19
const ROW_GAP = 12
const SMALL = 7.5
const TINY = 6.5

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
  if (plot.type === 'histogram') return HEAD + PLOT + TICKS
  if (plot.type === 'bars') return HEAD + BAR * plot.labels.length
  if (plot.type === 'maps') return HEAD + mapHeight(plot) + TICKS
  return HEAD + CELL * (plot.labels.length + 1)
}

const mapHeight = ({ down }: PdfMaps) => Math.max(PLOT, LINE * down.length)

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

function drawHistogram(
  doc: Doc,
  { original, synthetic, ends }: Extract<PdfPlot, { type: 'histogram' }>,
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

function drawBars(
  doc: Doc,
  { labels, original, synthetic }: Extract<PdfPlot, { type: 'bars' }>,
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

function drawMaps(doc: Doc, plot: PdfMaps, { left, top, width }: Box): void {
  const { across, down, original, synthetic } = plot
  const names = width * 0.26
  const height = mapHeight(plot) / down.length
  const side = (width - names - GAP / 2) / 2
  const most = Math.max(...original.flat(), ...synthetic.flat()) || 1
  for (const [index, label] of down.entries()) {
    const middle = top + (index + 0.5) * height - SMALL * 0.62
    line(doc, label, { left, top: middle, width: names - 4, align: 'right' })
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

/** Figures from -1 to 1; below the diagonal the original, ringed. */
function drawMatrix(
  doc: Doc,
  { labels, values }: Extract<PdfPlot, { type: 'matrix' }>,
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

/** Below a plot: what it begins and ends with. */
function drawEnds(
  doc: Doc,
  [low, high]: readonly [string, string],
  { left, top, width }: Box,
): void {
  const half = width / 2 - 2
  const style = { top: top + 2, width: half, size: TINY }
  line(doc, low, { left, ...style })
  line(doc, high, { left: left + width - half, align: 'right', ...style })
}

function baseline(doc: Doc, { left, top, width }: Box): void {
  doc
    .moveTo(left, top)
    .lineTo(left + width, top)
    .lineWidth(0.5)
    .stroke(colors.line)
}

type Line = Box & {
  size?: number
  weight?: 400 | 600
  align?: 'left' | 'right' | 'center'
  color?: string
}

/** One line, cut where it would not fit. */
function line(doc: Doc, text: string, { left, top, width, size = SMALL, ...style }: Line): void {
  doc.font(`latin-${style.weight ?? 400}`).fontSize(size)
  let shown = text
  while (shown.length > 1 && doc.widthOfString(shown) > width)
    shown = `${shown.replace(/…$/, '').slice(0, -1)}…`
  write(doc, shown, { at: [left, top], width: width + 1, size, color: colors.muted, ...style })
}

/** A color on white paper, as strong as `share`. */
function tint(color: string, share: number): string {
  const mixed = [1, 3, 5].map((at) =>
    Math.round(255 - (255 - Number.parseInt(color.slice(at, at + 2), 16)) * Math.min(1, share)),
  )
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
