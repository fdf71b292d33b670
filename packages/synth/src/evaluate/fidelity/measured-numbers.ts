import type { FittedColumn } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import { isWide, massOfSlope, meanOfDecay } from '../../model/value-in-cell.ts'
import type { CellFill } from '../../schema/infer/grid.ts'
import { HOLDOUT_ONE_IN } from '../samples.ts'
import { hidingDeviation, varianceOfSum } from './marginal-noise.ts'
import {
  type CodedEstimates,
  type CodedFigures,
  type Estimate,
  isTime,
  type NumberFigures,
  QUANTILES,
  writeFigures,
} from './number-figures.ts'

/** Two-sided 95 %. */
const DEVIATIONS = 1.96
/** A mean that is less sure than this share of what its column is about says nothing. */
const LEAST_PRECISION = 0.25
/** A quantile that may be anywhere in this part of the column says nothing. */
const MOST_OF_RANGE = 0.5
/** Deviations of noise behind which rows may hide beyond the values seen. */
const HIDDEN_DEVIATIONS = 2
/** Hidden rows are taken into account up to so many times the largest value seen, and may decide up to so many. */
const HIDDEN_REACH = { counted: 2, feared: 5 }
/** A total of a twin with more or fewer rows than the original, by this share, would mislead. */
const MOST_ROWS_APART = 0.02

/** Describes the rows that a column was measured on, from noisy counts. */
export type MeasuredRows = {
  total: { count: number; variance: number }
  /** Rows of a unit, which are held out together. */
  rowsPerUnit: number
  /** False where rows of the original do not count, so that there is no total. */
  countsAll: boolean
}

/**
 * Returns means, totals and quantiles of the original as its noisy marginal shows them, next to the twin's. They cost no
 * privacy. Intervals hold with 95 % confidence: of noise, of where in a cell its rows are, and of the held-out rows, which
 * were not measured; they count with rows that noise hides up to twice as far out as any that it shows.
 */
export function measuredNumbers(
  column: FittedColumn,
  rows: MeasuredRows,
  twin: CodedFigures & { rowCount: number },
): NumberFigures | null {
  const cells = cellsOf(column)
  if (!cells) return null
  const quantiles = QUANTILES.map((share) => quantileOf(cells, share, rows))
  const spread = rangeOf(quantiles)
  const mean = isTime(column.schema) ? null : meanOf(cells, rows)
  const whole = (rows.total.count * HOLDOUT_ONE_IN) / (HOLDOUT_ONE_IN - 1)
  const isComparable = Math.abs(twin.rowCount - whole) <= MOST_ROWS_APART * whole
  const estimates: CodedEstimates = {
    mean,
    total: mean && totalOf(mean, cells, rows),
    quantiles: quantiles.map((found) => (found && found.high - found.low <= spread ? found : null)),
  }
  return writeFigures(column.schema, estimates, twin, { hasTotal: rows.countsAll && isComparable })
}

/** Holds a cell with rows, of integers from `low` to `high` - 1. */
type Cell = { index: number; low: number; high: number; rows: number; middle: number }

/** Holds the cells with rows, from lowest to highest, and the rows with a value. */
type Cells = { column: FittedColumn; present: Cell[]; count: number }

function cellsOf(column: FittedColumn): Cells | null {
  if (column.values.type !== 'grid') return null
  const { grid } = column.values
  const present = Array.from({ length: grid.starts.length - 1 }, (_, index): Cell => {
    const [low, high] = [at(grid.starts, index), at(grid.starts, index + 1)]
    const rows = at(column.binning.cellWeights, index)
    return { index, low, high, rows, middle: middleOf(low, high, grid.fills?.[index] ?? null) }
  }).filter(({ rows }) => rows > 0)
  const count = present.reduce((sum, { rows }) => sum + rows, 0)
  return count > 0 ? { column, present, count } : null
}

/** Returns the mean of a cell's values as far as is known. */
function middleOf(low: number, high: number, fill: CellFill | null): number {
  const { decay, slope } = fill ?? { slope: 0 }
  if (decay) return meanOfDecay(low, high, decay)
  if (!isWide(low, high)) return (low + high - 1) / 2
  const size = massOfSlope(low, high, slope + 1) / massOfSlope(low, high, slope)
  return low > 0 ? size : 1 - size
}

