import { expect, test } from 'vitest'
import { addNoise } from '../../random/discrete-gaussian.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { FittedColumn } from '../fitted-model.ts'
import { jointOfPairs } from '../joint-of-pairs.ts'
import { lagTable } from './lag-table.ts'
import { smoothCycle } from './smooth-cycle.ts'

const BINS = 20
const SIGMA = 15

/** A number with `BINS` bins, the last of them for missing values. */
const number = {
  schema: { kind: 'integer' },
  binning: { binOfCell: Int32Array.from({ length: BINS }, (_, bin) => bin), binCount: BINS },
} as FittedColumn

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)

/** Builds 1000 rows per bin that stay, or move to a neighbor; missing values begin and end in any bin. */
function steadyRows(): Float64Array {
  const last = BINS - 1
  return Float64Array.from({ length: BINS * BINS }, (_, cell) => {
    const [before, after] = [Math.floor(cell / BINS), cell % BINS]
    if (before === last || after === last) return before === after ? 905 : 5
    const distance = Math.abs(before - after)
    const stays = before === 0 || before === last - 1 ? 845 : 695
    return distance === 0 ? stays : distance === 1 ? 150 : 0
  })
}

test('a table of neighbors keeps what its noise hides of jumps out of the twin, and its column as it is', () => {
  const exact = steadyRows()
  const margin = Float64Array.from({ length: BINS }, (_, bin) =>
    sumOf(exact.subarray(bin * BINS, (bin + 1) * BINS)),
  )
  const table = lagTable(addNoise(exact, SIGMA, seededRandom(1)), number, margin, SIGMA)
  const jumps = sumOf(
    table.filter((_, cell) => {
      const [before, after] = [Math.floor(cell / BINS), cell % BINS]
      return Math.abs(before - after) > 1 && before < BINS - 1 && after < BINS - 1
    }),
  )
  expect(jumps).toBeLessThan(0.01 * sumOf(table))
  for (const [bin, count] of margin.entries()) {
    const row = table.subarray(bin * BINS, (bin + 1) * BINS)
    expect(Math.abs(sumOf(row) / count - 1)).toBeLessThan(0.01)
    expect(Math.abs(row[bin]! / exact[bin * BINS + bin]! - 1)).toBeLessThan(0.1)
  }
})

test('a bin whose ends are lost in the noise is still left again', () => {
  const exact = steadyRows()
  for (let bin = 0; bin < BINS - 1; bin++) {
    exact[bin * BINS + BINS - 1] = 0
    exact[(BINS - 1) * BINS + bin] = 0
  }
  const margin = new Float64Array(BINS).fill(1000)
  const table = lagTable(exact, number, margin, SIGMA)
  expect(sumOf(table.subarray((BINS - 1) * BINS, -1))).toBeGreaterThan(1)
})

test('the course of a day comes out of noise that hides it hour by hour', () => {
  const exact = Float64Array.from({ length: 240 }, (_, cell) => {
    const phase = (2 * Math.PI * (cell % 24)) / 24
    return (cell < 120 ? 1 : -1) * SIGMA * Math.sin(phase)
  })
  const noisy = addNoise(exact, SIGMA, seededRandom(2))
  const square = (values: Float64Array) =>
    values.reduce((sum, value, cell) => sum + (value - exact[cell]!) ** 2, 0)
  expect(square(smoothCycle(noisy, 24, SIGMA))).toBeLessThan(0.3 * square(noisy))
  const nothing = addNoise(new Float64Array(240), SIGMA, seededRandom(3))
  const left = smoothCycle(nothing, 24, SIGMA).reduce((sum, value) => sum + value * value, 0)
  expect(left).toBeLessThan(0.4 * nothing.reduce((sum, value) => sum + value * value, 0))
})

test('the joint table has the counts of its pairs', () => {
  const ab = Float64Array.from([30, 10, 20, 40])
  const bc = Float64Array.from([25, 25, 10, 40])
  const joint = jointOfPairs(
    [1, 2, 2, 2],
    [
      { a: 1, b: 2, counts: ab },
      { a: 2, b: 3, counts: bc },
    ],
  )
  const at = (a: number, b: number, c: number) => joint[a * 4 + b * 2 + c]!
  for (const [i, count] of ab.entries()) {
    const [a, b] = [i >> 1, i & 1]
    expect(at(a, b, 0) + at(a, b, 1)).toBeCloseTo(count, 3)
    // Without more to go by, a and c are independent given b.
    expect(at(a, b, 0)).toBeCloseTo((count * bc[b * 2]!) / (bc[b * 2]! + bc[b * 2 + 1]!), 3)
  }
})
