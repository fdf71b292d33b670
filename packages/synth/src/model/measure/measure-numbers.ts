import { addNoise } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import type { Grid } from '../../schema/infer/grid.ts'
import { clearCells } from '../numbers/clear-cells.ts'
import {
  countZerosOfParts,
  lookAtLeaves,
  type NumberCells,
  observeAll,
} from '../numbers/count-parts.ts'
import { type Cutting, cutCells, partsOf } from '../numbers/cut-cells.ts'
import { finishCells } from '../numbers/finish-cells.ts'
import { findHeavyValues, leastCount } from '../numbers/heavy-values.ts'
import { addRoundValues, type Counted, hasOthers, uncounted } from '../numbers/number-tree.ts'
import { type Interval, NUMBER_ROOTS, ROUND_NUMBERS } from '../numbers/public-cells.ts'
import { sharesOfZeros, unitOf, type Zeros } from '../numbers/rounding.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { type PrivacyLedger, spend } from '../private/privacy-ledger.ts'
import type { FineMarginal } from './fine-marginal.ts'
import type { Measure } from './measure.ts'
import { measureFewNumbers } from './measure-few-numbers.ts'

/** Shares of a column's budget. */
const SHARES = { heavy: 0.18, zeros: 0.06, levels: [0.28, 0.24, 0.24] }
const LEVELS = SHARES.levels.length
/** Tables of fewer deviations of the first cells' noise are measured with what is likely of any column. */
const FEW_DEVIATIONS = 25
/** Deviations after the first look from which a cell near others is looked into; it may be left out in the end. */
const LIKELY_DEVIATIONS = 2
/** If values outside single ones have less than this share of the rows, the column is one of codes. */
const CODES_REST = 0.5
/** Between declared bounds, so few integers are all cells of their own. */
const MOST_SINGLE_INTEGERS = 100

/** Bundles the means of looking at the original. */
export type Looking = { measure: Measure; ledger: PrivacyLedger; random: RandomSource }

/** Describes a column of numbers; `bounds` are public. */
export type NumberColumn = {
  index: number
  name: string
  bounds: { low: number; high: number } | null
}

/** Bounds the cost of the column: `delta` is spent on publishing values that many rows hold. */
export type NumberBudget = { rho: number; delta: number; rowsPerUnit: number }

/**
 * Measures a column of numbers by a noisy tree: which values many rows hold, how many zeros numbers end in, and in three
 * looks in which cells they lie, cut where rows are. Costs `rho`, and `delta` for publishing the values.
 *
 * Proof. Every look is a histogram whose cells were fixed by what was published before it: heavy values by their noisy
 * counts, round numbers and first cells publicly, parts by noisy counts of the cells they are cut from. Other cells leave
 * out the published values, never those that exceed anything exactly. A row, with or without a number, is in at
 * most one cell of each look, so m rows of a unit change it by at most m in L2, and noise of sigma costs a single row
 * 1 / (2 sigma^2). The looks compose adaptively (Bun and Steinke, 2016); their number is fixed, and one at which nothing is
 * cut is paid for all the same. The names of heavy values are the exception: `heavyThreshold` shows that they cost `delta`.
 * What is kept, reconciled, shared and drawn is made of noisy counts alone, and costs nothing.
 */
export async function measureNumbers(
  looking: Looking,
  column: NumberColumn,
  budget: NumberBudget,
  total: number,
): Promise<{ grid: Grid; marginal: FineMarginal }> {
  const { index, name, bounds } = column
  const { rho } = budget
  if (!bounds && total < FEW_DEVIATIONS * sigmaOfRho(SHARES.levels[0]! * rho))
    return measureFewNumbers(looking, index, name, rho, total)
  const { heavy, round } = await findHeavy(looking, column, budget)
  const cells = firstCells(column, heavy, rho, total)
  const zeros = await countFirst(looking, column, cells, rho)
  const clear = positions(
    bounds ? cells.roots.map(() => true) : clearCells(cells.roots, cells.spikes),
  )
  const likelyCells = () =>
    bounds ? clear : positions(clearCells(cells.roots, cells.spikes, LIKELY_DEVIATIONS))
  const likely = likelyCells()
  const areCodes = !bounds && restOf(cells, total) < CODES_REST * total
  const apartFromZero = clear.filter((i) => !isZeroCell(cells.roots[i]!))
  const general = sharesOfZeros(zeros, apartFromZero)
  const rows = apartFromZero.reduce((sum, i) => sum + cells.roots[i]!.count, 0)
  const unit = unitOf(zeros, apartFromZero, rows)
  for (const i of likely) addRoundValues(cells.roots[i]!, round, unit)
  for (let level = 1; level < LEVELS; level++) {
    const rhoOfLevel = SHARES.levels[level]! * rho
    const sigma = sigmaOfRho(rhoOfLevel)
    const cutting = { rest: restOf(cells, total), sigma, unit, areCodes }
    for (const i of areCodes ? likelyCells() : likely) {
      const root = cells.roots[i]!
      const end = bounds ? 0 : endOf(i, areCodes ? clear : likely, root)
      cutCells(root, cells.spikes, { ...cutting, end })
    }
    spend(looking.ledger, `values of ${name}, look ${level + 1}`, rhoOfLevel)
    await lookAtLeaves(looking, index, cells, sigma)
  }
  const isBounded = bounds !== null
  return finishCells(cells, zeros, { general, unit, total, isBounded, round, areCodes })
}

