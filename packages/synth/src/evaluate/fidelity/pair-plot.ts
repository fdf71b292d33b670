import type { FittedColumn } from '../../model/fitted-model.ts'
import { cellsOf } from '../../model/measure/cells-of-values.ts'
import type { SampleColumn } from '../table-sample.ts'
import { totalVariation } from './column-shapes.ts'
import { buildAxis, type CellAxis, type LaidAxis, type PairAxis } from './pair-axis.ts'

/**
 * Describes the joint frequencies of two columns, in the original and in the twin. Places on `y`
 * run from top to bottom: numbers grow upward, the commonest name is on top.
 */
export type PairPlot = {
  x: PairAxis
  y: PairAxis
  /** Shares of the rows that have both values: one list per place on `y`, one entry per place on `x`. */
  original: number[][]
  synthetic: number[][]
  /** The place with most rows, as in "most often Rome with 20–39, 12% of rows". */
  inWords: { original: string; synthetic: string }
  /** 1 - total variation between the two. */
  match: number
}

/**
 * Names columns by position in the table; `strength` is their distance from independence, 0 to 2
 * (an L1 distance of shares).
 */
type RankedPair = { columns: readonly [number, number]; strength: number }

/** Bounds a report: this many plots have at most 2,400 cells. */
const MAX_PLOTS = 12
/** Else one column that all others depend on would fill the report. */
const MAX_PLOTS_PER_COLUMN = 3

/** Below this, a plot would show two columns that have little to do with each other. */
const LEAST_STRENGTH = 0.05

/** Returns the strongest of some pairs, with a limit on the pairs of a column. */
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

/** Describes a column's axis, with the place of each of the twin's rows on it; -1 for none. */
export type PlacedColumn = { laid: LaidAxis; made: Int32Array }

/** Describes a column whose axis is laid by fitted cells. */
export type PlottedColumn = { column: FittedColumn; laid: CellAxis; made: Int32Array }

/** Lays the axis of a column by fitted cells; null for a column with only one place. */
export function plottedColumn(column: FittedColumn, twin: SampleColumn): PlottedColumn | null {
  const laid = buildAxis(column)
  return laid && { column, laid, made: placesOf(column, laid, twin) }
}

/** Returns the place of every value on its column's axis; -1 for none. */
export function placesOf(
  column: FittedColumn,
  { placeOfCell }: CellAxis,
  values: SampleColumn,
): Int32Array {
  return cellsOf(column, values).map((cell) => placeOfCell[cell]!)
}

/** Assigns two columns to the axes: names, and the larger number of them, are easier to read on `y`. */
export function layPair<Placed extends PlacedColumn>(a: Placed, b: Placed) {
  return namesOn(a.laid) > namesOn(b.laid) ? { x: b, y: a } : { x: a, y: b }
}

const namesOn = ({ axis, isRanges }: LaidAxis) => (isRanges ? 0 : axis.labels.length)

/** Counts rows by the places of both their values, row-major by `y` over `width` places on `x`. */
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
  { x, y }: { x: PlacedColumn; y: PlacedColumn },
  original: Float64Array,
  counted = original,
): PairPlot | null {
  const [width, height] = [x, y].map(({ laid }) => laid.axis.labels.length) as [number, number]
  const own = sharesOf(original)
  const exact = sharesOf(counted)
  const made = sharesOf(countPlaces({ x: x.made, y: y.made }, { width, height }))
  if (!own || !exact || !made) return null
  const downward = <Item>(lines: Item[]) => (y.laid.isRanges ? lines.toReversed() : lines)
  const lines = (shares: Float64Array) =>
    downward(
      Array.from({ length: height }, (_, line) => [
        ...shares.subarray(line * width, (line + 1) * width).map(rounded),
      ]),
    )
  const axes = { x: x.laid.axis, y: { ...y.laid.axis, labels: downward(y.laid.axis.labels) } }
  const [shown, twin] = [lines(own), lines(made)]
  return {
    ...axes,
    original: shown,
    synthetic: twin,
    inWords: { original: commonestPlace(axes, shown), synthetic: commonestPlace(axes, twin) },
    match: rounded(1 - totalVariation(exact, made)),
  }
}

function commonestPlace({ x, y }: Pick<PairPlot, 'x' | 'y'>, shares: number[][]): string {
  const all = shares.flat()
  const most = Math.max(...all)
  const place = all.indexOf(most)
  const [down, across] = [Math.floor(place / x.labels.length), place % x.labels.length]
  return `most often ${y.labels[down]} with ${x.labels[across]}, ${percent.format(most)} of rows`
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

function sharesOf(counts: Float64Array): Float64Array | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total > 0 ? counts.map((count) => count / total) : null
}

/** More digits would only make a report longer. */
const rounded = (share: number) => Math.round(share * 1e5) / 1e5
