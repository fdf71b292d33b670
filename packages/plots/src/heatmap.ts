/** A square of figures, the stronger the darker: correlations, or how alike pairs of columns are. */
import { type Box, line, type Paint, type Plot, rect, round, type Shape } from './shape.ts'
import { label, textWidth } from './text.ts'

export type HeatmapCell = {
  text: string
  role: 'twin' | 'negative'
  /** Strength of the color, 0 to 1. */
  share: number
  /** Ringed in brass. */
  isOriginal: boolean
}

export type HeatmapData = {
  columns: readonly string[]
  /** Null on the diagonal. */
  cells: readonly (readonly (HeatmapCell | null)[])[]
}

const NAMES = 12
const CELL = 3.8
const PITCH = 2.8

/** Returns the least width at which figures have room. */
export const heatmapWidth = (columns: readonly string[], text: number) =>
  Math.round(text * (NAMES + CELL * columns.length))

/** Draws rows with number and name, columns with their number; `heatmapWidth` is the least legible width. */
export function heatmap({ columns, cells }: HeatmapData, { width, text }: Box): Plot {
  if (columns.length === 0) return { width, height: 0, shapes: [] }
  const size = (11 * text) / 12
  const rowNames = columns.map((column, i) => `${i + 1} ${column}`)
  const longest = Math.max(...rowNames.map((name) => textWidth(name, size, true)))
  const left = Math.min(NAMES * text, 0.3 * width, longest + text)
  const cell = [(width - left) / columns.length, PITCH * text] as const
  const top = 1.7 * text
  const bottom = top + cell[1] * columns.length
  const middle = (k: number) => left + (k + 0.5) * cell[0]
  const baseline = (i: number) => top + (i + 0.5) * cell[1] + 0.35 * text
  const number = { y: text, anchor: 'middle', size: text, room: cell[0], role: 'muted' } as const
  const name = { x: 0, anchor: 'start', size, room: left - text / 2, role: 'text' } as const
  const shapes = [
    ...columns.map((hint, k) => label({ ...number, x: middle(k), text: String(k + 1), hint })),
    line([left, top], [width, bottom], { role: 'axis', stroke: text / 12 }),
    ...columns.flatMap((column, i) => [
      label({ ...name, y: baseline(i), text: rowNames[i] ?? '', isName: true }),
      ...columns.flatMap((other, k) => {
        const found = cells[i]?.[k]
        if (!found) return []
        const start = [left + k * cell[0], top + i * cell[1]] as const
        const hint = `${column}, ${other}: ${found.text}`
        return [
          ...ground(found, { start, cell, text, hint }),
          label({ ...number, x: middle(k), y: baseline(i), text: found.text, role: 'text', hint }),
        ]
      }),
    ]),
  ]
  return { width, height: round(bottom), shapes }
}

type Ground = {
  start: readonly [x: number, y: number]
  cell: readonly [width: number, height: number]
  text: number
  hint: string
}

/** Returns a cell's color and ring. */
function ground(
  { role, share, isOriginal }: HeatmapCell,
  { start: [x, y], cell: [width, height], text, hint }: Ground,
): Shape[] {
  const px = text / 12
  const inset = (by: number, paint: Paint) =>
    rect([x + by, y + by], [width - 2 * by, height - 2 * by], paint)
  const tint = (of: number) => ({ share: Math.min(1, of), over: 'surface' }) as const
  return [
    inset(px, { role, tint: tint(share), hint }),
    ...(isOriginal ? [inset(1.5 * px, { role: 'original', tint: tint(0.8), stroke: px })] : []),
  ]
}
