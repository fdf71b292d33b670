/**
 * Cells over the integers: cell k holds those from starts[k] to starts[k + 1] - 1, so `starts` has one
 * entry more than there are cells. A column is coded onto cells that are public, or follow from what is
 * private already, so they cannot leak a single row's value.
 */
export type Grid = {
  starts: Float64Array
  /** Holds how the integers of each cell differ in frequency; null if all are equally likely, absent if so in every cell. */
  fills?: (CellFill | null)[]
}

/** Describes which integers of a cell are likelier than others. */
export type CellFill = {
  /** The relative frequency of an integer by its trailing zeros (see `zerosOf`); null if they do not matter. */
  byZeros: Float64Array | null
  /** In a wide cell, numbers of size s have a density of s to the power of `slope` - 1: evenly in the logarithm at 0. */
  slope: number
  /** In place of a slope: the rate at which the density falls with each integer, negative where it rises. */
  decay?: number
}

/** Below this, every integer has its own cell. */
const EXACT_LIMIT = 100
const FIRST_DECADE = 2
/** Magnitudes from 10^14 on share the outermost cell. */
const LAST_DECADE = 13

/** The two leading digits at which a decade is cut: all, about one in three, about one in eight. */
const MANTISSAS = {
  fine: Array.from({ length: 90 }, (_, i) => i + 10),
  medium: [
    10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 25, 26, 28, 30, 32, 35, 40, 45, 50, 55, 60, 65,
    70, 75, 80, 85, 90, 95,
  ],
  coarse: [10, 11, 12, 13, 15, 17, 20, 22, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90],
}

/**
 * Builds a grid with exact integers for |v| < 100; beyond, both signs, every decade is cut at round
 * numbers, each of which has its own cell before the cell of the values between it and the next:
 * people round amounts, so values accumulate at round numbers, and a quantile of a column is often
 * one. Tables so small (by their noisy row count) that noise would hide finer cells are cut at
 * fewer.
 */
export function decimalGrid(rowCount: number): Grid {
  const { fine, medium, coarse } = MANTISSAS
  const mantissas = rowCount >= 8000 ? fine : rowCount >= 2000 ? medium : coarse
  const positive: number[] = []
  for (let v = 0; v < EXACT_LIMIT; v++) positive.push(v)
  for (let decade = FIRST_DECADE; decade <= LAST_DECADE; decade++) {
    const unit = 10 ** (decade - 1)
    for (const mantissa of mantissas) positive.push(mantissa * unit, mantissa * unit + 1)
  }
  positive.push(10 ** (LAST_DECADE + 1))
  const negative = positive
    .slice(2)
    .map((start) => 1 - start)
    .reverse()
  return { starts: Float64Array.from([...negative, ...positive]) }
}

/** Returns the number of digits that each cell's integers have, negative below zero. */
export function digitsOfCells({ starts }: Grid): Int32Array {
  return Int32Array.from(starts.subarray(0, -1), (start, cell) => {
    const nearest = start < 0 ? starts[cell + 1]! - 1 : start
    return (start < 0 ? -1 : 1) * String(Math.abs(nearest)).length
  })
}

/**
 * Returns `cellCount` cells of `width` integers from `low` on; values outside are in the outermost
 * cells.
 */
export function linearGrid(low: number, width: number, cellCount: number): Grid {
  const starts = Float64Array.from({ length: cellCount + 1 }, (_, k) => low + k * width)
  return { starts }
}

/** The grid without the integers from `end` on, which have to be in its last cell. */
function cutAbove(grid: Grid, end: number): Grid {
  grid.starts[grid.starts.length - 1] = end
  return grid
}

export function cellCount(grid: Grid): number {
  return grid.starts.length - 1
}

/** Returns the cell of a value; values outside are in the outermost cells. */
export function cellAt({ starts }: Grid, value: number): number {
  return lastAtMost(starts, value, starts.length - 2)
}

/**
 * Returns the position, up to `last`, of the largest of some sorted numbers that is at most
 * `value`; 0 if none is.
 */
export function lastAtMost(
  sorted: ArrayLike<number>,
  value: number,
  last = sorted.length - 1,
): number {
  let low = 0
  let high = last
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sorted[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

const SECONDS_PER_DAY = 86_400
/** Nice widths for time cells, in seconds. */
const TIME_STEPS_SECONDS = [1, 60, 300, 900, 3600, 21_600, 86_400, 604_800, 2_592_000, 31_536_000]
const MAX_TIME_CELLS = 1000

/**
 * Builds a grid for 1900-2100 in cells of `days` days, which finds the range of a date column
 * before a finer grid is built.
 */
export function coarseTimeGrid(unitSeconds: number, days: number): Grid {
  const low = (-25_567 * SECONDS_PER_DAY) / unitSeconds
  return linearGrid(low, (days * SECONDS_PER_DAY) / unitSeconds, Math.ceil(73_080 / days))
}

/** Cells in which seasons show, in seconds: hours of times, days of dates; wider where the range is longer. */
const SEASON_STEPS_SECONDS = [3600, 10_800, 21_600, 43_200, 86_400]
const MAX_SEASON_CELLS = 50_000
export type SeasonalGrids = { fine: Grid; trend: Grid }

/**
 * Returns two grids between two (already private) bounds: a `trend` of days or more in at most
 * `trendCells` cells, and within them a `fine` one of hours or, for dates, days. Null if
 * `fineTimeGrid` shows these itself.
 */
export function seasonalGrids(
  low: number,
  high: number,
  unitSeconds: number,
  trendCells: number,
): SeasonalGrids | null {
  const units = high - low
  if (units / Math.max(1, SEASON_STEPS_SECONDS[0]! / unitSeconds) <= MAX_TIME_CELLS) return null
  const widthOf = (steps: number[], limit: number) =>
    steps.map((seconds) => seconds / unitSeconds).find((step) => step >= 1 && units / step <= limit)
  const trendSteps = TIME_STEPS_SECONDS.filter((seconds) => seconds >= SECONDS_PER_DAY)
  const trend = widthOf(trendSteps, Math.min(MAX_TIME_CELLS, trendCells)) ?? units
  const fine = widthOf(SEASON_STEPS_SECONDS, MAX_SEASON_CELLS)
  if (fine === undefined || fine >= trend) return null
  const grid = (width: number) => cutAbove(linearGrid(low, width, Math.ceil(units / width)), high)
  return { fine: grid(fine), trend: grid(trend) }
}

/** Returns at most 1000 cells of a whole number of steps between two (already private) bounds. */
export function fineTimeGrid(low: number, high: number, unitSeconds: number): Grid {
  const units = Math.max(1, high - low)
  const width =
    TIME_STEPS_SECONDS.map((seconds) => seconds / unitSeconds).find(
      (step) => step >= 1 && Number.isInteger(step) && units / step <= MAX_TIME_CELLS,
    ) ?? Math.ceil(units / MAX_TIME_CELLS)
  return cutAbove(linearGrid(low, width, Math.ceil(units / width)), high > low ? high : low + width)
}
