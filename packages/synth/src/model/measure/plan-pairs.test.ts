import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binLimitOf, planPairs } from './plan-pairs.ts'

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

test('more rows and more budget allow finer bins, within limits', () => {
  expect(binLimitOf(0.13, 15, 24_000)).toBeGreaterThan(binLimitOf(0.13, 15, 6000))
  expect(binLimitOf(0.13, 15, 24_000)).toBeGreaterThan(binLimitOf(0.01, 15, 24_000))
  expect(binLimitOf(0.13, 15, 24_000)).toBeGreaterThan(binLimitOf(0.13, 50, 24_000))
  expect(binLimitOf(1e-4, 200, 100)).toBe(5)
  expect(binLimitOf(1, 1, 1e9)).toBe(32)
})
