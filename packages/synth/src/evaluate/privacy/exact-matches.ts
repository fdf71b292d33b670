import type { SampleColumn, TableSample } from '../table-sample.ts'

/** Counts rows of the original that the twin repeats, among training rows and held-out rows. */
export type ExactMatches = {
  train: number
  control: number
  /** Rows that were looked for: this many of the first for one of the second. */
  ratio: number
}

/** Looks for every row of both sides in the whole twin, so one row of the original moves one count by 1. */
export function exactMatches(
  train: TableSample,
  holdout: TableSample,
  twin: TableSample,
): ExactMatches {
  const made = new Set(rowKeys(twin))
  const repeated = (sample: TableSample) =>
    rowKeys(sample).reduce((count, key) => count + (made.has(key) ? 1 : 0), 0)
  return {
    train: repeated(train),
    control: repeated(holdout),
    ratio: train.rowCount / Math.max(1, holdout.rowCount),
  }
}

/** An honest twin is beyond so many deviations in fewer than one run of a thousand. */
const TOLERATED_DEVIATIONS = 3.2

/** Returns the tolerated excess of repeated training rows over the number that held-out rows suggest. */
export function matchTolerance(matches: ExactMatches, noiseSigma = 0, together = 1): number {
  return TOLERATED_DEVIATIONS * matchDeviation(matches, noiseSigma, together)
}

/**
 * Returns the standard deviation of the excess of repeated training rows. The repeated rows held
 * out are random, one at a time or `together` at once, and each count has noise of `noiseSigma`.
 */
export function matchDeviation(
  { train, control, ratio }: ExactMatches,
  noiseSigma: number,
  together: number,
): number {
  const repeated = Math.max(0, train) + Math.max(0, control)
  return Math.sqrt(ratio * repeated * together + (1 + ratio ** 2) * noiseSigma ** 2)
}

/** A number per row, equal for equal rows; two others share one in a million tables of 100,000 rows. */
function rowKeys({ rowCount, columns }: TableSample): Float64Array {
  const [low, high] = [new Int32Array(rowCount), new Int32Array(rowCount)]
  for (const column of columns) mixInto(low, high, column)
  return Float64Array.from(low, (part, row) => (part >>> 0) * 2 ** 21 + (high[row]! >>> 11))
}

/** Hashes a column's values into two running hashes per row, by the finalizer of MurmurHash3 (Appleby, public domain). */
function mixInto(low: Int32Array, high: Int32Array, { values }: SampleColumn): void {
  const double = new Float64Array(1)
  const words = new Int32Array(double.buffer)
  for (let row = 0; row < low.length; row++) {
    // Adding zero makes -0 and 0 one value; every missing value has the same bits.
    double[0] = Number.isNaN(values[row]!) ? Number.NaN : values[row]! + 0
    low[row] = scramble(Math.imul(low[row]!, 31) ^ words[0]! ^ scramble(words[1]!))
    high[row] = scramble(Math.imul(high[row]!, 37) + words[1]! + scramble(words[0]! ^ low[row]!))
  }
}

function scramble(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
