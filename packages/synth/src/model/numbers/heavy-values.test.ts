import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { findHeavyValues, heavyThreshold, leastCount } from './heavy-values.ts'
import { ROUND_NUMBERS } from './public-cells.ts'

const CANARY = 123_456

test('a value that one row holds never becomes a spike', () => {
  const sigma = 12
  for (let seed = 0; seed < 10_000; seed++) {
    const counts = [{ value: CANARY, count: 1 }]
    const { heavy, round } = findHeavyValues(counts, [], sigma, 1e-7, 1, seededRandom(seed))
    expect(heavy.size + round.size).toBe(0)
  }
})

test.each([1, 3])(
  'values that only a unit of %i rows has are published no more often than delta allows',
  (rows) => {
    const [sigma, delta, runs] = [20, 0.02, 20_000]
    const random = seededRandom(8)
    // As many rows as a value can have that may be published with the unit and never without it.
    const count = leastCount(sigma) - 1 + rows
    let published = 0
    for (let i = 0; i < runs; i++)
      published += findHeavyValues([{ value: CANARY, count }], [], sigma, delta, rows, random).heavy
        .size
    expect((rows * published) / runs).toBeLessThan(delta + 4 * Math.sqrt((rows * delta) / runs))
  },
)

test('values below the least count are treated as if nobody held them', () => {
  const least = leastCount(100)
  expect(least).toBeGreaterThan(2)
  const found = (count: number) =>
    findHeavyValues([{ value: CANARY, count }], [], 100, 0.49, 1, seededRandom(2)).heavy.size
  for (let i = 0; i < 50; i++) expect(found(least - 1)).toBe(0)
  expect(heavyThreshold(100, 1e-8, 1) - heavyThreshold(100, 1e-8, 2)).toBeLessThan(0)
})

test('public values are counted whether or not a row holds them, others are left out', () => {
  const counts = [
    { value: 500, count: 30 },
    { value: 501, count: 30 },
    { value: 502, count: 4000 },
    { value: 1e30, count: 4000 },
  ]
  const { heavy, round } = findHeavyValues(counts, [400, 500], 10, 1e-8, 1, seededRandom(1))
  expect([...heavy.keys()]).toEqual([502])
  expect(Math.abs(heavy.get(502)! - 4000)).toBeLessThan(50)
  expect([...round.keys()]).toEqual([400, 500])
})

test('round numbers are sorted, each once, and none is beyond all cells', () => {
  const sorted = [...new Set(ROUND_NUMBERS)].sort((a, b) => a - b)
  expect(sorted).toEqual(ROUND_NUMBERS)
  expect(ROUND_NUMBERS).toEqual(expect.arrayContaining([-9, 0, 42, 999, -9900, 99_999, 5e13]))
})