function meanOf(cells: Cells, { rowsPerUnit }: MeasuredRows): Estimate | null {
  const { column, present, count } = cells
  const average = (of: (cell: Cell) => number) =>
    present.reduce((sum, cell) => sum + cell.rows * of(cell), 0) / count
  const mean = average(({ middle }) => middle)
  const offsets = new Map(present.map(({ index, middle }) => [index, (middle - mean) / count]))
  const withinCells = present.reduce(
    (sum, { rows, low, high }) => sum + (rows * (high - low - 1)) ** 2 / 12,
    0,
  )
  const ofRows = average(({ middle }) => (middle - mean) ** 2)
  const variance =
    varianceOfSum(column.marginal, (index) => offsets.get(index) ?? 0) +
    withinCells / count ** 2 +
    (rowsPerUnit * ofRows) / (HOLDOUT_ONE_IN * count)
  const reach = DEVIATIONS * Math.sqrt(variance)
  const hidden = (HIDDEN_DEVIATIONS * hidingDeviation(column.marginal)) / count
  const beyond = (times: number) => {
    const { low, high } = furthest(cells, times)
    return { low: hidden * Math.min(0, low - mean), high: hidden * Math.max(0, high - mean) }
  }
  const counted = beyond(HIDDEN_REACH.counted)
  const feared = beyond(HIDDEN_REACH.feared)
  const scale = LEAST_PRECISION * Math.max(Math.abs(mean), halfOfMiddle(cells))
  if (Math.max(reach, feared.high, -feared.low) > scale) return null
  return { value: mean, low: mean - reach + counted.low, high: mean + reach + counted.high }
}

/** Returns how far out rows may be that noise hides: between declared bounds, or so many times what is seen. */
function furthest({ column, present }: Cells, times: number): { low: number; high: number } {
  const [least, most] = [at(present, 0).low, at(present, present.length - 1).high - 1]
  if (column.schema.bounds) return { low: least, high: most }
  return { low: least < 0 ? times * least : 0, high: most > 0 ? times * most : 0 }
}

/** Returns half of the range of the middle half of the values. */
function halfOfMiddle(cells: Cells): number {
  return (place(cells, 0.75).value - place(cells, 0.25).value) / 2
}

function totalOf(
  mean: Estimate,
  { count }: Cells,
  { total, rowsPerUnit }: MeasuredRows,
): Estimate | null {
  const whole = (count * HOLDOUT_ONE_IN) / (HOLDOUT_ONE_IN - 1)
  const relative =
    DEVIATIONS *
    Math.hypot(Math.sqrt(total.variance) / total.count, Math.sqrt(rowsPerUnit / (4 * whole)))
  const ends = [mean.low, mean.high].flatMap((end) => [
    end * whole * (1 - relative),
    end * whole * (1 + relative),
  ])
  return { value: mean.value * whole, low: Math.min(...ends), high: Math.max(...ends) }
}

/** Returns the value below which a share of the rows is, and the cell that holds it. */
function place({ present, count }: Cells, share: number) {
  let below = 0
  for (const cell of present) {
    const above = below + cell.rows / count
    if (share <= above || cell === present.at(-1)) {
      const part = Math.max(0, Math.min(1, (share - below) / (above - below)))
      const width = cell.high - cell.low
      const value = cell.low + Math.min(width - 1, Math.floor(part * width))
      return { value, cell, below, above }
    }
    below = above
  }
  throw new RangeError('No cell has rows')
}

/** The interval ends with the cells that hold its ends: where in them rows are is not known. */
function quantileOf(cells: Cells, share: number, { rowsPerUnit }: MeasuredRows): Estimate | null {
  const { column, count } = cells
  const { value, cell, below, above } = place(cells, share)
  const varianceBelow = (end: number, rank: number) =>
    varianceOfSum(column.marginal, (index) => ((index < end ? 1 : 0) - rank) / count)
  const variance = Math.max(varianceBelow(cell.index, below), varianceBelow(cell.index + 1, above))
  const ofHoldout = (rowsPerUnit * share * (1 - share)) / (HOLDOUT_ONE_IN * count)
  const { bounds } = column.schema
  const hidden = bounds ? 0 : (HIDDEN_DEVIATIONS * hidingDeviation(column.marginal)) / count
  const reach = DEVIATIONS * Math.sqrt(variance + ofHoldout) + hidden
  if (share - reach <= 0 || share + reach >= 1) return null
  return {
    value,
    low: place(cells, share - reach).cell.low,
    high: place(cells, share + reach).cell.high - 1,
  }
}

/** Returns the widest interval of a quantile that still says something of the column. */
function rangeOf(quantiles: (Estimate | null)[]): number {
  const values = quantiles.flatMap((found) => (found ? [found.value] : []))
  return MOST_OF_RANGE * (Math.max(...values) - Math.min(...values))
}
