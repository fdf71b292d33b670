import { expect, test } from 'vitest'
import { uniform } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { shrink } from '../protected/shrink.ts'
import { at } from './at.ts'
import { shrinkTable } from './shrink-table.ts'

const GROUPS = 8
const SIGMA = 20
const expected = new Float64Array(GROUPS * GROUPS).fill(50)
/** Low goes with low, and high with high. */
const dependent = expected.map(
  (count, cell) =>
    count + 3 * ((cell % GROUPS) - 3.5) * (Math.floor(cell / GROUPS) - 3.5) * (40 / 37),
)

function withNoise(counts: Float64Array, seed: number): Float64Array {
  const random = seededRandom(seed)
  const normal = () => Array.from({ length: 12 }, () => uniform(random)).reduce((a, b) => a + b) - 6
  return counts.map((count) => count + SIGMA * normal())
}

/** Root of the mean squared distance of likely counts from the true ones. */
function meanError(likely: (noisy: Float64Array) => Float64Array, truth: Float64Array): number {
  const squares = [1, 2, 3, 4, 5].flatMap((seed) => {
    const counts = likely(withNoise(truth, seed))
    return Array.from(counts, (count, cell) => (count - at(truth, cell)) ** 2)
  })
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)
}

test('a dependence of one direction keeps its counts and loses most of its noise', () => {
  const byDirection = meanError((noisy) => shrinkTable(noisy, expected, SIGMA, GROUPS), dependent)
  const asAWhole = meanError((noisy) => shrink(noisy, expected, SIGMA), dependent)
  expect(byDirection).toBeLessThan(0.7 * SIGMA)
  expect(byDirection).toBeLessThan(0.8 * asAWhole)
})

test('of noise alone, less than half is left', () => {
  const left = meanError((noisy) => shrinkTable(noisy, expected, SIGMA, GROUPS), expected)
  expect(left).toBeLessThan(0.7 * SIGMA)
})

test('without noise the table stays, and its sums are the expected ones', () => {
  const kept = shrinkTable(dependent, expected, 0, GROUPS)
  for (const [cell, count] of kept.entries()) expect(count).toBeCloseTo(at(dependent, cell), 6)
  const raised = dependent.map((count, cell) => count + (cell < GROUPS ? 30 : 0))
  const again = shrinkTable(raised, expected, 0, GROUPS)
  for (const [cell, count] of again.entries()) expect(count).toBeCloseTo(at(dependent, cell), 6)
})

test('tables of one row, of two columns and of equal rows have directions, too', () => {
  const line = shrinkTable(Float64Array.of(5, 7), Float64Array.of(6, 6), 1, 2)
  expect([...line]).toEqual([6, 6])
  const coins = shrinkTable(Float64Array.of(90, 10, 10, 90), new Float64Array(4).fill(50), 1, 2)
  expect(coins[0]).toBeCloseTo(90, 0)
  const same = shrinkTable(Float64Array.of(9, 1, 9, 1, 9, 1), new Float64Array(6).fill(5), 1, 2)
  expect([...same]).toEqual([5, 5, 5, 5, 5, 5])
})
