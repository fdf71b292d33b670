/** What plots on printed pages are made of: boxes, lines of text, ends of axes, tints. */
import { colors, type Doc, write } from './pdf-text.ts'

export type Shares = readonly number[]

/** Where a plot goes and how much room it has, in points. */
export type Box = { left: number; top: number; width: number }

// Points.
export const PLOT = 52
export const TICKS = 11
const SMALL = 7.5
const TINY = 6.5

type Line = Box & {
  size?: number
  weight?: 400 | 600
  align?: 'left' | 'right' | 'center'
  color?: string
}

/** One line, cut where it would not fit. */
export function line(
  doc: Doc,
  text: string,
  { left, top, width, size = SMALL, ...style }: Line,
): void {
  doc.font(`latin-${style.weight ?? 400}`).fontSize(size)
  let shown = text
  while (shown.length > 1 && doc.widthOfString(shown) > width)
    shown = `${shown.replace(/…$/, '').slice(0, -1)}…`
  write(doc, shown, { at: [left, top], width: width + 1, size, color: colors.muted, ...style })
}

/** A line whose middle is at `middle`. */
export function lineAround(
  doc: Doc,
  text: string,
  { middle, ...of }: Omit<Line, 'top' | 'size'> & { middle: number },
): void {
  line(doc, text, { ...of, top: middle - SMALL * 0.62 })
}

/** Below a plot: what it begins and ends with. */
export function drawEnds(
  doc: Doc,
  [low, high]: readonly [string, string],
  { left, top, width }: Box,
): void {
  const half = width / 2 - 2
  const style = { top: top + 2, width: half, size: TINY }
  line(doc, low, { left, ...style })
  line(doc, high, { left: left + width - half, align: 'right', ...style })
}

/** A color on white paper, as strong as `share`. */
export function tint(color: string, share: number): string {
  const mixed = [1, 3, 5].map((at) =>
    Math.round(255 - (255 - Number.parseInt(color.slice(at, at + 2), 16)) * Math.min(1, share)),
  )
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
