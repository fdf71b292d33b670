import { expect, test } from 'vitest'
import { decayAtEnds } from './end-decay.ts'
import { type Counted, type Leaf, uncounted } from './number-tree.ts'

const VARIANCE = 400

/** Returns cells of a width, side by side from zero on, with some rows. */
function cellsOf(width: number, rows: number[]): Leaf[] {
  return rows.map((count, i) => ({
    node: { ...uncounted({ low: i * width, high: (i + 1) * width }), count, variance: VARIANCE },
    rows: count,
    family: { variance: VARIANCE, members: rows.length },
  }))
}

/** The rate of the last cell, 0 if its rows do not fall. */
const lastRate = (cells: Leaf[], spikes: Counted[] = []) =>
  [...decayAtEnds(cells, spikes)].find(([leaf]) => leaf === cells.at(-1))?.[1] ?? 0

/** The share of the rows of the last cell that lie in its nearer half. */
const nearer = (rate: number, width: number) =>
  Math.expm1((-rate * width) / 2) / Math.expm1(-rate * width)

test('the fewer rows the last cell has, the nearer they are to the others', () => {
  const shares = [900, 300, 50].map((rows) =>
    nearer(lastRate(cellsOf(100, [1000, 1000, rows])), 100),
  )
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares[0]).toBeLessThan(0.55)
  expect(shares[2]).toBeGreaterThan(0.75)
})

test('rows as dense as before, and single values, do not fall; the first cell falls toward smaller numbers', () => {
  const cells = cellsOf(100, [100, 1000, 1000])
  expect(lastRate(cells)).toBe(0)
  expect([...decayAtEnds(cells, []).values()]).toEqual([expect.closeTo(-Math.log(10) / 100)])
  expect(decayAtEnds(cellsOf(1, [100, 1000, 100]), []).size).toBe(0)
})

test('values that many rows hold tell the density if others are beside them, and not if they stand alone', () => {
  const last = cellsOf(30, [0, 40]).slice(1)
  const spike = (low: number) => ({ low, high: low + 1, count: 100, variance: VARIANCE })
  const dense = [26, 27, 28, 29].map(spike)
  expect(lastRate(last, dense)).toBeGreaterThan(0.5)
  expect(lastRate(last, [spike(0)])).toBe(0)
})
