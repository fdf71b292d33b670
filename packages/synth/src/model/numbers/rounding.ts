import { countOfClass, ZERO_CLASSES, zerosOf } from '../value-in-cell.ts'
import type { Interval } from './public-cells.ts'

/** Deviations by which a number of trailing zeros stands out, of all cells together and of one. */
const CLEAR = { together: 3, cell: 3.2 }

/** Noisy rows by number of trailing zeros, per first cell. */
export type Zeros = { rows: Float64Array[]; sigma: number }

/** Returns the shares of each number of trailing zeros in some cells together; null if nothing stands out. */
export function sharesOfZeros({ rows, sigma }: Zeros, cells: number[]): Float64Array | null {
  const sums = new Float64Array(ZERO_CLASSES)
  for (const cell of cells)
    rows[cell]!.forEach((count, zeros) => {
      sums[zeros]! += count
    })
  const least = CLEAR.together * sigma * Math.sqrt(cells.length)
  const clear = sums.map((count) => (count > least ? count : 0))
  const total = clear.reduce((sum, count) => sum + count, 0)
  return total > 0 ? clear.map((count) => count / total) : null
}

/** Rows, in deviations of their zeros' noise, from which their common divisor is certain, and the share that may deviate. */
const SURE = { deviations: 8, share: 0.1 }

/** Returns the power of ten that divides all but few of the `count` numbers of some cells; 1 if that is not certain. */
export function unitOf({ rows, sigma }: Zeros, cells: number[], count: number): number {
  if (cells.length === 0) return 1
  let unit = 1
  let deviating = 0
  for (let zeros = 1; zeros < ZERO_CLASSES; zeros++) {
    for (const cell of cells) deviating += rows[cell]![zeros - 1]!
    const noise = sigma * Math.sqrt(cells.length * zeros)
    if (count < SURE.deviations * noise || deviating > SURE.share * count) break
    unit = 10 ** zeros
  }
  return unit
}

/**
 * Returns the relative frequency of an integer of a first cell by its trailing zeros: as they stand out in it, else as in all
 * cells. `singles` are values counted apart, with their rows where the rows of `zeros` include them.
 */
export function roundingOf(
  cell: Interval,
  zeros: Float64Array,
  sigma: number,
  rest: number,
  general: Float64Array | null,
  singles: { value: number; rows: number }[],
): Float64Array | null {
  const places = Float64Array.from({ length: ZERO_CLASSES }, (_, k) =>
    countOfClass(cell.low, cell.high, k),
  )
  const own = zeros.map((rows) => (rows > CLEAR.cell * sigma ? rows : 0))
  for (const { value, rows } of singles) {
    const k = zerosOf(value)
    places[k]!--
    own[k] = Math.max(0, own[k]! - rows)
  }
  const seen = own.reduce((sum, rows, k) => sum + (places[k]! > 0 ? rows : 0), 0)
  const others = Float64Array.from(places, (count, k) =>
    count > 0 && own[k] === 0 ? (general?.[k] ?? 0) : 0,
  )
  const ofOthers = others.reduce((sum, share) => sum + share, 0)
  const left = Math.max(0, rest - seen)
  const rows = own.map((count, k) =>
    ofOthers > 0 && others[k]! > 0 ? (left * others[k]!) / ofOthers : count,
  )
  const densities = rows.map((count, k) => (places[k]! > 0 ? count / places[k]! : 0))
  return densities.some((density) => density > 0) ? densities : null
}
