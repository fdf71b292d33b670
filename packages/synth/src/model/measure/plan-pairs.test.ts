import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  binLimitOf,
  pairCountOf,
  planLooks,
  planPairs,
  planSecondLook,
  seriesBinLimitOf,
} from './plan-pairs.ts'

const rhos = fc.double({ min: 1e-4, max: 3, noNaN: true })
const pairCounts = fc.integer({ min: 0, max: 20_000 })
const cells = fc.double({ min: 4, max: 1024, noNaN: true })
const rows = fc.integer({ min: 1, max: 1e7 })

test('whatever is planned costs exactly the budget', () => {
  fc.assert(
    fc.property(rhos, pairCounts, cells, rows, (rho, pairCount, meanCells, rowCount) => {
      const { count, rhoOfChoice, sigma } = planPairs(rho, pairCount, meanCells, rowCount)
      expect(count).toBeLessThanOrEqual(Math.max(1, pairCount))
      const spent = rhoOfChoice + Math.max(1, count) / (2 * sigma * sigma)
      expect(Math.abs(spent / rho - 1)).toBeLessThan(1e-9)
    }),
  )
})

test('all pairs of a common table are measured, and of a wide short one some', () => {
  expect(planPairs(0.13, 105, 150, 24_000)).toMatchObject({ count: 105, rhoOfChoice: 0 })
  const { count, rhoOfChoice } = planPairs(0.13, 19_900, 25, 1000)
  expect(count).toBeGreaterThan(10)
  expect(count).toBeLessThan(1000)
  expect(rhoOfChoice).toBeGreaterThan(0)
})

test('tables of pairs have up to 40 bins a side, fewer where there are thousands of pairs', () => {
  expect(binLimitOf(24)).toBe(40)
  expect(binLimitOf(10, 60)).toBe(40)
  const wide = binLimitOf(300)
  expect(wide).toBeLessThan(40)
  expect(wide ** 2 * pairCountOf(300)).toBeLessThanOrEqual(2 ** 23)
  expect(binLimitOf(5000)).toBe(5)
})

test('more rows and more budget allow a series finer bins, within limits', () => {
  expect(seriesBinLimitOf(0.13, 15, 24_000)).toBeGreaterThan(seriesBinLimitOf(0.13, 15, 6000))
  expect(seriesBinLimitOf(0.13, 15, 24_000)).toBeGreaterThan(seriesBinLimitOf(0.01, 15, 24_000))
  expect(seriesBinLimitOf(0.13, 15, 24_000)).toBeGreaterThan(seriesBinLimitOf(0.13, 50, 24_000))
  expect(seriesBinLimitOf(1e-4, 200, 100)).toBe(5)
  expect(seriesBinLimitOf(1, 1, 1e9)).toBe(32)
})

test('the more noise the first look has, the larger is its part and the coarser are its groups', () => {
  expect(planLooks(0.13, 45, 30_000)).toEqual({ rhoOfFirst: 0.4 * 0.13, groupLimit: 8 })
  const { rhoOfFirst } = planLooks(0.13, 45, 10_000)
  expect(rhoOfFirst).toBeGreaterThan(0.45 * 0.13)
  expect(rhoOfFirst).toBeLessThan(0.6 * 0.13)
  expect(planLooks(0.13, 45, 300)).toEqual({ rhoOfFirst: 0.8 * 0.13, groupLimit: 5 })
})

test('groups are finer where most pairs are looked at once, if many rows are in each cell', () => {
  expect(planLooks(0.13, 276, 15_000).groupLimit).toBe(10)
  expect(planLooks(0.13, 276, 6000).groupLimit).toBeLessThan(9)
  expect(planLooks(0.13, 276, 1e6).groupLimit).toBe(8)
})

const impressions = fc.array(
  fc.record({
    strength: fc.double({ min: -500, max: 5000, noNaN: true }),
    deviations: fc.double({ min: -5, max: 500, noNaN: true }),
  }),
  { maxLength: 60 },
)

test('the second look never costs more than its share, and only has pairs that stand out of noise', () => {
  fc.assert(
    fc.property(
      impressions,
      rhos,
      fc.integer({ min: 1, max: 30 }),
      rows,
      (seen, rho, columns, n) => {
        const looks = planSecondLook(seen, rho, columns, n)
        const spent = looks.reduce((sum, { sigma }) => sum + 1 / (2 * sigma * sigma), 0)
        expect(spent).toBeLessThanOrEqual(rho * (1 + 1e-9))
        for (const { pair, limit } of looks) {
          expect(seen[pair]!.deviations).toBeGreaterThan(4)
          expect(limit).toBeGreaterThanOrEqual(4)
          expect(limit).toBeLessThanOrEqual(32)
        }
        expect(new Set(looks.map(({ pair }) => pair)).size).toBe(looks.length)
      },
    ),
  )
})

test('the stronger of two pairs gets the root of the ratio more of the second look', () => {
  const [strong, weak] = planSecondLook(
    [
      { strength: 100, deviations: 50 },
      { strength: 900, deviations: 90 },
    ],
    0.1,
    3,
    10_000,
  )
  expect([strong!.pair, weak!.pair]).toEqual([1, 0])
  expect((weak!.sigma / strong!.sigma) ** 2).toBeCloseTo(3, 9)
})
