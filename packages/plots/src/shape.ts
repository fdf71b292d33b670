/** Shapes of a plot: geometry and color roles. Printers turn them into React elements, SVG text or PDF operators. */

/** Names a color role; each printer maps it to a color of its medium. */
export type Role = 'original' | 'twin' | 'negative' | 'grid' | 'axis' | 'text' | 'muted'

/**
 * Describes a weaker color: `share` (0 to 1) of the role's color, the rest is the background. Over
 * `surface`, 1 is still pale enough for text on it; over `sunken`, 1 is the full color.
 */
export type Tint = { share: number; over: 'surface' | 'sunken' }

export type Paint = {
  role: Role
  tint?: Tint
  /** Width of the outline; without it the shape is filled. */
  stroke?: number
  /** Shown when pointed at. */
  hint?: string
}

export type Text = {
  kind: 'text'
  /** The baseline's start, middle or end, by `anchor`. */
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  text: string
  /** Font size. */
  size: number
  /** Width that the text may take; `text` is cut to it. */
  room: number
  /** A name from the data, in the monospaced font where the medium has one. */
  isName?: boolean
  role: Role
  hint?: string
}

export type Shape =
  | ({ kind: 'line'; x1: number; y1: number; x2: number; y2: number; stroke: number } & Paint)
  | ({ kind: 'rect'; x: number; y: number; width: number; height: number } & Paint)
  | ({ kind: 'path'; d: string } & Paint)
  | Text

/**
 * Describes the space of a plot, in the printer's unit (pixels or points). Heights follow from the
 * font size.
 */
export type Box = { width: number; text: number }

export type Plot = { width: number; height: number; shapes: Shape[] }

/** Rounds to hundredths, for short SVG. */
export const round = (value: number) => Math.round(value * 100) / 100

type Point = readonly [x: number, y: number]
type Size = readonly [width: number, height: number]

export const line = (
  [x1, y1]: Point,
  [x2, y2]: Point,
  paint: Paint & { stroke: number },
): Shape => ({
  kind: 'line',
  x1: round(x1),
  y1: round(y1),
  x2: round(x2),
  y2: round(y2),
  ...paint,
})

export const rect = ([x, y]: Point, [width, height]: Size, paint: Paint): Shape => ({
  kind: 'rect',
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
  ...paint,
})

/** Returns nothing for an empty path. */
export const path = (d: string, paint: Paint): Shape[] =>
  d === '' ? [] : [{ kind: 'path', d, ...paint }]
