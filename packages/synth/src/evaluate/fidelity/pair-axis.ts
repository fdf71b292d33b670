import type { FittedColumn } from '../../model/fitted-model.ts'
import { poolCell } from '../../model/fitted-rules.ts'
import { OTHER_LABEL } from '../../model/measure/discover-categories.ts'
import { rangeLabels } from './range-labels.ts'

/** Describes one side of a pair's plot: the places of values on it. */
export type PairAxis = { column: string; labels: string[] }

/** Describes an axis by ascending ranges, or by names, the most common first. */
export type LaidAxis = { axis: PairAxis; isRanges: boolean }

/**
 * Describes an axis, and the place on it of each fine cell of its column; -1 for missing values.
 */
export type CellAxis = LaidAxis & { placeOfCell: Int32Array }

const MAX_RANGES = 10
/** Narrower ranges would be empty rows of a plot. */
const MIN_RANGE_SHARE = 0.02
/** Names on an axis, the last of which may stand for all others. */
export const MAX_CATEGORIES = 8

/**
 * Builds an axis from a column's fitted cells, which are private or guarded, so that it reveals
 * nothing more of the original. Null for fewer than two places: nothing can depend on such a
 * column.
 */
export function buildAxis(column: FittedColumn): CellAxis | null {
  const laid =
    column.values.type === 'grid'
      ? layRanges(column, column.values.grid.starts)
      : layCategories(column, column.values.labels)
  return laid && laid.axis.labels.length > 1 ? laid : null
}

function layRanges(column: FittedColumn, starts: Float64Array): CellAxis | null {
  const weights = column.binning.cellWeights.subarray(0, starts.length - 1)
  const present = [...weights.keys()].filter((cell) => weights[cell]! > 0)
  if (present.length === 0) return null
  const firstCells = mergeLightest(present.map((cell) => ({ cell, weight: weights[cell]! })))
  const bounds = [...firstCells.map((cell) => starts[cell]!), starts[present.at(-1)! + 1]!]
  const placeOfCell = new Int32Array(column.binning.binOfCell.length).fill(-1)
  for (let cell = 0; cell < starts.length - 1; cell++)
    placeOfCell[cell] = Math.max(
      0,
      firstCells.findLastIndex((first) => first <= cell),
    )
  return {
    axis: { column: column.schema.name, labels: rangeLabels(bounds, column.schema) },
    isRanges: true,
    placeOfCell,
  }
}

/** Joins the lightest range to its lighter neighbor until none is too light and they are few; their first cells. */
export function mergeLightest(ranges: { cell: number; weight: number }[]): number[] {
  const least = MIN_RANGE_SHARE * ranges.reduce((sum, { weight }) => sum + weight, 0)
  while (ranges.length > 1) {
    let lightest = 0
    for (let i = 1; i < ranges.length; i++)
      if (ranges[i]!.weight < ranges[lightest]!.weight) lightest = i
    if (ranges.length <= MAX_RANGES && ranges[lightest]!.weight >= least) break
    const weightOf = (i: number) => ranges[i]?.weight ?? Number.POSITIVE_INFINITY
    const left = weightOf(lightest - 1) <= weightOf(lightest + 1) ? lightest - 1 : lightest
    ranges[left]!.weight += ranges[left + 1]!.weight
    ranges.splice(left + 1, 1)
  }
  return ranges.map(({ cell }) => cell)
}

/** The commonest labels; the others, and what was pooled, share the last place. */
function layCategories(column: FittedColumn, labels: string[]): CellAxis {
  const weights = column.binning.cellWeights
  const pool = poolCell(labels)
  const present = [...labels.keys()].filter((cell) => weights[cell]! > 0 && cell !== pool)
  present.sort((a, b) => weights[b]! - weights[a]! || a - b)
  const isCut = present.length > MAX_CATEGORIES || weights[pool]! > 0 || weights[labels.length]! > 0
  const shown = present.slice(0, isCut ? MAX_CATEGORIES - 1 : MAX_CATEGORIES)
  const placeOfCell = new Int32Array(column.binning.binOfCell.length).fill(
    isCut ? shown.length : -1,
  )
  for (const [place, cell] of shown.entries()) placeOfCell[cell] = place
  placeOfCell[labels.length + 1] = -1
  const names = shown.map((cell) => labels[cell]!)
  return {
    axis: { column: column.schema.name, labels: isCut ? [...names, OTHER_LABEL] : names },
    isRanges: false,
    placeOfCell,
  }
}
