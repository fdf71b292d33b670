import { isOrdered } from '../../schema/column-schema.ts'
import type { FittedColumn } from '../fitted-model.ts'
import { at } from '../pairs/at.ts'

/** Deviations of noise by which a count stands out. */
const LOUD = 3
/** Rounds of scaling rows and columns in turn. */
const SCALING_ROUNDS = 50

/**
 * Estimates the counts of a column's bins before (rows) and after (columns) from noisy ones, with
 * the column's own counts on both sides. Nearly all rows are around the diagonal, and noise far
 * from it would be jumps that the original never makes. So a count that does not exceed the
 * expectation at its distance from the diagonal is replaced by that expectation.
 */
export function lagTable(
  noisy: Float64Array,
  { schema, binning }: FittedColumn,
  margin: Float64Array,
  sigma: number,
): Float64Array {
  const bins = margin.length
  const missing = binning.binOfCell.at(-1)!
  const hasMissing = binning.binOfCell.indexOf(missing) === binning.binOfCell.length - 1
  const isScaled = (bin: number) => isOrdered(schema.kind) && !(hasMissing && bin === missing)
  const distances = Int32Array.from(noisy, (_, cell) => {
    const [before, after] = [Math.floor(cell / bins), cell % bins]
    if (isScaled(before) && isScaled(after)) return after - before + bins
    return before === after ? 0 : 2 * bins
  })
  const independent = Float64Array.from(
    noisy,
    (_, cell) => at(margin, Math.floor(cell / bins)) * at(margin, cell % bins),
  )
  const profile = profileOf(noisy, independent, distances, 2 * bins + 1, sigma)
  const expected = independent.map((count, cell) => count * at(profile, at(distances, cell)))
  scaleTo(expected, margin)
  const table = expected.map((count, cell) =>
    Math.abs(at(noisy, cell) - count) > LOUD * sigma ? Math.max(0, at(noisy, cell)) : count,
  )
  scaleTo(table, margin)
  return table
}

/**
 * Returns, by distance, the ratio of the measured rows to those expected if before and after were
 * independent. Distances that do not exceed their noise share their total, or a few rows, so that
 * all transitions remain possible where time requires them. The last entry covers transitions
 * between bins without an order; it is at least as much as noise could hide: a bin that is never
 * left would hold a sequence forever.
 */
function profileOf(
  noisy: Float64Array,
  independent: Float64Array,
  distances: Int32Array,
  distanceCount: number,
  sigma: number,
): Float64Array {
  const [rows, base, cells] = Array.from({ length: 3 }, () => new Float64Array(distanceCount))
  distances.forEach((distance, cell) => {
    rows![distance]! += at(noisy, cell)
    base![distance]! += at(independent, cell)
    cells![distance]!++
  })
  const noise = cells!.map((count) => sigma * Math.sqrt(count))
  const last = distanceCount - 1
  rows![last] = Math.max(rows![last]!, at(noise, last))
  const isLoud = rows!.map((count, d) => (d === last || count > LOUD * at(noise, d) ? 1 : 0))
  const sumOfQuiet = (values: Float64Array) =>
    values.reduce((sum, value, d) => sum + (isLoud[d] === 1 ? 0 : value), 0)
  const quiet = sumOfQuiet(rows!)
  const stands = quiet > LOUD * sigma * Math.sqrt(sumOfQuiet(cells!))
  const ofQuiet = (stands ? quiet : sigma) / sumOfQuiet(base!)
  return rows!.map((count, d) =>
    isLoud[d] === 0 ? ofQuiet : base![d]! > 0 ? count / base![d]! : 0,
  )
}

/** Rows and columns in turn to their totals; a row without any count stays as it is. Changes `table`. */
function scaleTo(table: Float64Array, totals: Float64Array): void {
  const bins = totals.length
  for (let round = 0; round < SCALING_ROUNDS; round++) {
    for (const [outer, inner] of [
      [bins, 1],
      [1, bins],
    ] as const) {
      for (let i = 0; i < bins; i++) {
        let sum = 0
        for (let k = 0; k < bins; k++) sum += at(table, i * outer + k * inner)
        if (sum === 0) continue
        for (let k = 0; k < bins; k++) table[i * outer + k * inner]! *= at(totals, i) / sum
      }
    }
  }
}
