import { addNoise, discreteGaussian } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import type { Grid } from '../../schema/infer/grid.ts'
import { cellsWithRows, clearCells } from '../numbers/clear-cells.ts'
import { countParts, countZerosOfParts } from '../numbers/count-parts.ts'
import { findHeavyValues, leastCount } from '../numbers/heavy-values.ts'
import { layNumberCells } from '../numbers/lay-cells.ts'
import {
  type Counted,
  type Cutting,
  isWorthCutting,
  leavesOf,
  observe,
  partsOf,
  reconcileUpward,
  shareDownward,
  sharesOf,
  type TreeNode,
  uncounted,
} from '../numbers/number-tree.ts'
import { type Interval, NUMBER_ROOTS, ROUND_NUMBERS } from '../numbers/public-cells.ts'
import { roundingOf, sharesOfZeros, unitOf, type Zeros } from '../numbers/rounding.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { type PrivacyLedger, spend } from '../private/privacy-ledger.ts'
import type { FineMarginal } from './fine-marginal.ts'
import type { Measure } from './measure.ts'
import { measureFewNumbers } from './measure-few-numbers.ts'

/** Shares of a column's budget. */
const SHARES = { heavy: 0.18, zeros: 0.1, levels: [0.28, 0.23, 0.21] }
const LEVELS = SHARES.levels.length
/** Tables of fewer deviations of the first cells' noise are measured with what is likely of any column. */
const FEW_DEVIATIONS = 25
/** Deviations by which a round number stands out of its cell. */
const ROUND_DEVIATIONS = 2.5
/** Deviations by which missing values, and rows beside heavy ones, are there. */
const PRESENCE_DEVIATIONS = 3

/** Bundles the means of looking at the original. */
export type Looking = { measure: Measure; ledger: PrivacyLedger; random: RandomSource }

/** Describes a column of numbers; `bounds` are public. */
export type NumberColumn = {
  index: number
  name: string
  bounds: { low: number; high: number } | null
}

/** What the column may cost: `delta` is spent on publishing values that many rows hold. */
export type NumberBudget = { rho: number; delta: number; rowsPerUnit: number }

/** What is known so far; all of it is private. */
type Known = {
  /** Values that are cells of their own in every look that follows. */
  spikes: Counted[]
  missing: Counted
  /** The first cells, with those they were cut into. */
  roots: TreeNode[]
}

export async function measureNumbers(
  looking: Looking,
  column: NumberColumn,
  budget: NumberBudget,
  total: { count: number; variance: number },
): Promise<{ grid: Grid; marginal: FineMarginal }> {
  const { index, name, bounds } = column
  const { rho } = budget
  if (!bounds && total.count < FEW_DEVIATIONS * sigmaOfRho(SHARES.levels[0]! * rho))
    return measureFewNumbers(looking, index, name, rho, total.count)
  const { known, round } = await findSpikes(looking, column, budget)
  const zeros = await countRoots(looking, column, known, rho, total.count)
  const isClear = bounds ? known.roots.map(() => true) : clearCells(known.roots)
  const clear = [...known.roots.keys()].filter((i) => isClear[i])
  const general = sharesOfZeros(zeros, clear.filter((i) => !isZeroCell(known.roots[i]!)))
  const unit = unitOf(general)
  for (const i of clear) known.roots[i]!.children = roundChildren(known.roots[i]!, round, unit)
  for (let level = 1; level < LEVELS; level++) {
    const sigma = sigmaOfRho(SHARES.levels[level]! * rho)
    cutCells(known, clear, { rest: restOf(known, total.count), sigma, unit }, level)
    spend(looking.ledger, `values of ${name}, look ${level + 1}`, SHARES.levels[level]! * rho)
    await look(looking, index, known, sigma)
  }
  return finish(known, zeros, general, unit, total, bounds !== null)
}

const isZeroCell = ({ low, high }: Interval) => low === 0 && high === 1

async function findSpikes(
  { measure, ledger, random }: Looking,
  { index, name, bounds }: NumberColumn,
  { rho, delta, rowsPerUnit }: NumberBudget,
): Promise<{ known: Known; round: Map<number, number> }> {
  const sigma = sigmaOfRho(SHARES.heavy * rho)
  const isInside = (value: number) => !bounds || (value > bounds.low && value < bounds.high)
  const round = ROUND_NUMBERS.filter(isInside)
  spend(ledger, `heavy values of ${name}`, SHARES.heavy * rho)
  const counts = await measure.countValues(index, leastCount(sigma), round)
  const inside = counts.filter(({ value }) => isInside(value))
  const found = findHeavyValues(inside, round, sigma, delta, rowsPerUnit, random)
  const variance = sigma * sigma
  const spikes: Counted[] = [...found.heavy].map(([value, count]) => ({
    low: value,
    high: value + 1,
    count,
    variance,
  }))
  const ofBounds = bounds ? [...new Set([bounds.low, bounds.high])] : []
  for (const value of ofBounds) spikes.push(uncounted({ low: value, high: value + 1 }))
  spikes.sort((a, b) => a.low - b.low)
  const inner = bounds ? [{ low: bounds.low + 1, high: bounds.high }] : NUMBER_ROOTS
  const roots = inner.filter((cell) => hasOthers(cell, spikes)).map((cell) => uncounted(cell))
  return { known: { spikes, missing: uncounted({ low: 0, high: 0 }), roots }, round: found.round }
}

/** Returns true if not all integers of the cell are counted apart. */
function hasOthers({ low, high }: Interval, singles: Interval[]): boolean {
  return singles.filter((single) => single.low >= low && single.low < high).length < high - low
}

/** Counts the first cells, and the trailing zeros of the numbers in them. */
async function countRoots(
  { measure, ledger, random }: Looking,
  { index, name }: NumberColumn,
  known: Known,
  rho: number,
  total: number,
): Promise<Zeros> {
  const sigma = sigmaOfRho(SHARES.levels[0]! * rho)
  const sigmaOfZeros = sigmaOfRho(SHARES.zeros * rho)
  spend(ledger, `trailing zeros of ${name}`, SHARES.zeros * rho)
  spend(ledger, `values of ${name}, look 1`, SHARES.levels[0]! * rho)
  const exact = await countZerosOfParts(measure, index, known.roots, known.spikes)
  join(known, exact, sigma, random)
  return {
    rows: exact.zeros.map((rows) => addNoise(rows, sigmaOfZeros, random)),
    sigma: sigmaOfZeros,
  }
}
