import { addNoise } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import type { ColumnSchema } from '../../schema/column-schema.ts'
import {
  cellAt,
  coarseTimeGrid,
  fineTimeGrid,
  type Grid,
  linearGrid,
  type SeasonalGrids,
  seasonalGrids,
} from '../../schema/infer/grid.ts'
import { consistentCells, presentCells } from '../consistent-cells.ts'
import type { FineMarginal } from '../measure/fine-marginal.ts'
import type { Measure } from '../measure/measure.ts'
import { mostLikelyBin } from '../most-likely-bin.ts'
import { COARSE_TIME_SHARE } from '../private/budget.ts'
import { noisyCells, noisyCellsAndBlocks } from '../private/noisy-blocks.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { type PrivacyLedger, spend } from '../private/privacy-ledger.ts'
import { smoothWeek, spreadByWeek, weekOf } from './seasons.ts'

/** Sets the share of a long time column's budget for the profile of its week. */
const WEEK_SHARE = 0.3
/** A cell of the course has rows for so many deviations of its noise, or longer cells are taken. */
const CLEAR_DEVIATIONS = 3

/** Bundles the inputs of a measurement of the original. */
type Looking = { measure: Measure; ledger: PrivacyLedger; random: RandomSource }

type MeasuredTime = { grid: Grid; marginal: FineMarginal }

/**
 * Measures a column of dates or times: its range, unless declared, its course over days, and the
 * distribution of its rows over the hours of a week, which a course alone would lose.
 */
export async function measureTime(
  looking: Looking,
  index: number,
  schema: ColumnSchema,
  rho: number,
  total: number,
): Promise<MeasuredTime> {
  const { bounds, unitSeconds } = schema
  const rhoRange = bounds ? 0 : rho * COARSE_TIME_SHARE
  const [low, high] = bounds
    ? [bounds.low, bounds.high + 1]
    : await measureRange(looking, index, schema, rhoRange, total)
  const { measure, ledger, random } = looking
  const rhoValues = rho - rhoRange
  const rhoCourse = (1 - WEEK_SHARE) * rhoValues
  const clearCells = Math.max(1, total / (CLEAR_DEVIATIONS * sigmaOfRho(rhoCourse)))
  const grids = seasonalGrids(low, high, unitSeconds, clearCells)
  spend(ledger, `values of ${schema.name}`, rhoValues)
  if (!grids) {
    const grid = fineTimeGrid(low, high, unitSeconds)
    const exact = await measure.countCells(index, grid)
    return { grid, marginal: noisyCellsAndBlocks(exact, grid, rhoValues, random) }
  }
  const counted = await countByWeek(measure, index, grids, unitSeconds)
  const sigma = sigmaOfRho(WEEK_SHARE * rhoValues)
  const week = smoothWeek(addNoise(counted.week, sigma, random), sigma)
  const noisy = noisyCellsAndBlocks(counted.course, grids.trend, rhoCourse, random)
  // Days first share what their blocks have; in hours, small counts of the night would be cut with the noise.
  const course = { ...noisy, noisy: consistentCells(noisy, [], total) }
  const marginal = spreadByWeek(course, week, counted.trendOf, counted.slotOf)
  return { grid: grids.fine, marginal }
}

/** Exact rows per longer cell (missing values last) and per slot of the week, and where each fine cell belongs. */
async function countByWeek(
  measure: Measure,
  index: number,
  { fine, trend }: SeasonalGrids,
  unitSeconds: number,
): Promise<{
  course: Float64Array
  week: Float64Array
  trendOf: Int32Array
  slotOf: Int32Array
}> {
  const exact = await measure.countCells(index, fine)
  const starts = fine.starts.subarray(0, -1)
  const { slotCount, slotOf } = weekOf((starts[1]! - starts[0]!) * unitSeconds)
  const trendOfCell = Int32Array.from(starts, (start) => cellAt(trend, start))
  const slotOfCell = Int32Array.from(starts, (start) => slotOf(start * unitSeconds))
  const course = new Float64Array(trend.starts.length)
  const week = new Float64Array(slotCount)
  for (let cell = 0; cell < starts.length; cell++) {
    course[trendOfCell[cell]!]! += exact[cell]!
    week[slotOfCell[cell]!]! += exact[cell]!
  }
  course[course.length - 1] = exact[starts.length]!
  return { course, week, trendOf: trendOfCell, slotOf: slotOfCell }
}

/** Rows, in deviations of a cell's noise, that show in cells of a year even if they are spread over twenty. */
const ENOUGH_FOR_YEARS = 40
const DAYS_OF_YEAR = 365
/**
 * Sets the cells of the second pass; if none is significant alone, `presentCells` combines several.
 */
const CLOSER_CELLS = 64
const SECONDS_PER_DAY = 86_400
const SECONDS_PER_YEAR = 365.25 * SECONDS_PER_DAY
/** Each ten years away from about now make a column e times rarer. */
const USUAL_YEAR = 2015
const YEARS_PER_SURPRISE = 10

/**
 * Measures the range of the values in two steps: from the first to the end of the last cell that
 * clearly contains rows, of a public grid of years, in small tables of ten years, and then of finer
 * cells between the two. If no year does, takes the most likely one.
 */
async function measureRange(
  { measure, ledger, random }: Looking,
  index: number,
  { name, unitSeconds }: ColumnSchema,
  rho: number,
  total: number,
): Promise<[number, number]> {
  const rows = total / sigmaOfRho(rho / 2)
  const look = async (what: string, grid: Grid) => {
    spend(ledger, `${what} of ${name}`, rho / 2)
    return noisyCells(await measure.countCells(index, grid), rho / 2, random)
  }
  const days = rows >= ENOUGH_FOR_YEARS ? DAYS_OF_YEAR : 10 * DAYS_OF_YEAR
  const years = coarseTimeGrid(unitSeconds, days)
  const found = await look('years', years)
  const present = presentCells(found)
  if (!present.includes(1)) {
    const surprises = surprisesOf(years, unitSeconds)
    const counts = found.noisy.subarray(0, -1)
    present[mostLikelyBin(counts, found.variances, surprises, total)] = 1
  }
  const [low, high] = spanOf(years, present)
  const day = Math.max(1, SECONDS_PER_DAY / unitSeconds)
  const width = Math.ceil((high - low) / CLOSER_CELLS / day) * day
  const closer = linearGrid(low, width, Math.ceil((high - low) / width))
  const seen = presentCells(await look('range', closer))
  return seen.includes(1) ? spanOf(closer, seen) : [low, high]
}

const spanOf = ({ starts }: Grid, present: Uint8Array): [number, number] => [
  starts[present.indexOf(1)]!,
  starts[present.lastIndexOf(1) + 1]!,
]

function surprisesOf({ starts }: Grid, unitSeconds: number): Float64Array {
  return Float64Array.from(starts.subarray(0, -1), (start, cell) => {
    const middle = (start + starts[cell + 1]!) / 2
    const year = 1970 + (middle * unitSeconds) / SECONDS_PER_YEAR
    return Math.abs(year - USUAL_YEAR) / YEARS_PER_SURPRISE
  })
}
