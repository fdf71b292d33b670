import { addNoise } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { decimalGrid, digitsOfCells, type Grid } from '../../schema/infer/grid.ts'
import { sharesOfZeros } from '../numbers/rounding.ts'
import { BLOCK_SHARE, countBlocks, joinBlocks, noisyCells } from '../private/noisy-blocks.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { type PrivacyLedger, spend } from '../private/privacy-ledger.ts'
import { ZERO_CLASSES } from '../value-in-cell.ts'
import type { FineMarginal } from './fine-marginal.ts'
import type { Measure } from './measure.ts'

/** Share of the budget for the numbers' trailing zeros. */
const ZEROS_SHARE = 0.1
/** Of all integers, nine in ten have no more zeros than so many. */
const NINE_TENTHS = 0.9

/**
 * Measures a column of numbers without declared bounds in a table so small that its rows would be lost among the cells of
 * a tree: how many digits its numbers have, the fewer the likelier, then cells of a coarse decimal grid, and how many zeros
 * they end in. A row is in one cell of each. Costs `rho`.
 */
export async function measureFewNumbers(
  { measure, ledger, random }: { measure: Measure; ledger: PrivacyLedger; random: RandomSource },
  index: number,
  name: string,
  rho: number,
  total: number,
): Promise<{ grid: Grid; marginal: FineMarginal }> {
  const base = decimalGrid(total)
  spend(ledger, `values of ${name}`, (1 - ZEROS_SHARE) * rho)
  const exact = await measure.countCells(index, base)
  const rhoBlocks = BLOCK_SHARE * (1 - ZEROS_SHARE) * rho
  const digits = digitsOfCells(base)
  const counted = countBlocks(exact, runsOf(digits), rhoBlocks, random)
  const cells = noisyCells(exact, (1 - ZEROS_SHARE) * rho - rhoBlocks, random)
  const marginal = joinBlocks(cells, counted)
  const byZeros = await measureRounding({ measure, ledger, random }, index, name, ZEROS_SHARE * rho)
  const fills = byZeros ? Array.from(digits, () => ({ byZeros, slope: 1 })) : undefined
  return {
    grid: { ...base, ...(fills && { fills }) },
    marginal: { ...marginal, blocks: { ...marginal.blocks!, surprises: surprisesOf(digits) } },
  }
}

/** Numbers neighbors of one value by one. */
function runsOf(values: Int32Array): Int32Array {
  let run = 0
  return values.map((value, i) => (i > 0 && value !== values[i - 1] ? ++run : run))
}

/** Each digit more makes a column e times rarer, and so does a minus. */
function surprisesOf(digits: Int32Array): Float64Array {
  const runs = digits.filter((count, cell) => count !== digits[cell - 1])
  return Float64Array.from(runs, (count) => (count < 0 ? -count : count - 1))
}

/** Returns the relative frequency of an integer by its trailing zeros, zero left out; null if none stands out. */
async function measureRounding(
  { measure, ledger, random }: { measure: Measure; ledger: PrivacyLedger; random: RandomSource },
  index: number,
  name: string,
  rho: number,
): Promise<Float64Array | null> {
  spend(ledger, `trailing zeros of ${name}`, rho)
  const aroundZero = { starts: Float64Array.of(-1, 0, 1, 2) }
  const exact = await measure.countZeros(index, aroundZero)
  const sigma = sigmaOfRho(rho)
  const nonZero = exact.slice(0, ZERO_CLASSES)
  nonZero.forEach((_, zeros) => {
    nonZero[zeros]! += exact[2 * ZERO_CLASSES + zeros]!
  })
  const shares = sharesOfZeros({ rows: [addNoise(nonZero, sigma, random)], sigma }, [0])
  return (
    shares?.map(
      (share, zeros) => (share / (zeros < ZERO_CLASSES - 1 ? NINE_TENTHS : 1)) * 10 ** zeros,
    ) ?? null
  )
}
