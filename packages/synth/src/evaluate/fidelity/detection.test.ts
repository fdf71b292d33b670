import { expect, test } from 'vitest'
import { type RandomSource, uniform } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { TableSample } from '../table-sample.ts'
import { measureDetection } from './detection.ts'

/** Ones among zeros. */
function coins(rowCount: number, share: number, random: RandomSource): TableSample {
  const values = Float64Array.from({ length: rowCount }, () => Number(uniform(random) < share))
  return { rowCount, columns: [{ type: 'continuous', values }] }
}

/** P(a row of which two thirds are ones beats one of which half are) + P(both are alike) / 2. */
const AREA = (2 / 3) * (1 / 2) + 1 / 4

test('a third of many rows is scored, all of few, and the interval holds the area of all rows there are', () => {
  const random = seededRandom(3)
  const measured = (rows: number) =>
    measureDetection(coins(rows, 1 / 2, random), coins(rows, 2 / 3, random))
  const [many, few] = [Array.from({ length: 5 }, () => measured(6000)), measured(900)]
  for (const { rowsPerSide, scoredPerSide, interval } of many) {
    expect({ rowsPerSide, scoredPerSide }).toEqual({ rowsPerSide: 5000, scoredPerSide: 1667 })
    expect(interval.high - interval.low).toBeLessThan(0.041)
    expect(interval.low).toBeLessThan(AREA)
    expect(interval.high).toBeGreaterThan(AREA)
  }
  expect(few.scoredPerSide).toBe(900)
})