/** The side on which numbers may end in a cell: in the outermost of those with rows, and beyond them. */
function endOf(cell: number, withRows: number[], { low }: Interval): Cutting['end'] {
  const [first, last] = [withRows[0], withRows.at(-1)]
  if (first === undefined || last === undefined) return 0
  if (cell > last || (cell === last && (first !== last || low >= 0))) return 1
  return cell <= first ? -1 : 0
}

const isZeroCell = ({ low, high }: Interval) => low === 0 && high === 1

const positions = (are: boolean[]) => [...are.keys()].filter((i) => are[i])

const restOf = ({ spikes, missing }: NumberCells, total: number) =>
  spikes.reduce((rest, { count }) => rest - Math.max(0, count), total - missing.count)

async function findHeavy(
  { measure, ledger, random }: Looking,
  { index, name, bounds }: NumberColumn,
  { rho, delta, rowsPerUnit }: NumberBudget,
): Promise<{ heavy: Counted[]; round: Counted[] }> {
  const sigma = sigmaOfRho(SHARES.heavy * rho)
  const isInside = (value: number) => !bounds || (value > bounds.low && value < bounds.high)
  const round = ROUND_NUMBERS.filter(isInside)
  spend(ledger, `heavy values of ${name}`, SHARES.heavy * rho)
  const counts = await measure.countValues(index, leastCount(sigma), round)
  const inside = counts.filter(({ value }) => isInside(value))
  const found = findHeavyValues(inside, round, sigma, delta, rowsPerUnit, random)
  const counted = (noisy: Map<number, number>): Counted[] =>
    [...noisy]
      .map(([value, count]) => ({ low: value, high: value + 1, count, variance: sigma * sigma }))
      .sort((a, b) => a.low - b.low)
  return { heavy: counted(found.heavy), round: counted(found.round) }
}

/** Lays the first cells around the heavy values; both ends of declared bounds are such values. */
function firstCells(
  { bounds }: NumberColumn,
  heavy: Counted[],
  rho: number,
  total: number,
): NumberCells {
  const ends = bounds ? [...new Set([bounds.low, bounds.high])] : []
  const spikes = [...heavy, ...ends.map((low) => uncounted({ low, high: low + 1 }))]
  const sigma = sigmaOfRho(SHARES.levels[0]! * rho)
  const cutting = { rest: total, sigma, unit: 1, end: 0, areCodes: false } as const
  const first = bounds ? partsBetween(bounds, total, cutting) : NUMBER_ROOTS
  return {
    spikes: spikes.sort((a, b) => a.low - b.low),
    missing: uncounted({ low: 0, high: 0 }),
    roots: first.filter((cell) => hasOthers(cell, spikes, 1)).map((cell) => uncounted(cell)),
  }
}

function partsBetween({ low, high }: Interval, total: number, cutting: Cutting): Interval[] {
  const inner = { low: low + 1, high }
  const count = high - inner.low
  if (count <= 0) return []
  if (count > MOST_SINGLE_INTEGERS) return partsOf(inner, total, cutting)
  return Array.from({ length: count }, (_, i) => ({ low: inner.low + i, high: inner.low + i + 1 }))
}

/** Counts the first cells, and the trailing zeros of the numbers in them. */
async function countFirst(
  { measure, ledger, random }: Looking,
  { index, name }: NumberColumn,
  cells: NumberCells,
  rho: number,
): Promise<Zeros> {
  const sigma = sigmaOfRho(SHARES.zeros * rho)
  const rhoOfCells = SHARES.levels[0]! * rho
  spend(ledger, `trailing zeros of ${name}`, SHARES.zeros * rho)
  spend(ledger, `values of ${name}, look 1`, rhoOfCells)
  const { roots, spikes, missing } = cells
  const exact = await countZerosOfParts(measure, index, roots, spikes)
  observeAll(roots, spikes, missing, exact, sigmaOfRho(rhoOfCells), random)
  return { rows: exact.zeros.map((rows) => addNoise(rows, sigma, random)), sigma }
}
