import { expect, test } from 'vitest'
import { dropFaintValues, hasRoundValue, sharesOf, uncounted } from './number-tree.ts'

const counted = (low: number, high: number, count: number, isSingle = false) => ({
  ...uncounted({ low, high }, isSingle),
  count,
  variance: 400,
})

test('parts outside those that hold rows have none, whatever others lost', () => {
  const counts = [-30, 40, -20, 10, 900, 30, 800, -30, 20, -10, 30, -40]
  const parts = counts.map((count, i) => counted(10 * i, 10 * i + 10, count))
  const shares = sharesOf(parts, 1800)
  expect(shares.reduce((sum, rows) => sum + rows, 0)).toBeCloseTo(1800)
  for (const i of [0, 1, 9, 10, 11]) expect(shares[i]).toBe(0)
})

test('rows of round numbers that do not stand out are given back, and noise is not', () => {
  const rest = counted(20, 50, 100)
  const [kept, faint, noise] = [
    counted(20, 21, 90, true),
    counted(30, 31, 55, true),
    counted(40, 41, 10, true),
  ]
  const root = { ...counted(20, 50, 250), children: [rest, kept, faint, noise] }
  dropFaintValues(root)
  expect(root.children).toEqual([rest, kept])
  expect(rest.count).toBeGreaterThan(140)
  expect(rest.count).toBeLessThan(155)
})

test('a round number makes its cell worth looking into only if it stands out', () => {
  const cell = { low: 200, high: 500 }
  expect(hasRoundValue(cell, [counted(200, 201, 100)])).toBe(true)
  expect(hasRoundValue(cell, [counted(200, 201, 50), counted(500, 501, 1000)])).toBe(false)
})
