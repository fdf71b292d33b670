import { expect, test } from 'vitest'
import { type RandomSource, uniform } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { TableSample } from '../table-sample.ts'
import { measureDetection } from './detection.ts'
import { boundsOfArea } from './roc.ts'

/** Ones among zeros. */
function coins(rowCount: number, share: number, random: RandomSource): TableSample {
  const values = Float64Array.from({ length: rowCount }, () => Number(uniform(random) < share))
  return { rowCount, columns: [{ type: 'continuous', values }] }
}

test('who tells all rows apart may still err as often as so many rows allow, and so does who never does', () => {
  const rows = (value: number): TableSample => ({
    rowCount: 60,
    columns: [{ type: 'continuous', values: new Float64Array(60).fill(value) }],
  })
  const { auc, interval } = measureDetection(rows(1), rows(2))
  expect([auc, interval.high]).toEqual([1, 1])
  expect(interval.low).toBeCloseTo(1 - 3 / 60, 2) // the rule of three
  const none = boundsOfArea(0, { positives: 60, negatives: 900 })
  expect(none.low).toBe(0)
  expect(none.high).toBeCloseTo(1 - interval.low, 12)
  const nearly = boundsOfArea(0.999999, { positives: 60, negatives: 60 })
  expect(nearly.low).toBeLessThanOrEqual(interval.low)
  expect(boundsOfArea(0.5, { positives: 0, negatives: 60 })).toEqual({ low: 0, high: 1 })
  const noisy = boundsOfArea(1, { positives: 60, negatives: 60, noise: 0.01 })
  expect(noisy.low).toBeLessThan(interval.low - 0.01)
})

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
