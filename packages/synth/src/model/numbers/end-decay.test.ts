import { expect, test } from 'vitest'
import { decayAtEnds } from './end-decay.ts'
import { type Leaf, uncounted } from './number-tree.ts'

const VARIANCE = 400

/** Returns cells of a width, side by side from zero on, with some rows. */
function cellsOf(width: number, rows: number[]): Leaf[] {
  return rows.map((count, i) => ({
    node: { ...uncounted({ low: i * width, high: (i + 1) * width }), count, variance: VARIANCE },
    rows: count,
    family: { variance: VARIANCE, members: rows.length },
  }))
}

/** The share of the rows of the last cell that lie in its nearer half. */
const nearer = (rate: number, width: number) =>
  Math.expm1((-rate * width) / 2) / Math.expm1(-rate * width)

test('the fewer rows the last cell has, the nearer they are to the others', () => {
  const shares = [900, 300, 50].map((rows) => {
    const cells = cellsOf(100, [1000, 1000, rows])
    return nearer(decayAtEnds(cells, []).get(cells[2]!)!, 100)
  })
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares[0]).toBeLessThan(0.55)
  expect(shares[2]).toBeGreaterThan(0.75)
})

test('rows as dense as before, and single values, do not fall; the first cell falls toward smaller numbers', () => {
  const cells = cellsOf(100, [100, 1000, 1000])
  const rates = decayAtEnds(cells, [])
  expect(rates.has(cells[2]!)).toBe(false)
  expect(rates.get(cells[0]!)).toBeLessThan(0)
  expect(decayAtEnds(cellsOf(1, [100, 1000, 100]), []).size).toBe(0)
})

test('values that many rows hold tell the density if others are beside them, and not if they stand alone', () => {
  const [last] = cellsOf(30, [0, 40]).slice(1)
  const spike = (low: number) => ({ low, high: low + 1, count: 100, variance: VARIANCE })
  const dense = [26, 27, 28, 29].map(spike)
  expect(decayAtEnds([last!], dense).get(last!)).toBeGreaterThan(0.5)
  expect(decayAtEnds([last!], [spike(0)]).has(last!)).toBe(false)
})
