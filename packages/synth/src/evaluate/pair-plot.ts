import { cellsOf } from '../fit/cells-of-values.ts'
import type { FittedColumn } from '../fit/fitted-model.ts'
import { totalVariation } from './column-shapes.ts'
import { type LaidAxis, layAxis, type PairAxis } from './pair-axis.ts'
import type { SampleColumn } from './table-sample.ts'

/** How often the values of two columns occur together, in the original and in the twin. */
export type PairPlot = {
  x: PairAxis
  y: PairAxis
  /** Shares of the rows that have both values: one list per place on `y`, one entry per place on `x`. */
  original: number[][]
  synthetic: number[][]
  /** 1 - total variation between the two. */
  match: number
}

/** By places in the table; `strength` is how far the two are from independent, 0 to 2 (an L1 distance of shares). */
type RankedPair = { columns: readonly [number, number]; strength: number }

/** Bounds a report: this many plots have at most 2,400 cells. */
const MAX_PLOTS = 12
/** Else one column that all others depend on would fill the report. */
const MAX_PLOTS_PER_COLUMN = 3

/** Below this, a plot would show two columns that have little to do with each other. */
const LEAST_STRENGTH = 0.05

/** The strongest of some pairs, no column in too many of them. */
export function strongestPairs<Pair extends RankedPair>(ranked: Pair[]): Pair[] {
  const uses = new Map<number, number>()
  const used = (column: number) => uses.get(column) ?? 0
  const chosen: Pair[] = []
  for (const pair of ranked.toSorted((p, q) => q.strength - p.strength)) {
    if (chosen.length === MAX_PLOTS || pair.strength < LEAST_STRENGTH) break
    if (pair.columns.some((column) => used(column) >= MAX_PLOTS_PER_COLUMN)) continue
    for (const column of pair.columns) uses.set(column, used(column) + 1)
    chosen.push(pair)
  }
  return chosen
}

/** A column on its axis, with the place of each of the twin's rows. */
export type PlottedColumn = { column: FittedColumn; laid: LaidAxis; made: Int32Array }

/** Null for a column that has but one place. */
export function plottedColumn(column: FittedColumn, twin: SampleColumn): PlottedColumn | null {
  const laid = layAxis(column)
  return laid && { column, laid, made: placesOf(column, laid, twin) }
}

/** The place of every value on its column's axis; -1 for none. */
export function placesOf(
  column: FittedColumn,
  { placeOfCell }: LaidAxis,
  values: SampleColumn,
): Int32Array {
  return cellsOf(column, values).map((cell) => placeOfCell[cell]!)
}

/** Which of two columns lies across and which down: names, and many of them, read better down. */
export function layPair<Plotted extends PlottedColumn>(a: Plotted, b: Plotted) {
  return namesOn(a.laid) > namesOn(b.laid) ? { x: b, y: a } : { x: a, y: b }
}

const namesOn = ({ axis, size }: LaidAxis) => (axis.edges ? 0 : size)

/** Rows by the places of both their values, row-major by `y` over `width` places on `x`. */
export function countPlaces(
  { x, y }: { x: Int32Array; y: Int32Array },
  { width, height }: { width: number; height: number },
): Float64Array {
  const counts = new Float64Array(width * height)
  for (let row = 0; row < x.length; row++)
    if (x[row]! >= 0 && y[row]! >= 0) counts[y[row]! * width + x[row]!]!++
  return counts
}

/**
 * `original` counts its rows by place, row-major by `y`, and `counted` is what it was counted from. Null where either side
 * has no row with both values.
 */
export function pairPlot(
  { x, y }: { x: PlottedColumn; y: PlottedColumn },
  original: Float64Array,
  counted = original,
): PairPlot | null {
  const [width, height] = [x.laid.size, y.laid.size]
  const own = sharesOf(original)
  const exact = sharesOf(counted)
  const made = sharesOf(countPlaces({ x: x.made, y: y.made }, { width, height }))
  if (!own || !exact || !made) return null
  const lines = (shares: Float64Array) =>
    Array.from({ length: height }, (_, line) => [
      ...shares.subarray(line * width, (line + 1) * width).map(rounded),
    ])
  return {
    x: x.laid.axis,
    y: y.laid.axis,
    original: lines(own),
    synthetic: lines(made),
    match: rounded(1 - totalVariation(exact, made)),
  }
}

function sharesOf(counts: Float64Array): Float64Array | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total > 0 ? counts.map((count) => count / total) : null
}

/** More digits would only make a report longer. */
const rounded = (share: number) => Math.round(share * 1e5) / 1e5
