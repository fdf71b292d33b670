import { expect, test } from 'vitest'
import { type Counted, type Leaf, uncounted } from './number-tree.ts'
import { dropFaintEnds, endAtCaps, endAtValues } from './search-ends.ts'

const VARIANCE = 400

function leafOf(low: number, high: number, rows: number, isTail = false): Leaf {
  const node = { ...uncounted({ low, high }), count: rows, variance: VARIANCE, isTail }
  return { node, rows, family: { variance: VARIANCE, members: 1 } }
}

const value = (low: number, count: number): Counted => ({
  low,
  high: low + 1,
  count,
  variance: VARIANCE,
})

/** Noisy counts of the values from 10 to 19. */
const noisy = (counts: number[]) =>
  new Map(counts.map((count, i) => [10 + i, value(10 + i, count)]))

const ends = (leaves: Leaf[]) =>
  leaves.filter(({ rows }) => rows > 0).map(({ node }) => [node.low, node.high])

const codes = [value(1, 3000), value(5, 2000)]

test('a cell of few rows ends at the value that holds them, and no tail follows', () => {
  const leaves = [leafOf(10, 20, 70), leafOf(20, 50, 9, true)]
  const counted = noisy([82, -11, 14, 3, -20, 7, 0, -9, 16, -4])
  expect(
    ends(endAtValues(leaves, codes, { counted, unit: 1, total: 6000, lastCodes: [] })),
  ).toEqual([[10, 11]])
})

test('without evidence, or with a value that is no public one, a cell stays as wide as it is', () => {
  const leaves = [leafOf(10, 20, 70)]
  const flat = noisy([7, 9, 3, 12, 5, 8, 4, 10, 6, 6])
  const total = 6000
  expect(
    ends(endAtValues(leaves, codes, { counted: flat, unit: 1, total, lastCodes: [] })),
  ).toEqual([[10, 20]])
  const counted = noisy([82, -11, 14])
  expect(ends(endAtValues(leaves, codes, { counted, unit: 1, total, lastCodes: [] }))).toEqual([
    [10, 20],
  ])
})

test('a cell whose first and last value both hold its rows stays as wide as it is', () => {
  const counted = noisy([70, 0, 0, 0, 0, 0, 0, 0, 0, 70])
  for (const lastCodes of [[], [{ low: 10, high: 20 }]]) {
    const [leaf] = endAtValues([leafOf(10, 20, 70)], [], {
      counted,
      unit: 1,
      total: 6000,
      lastCodes,
    })
    expect([leaf!.node.low, leaf!.node.high, leaf!.rows]).toEqual([10, 20, 70])
  }
})

test('few codes of a cell are shared among its values by how likely they end at each', () => {
  const counted = noisy([9, 14, 3, 58, -20, 7, -12, -9, 4, -4])
  const values = { counted, unit: 1, total: 6000, lastCodes: [{ low: 10, high: 20 }] }
  const [last, ...others] = endAtValues([leafOf(10, 20, 70)], codes, values)
  expect(others).toEqual([])
  expect([last!.node.low, last!.rows]).toEqual([10, 70])
  expect(last!.node.high).toBeGreaterThan(13)
  expect(last!.node.high).toBeLessThan(17)
  const shares = [...last!.shares!.values()]
  expect(shares).toEqual([...shares].sort((a, b) => b - a))
  expect(shares[0]! / shares[5]!).toBeGreaterThan(4)
})

test('parts that were counted show where the values of a cell end, if counts of values alone do not', () => {
  const counted = noisy([18, 20, 9, -6, 18, 4, 15, 12, 20, -2])
  const cells = { counted, unit: 1, total: 6000, lastCodes: [] }
  const leaf = leafOf(10, 20, 70)
  expect(ends(endAtValues([leaf], codes, cells))).toEqual([[10, 20]])
  const parts = [75, 12, -9, 4, -11].map((count, i) => ({
    ...value(10 + 2 * i, count),
    high: 12 + 2 * i,
  }))
  leaf.node.joined = { parts, apart: [] }
  const [[, end]] = ends(endAtValues([leaf], codes, cells)) as [[number, number]]
  expect(end).toBeLessThanOrEqual(12)
})

test('a round number beyond all others stays only where noise of so many could not make it stand out', () => {
  const rootWith = (low: number, count: number) => {
    const root = uncounted({ low: 500, high: 1000 })
    const single = { ...uncounted({ low, high: low + 1 }, true), count, variance: VARIANCE }
    root.children = [uncounted({ low: 500, high: 1000 }), single]
    return root
  }
  const cap = [value(400, 300), value(520, 600)]
  for (const [low, count, spikes, isKept] of [
    [820, 68, cap, false],
    [820, 90, cap, true],
    [510, 68, cap, true],
  ] as const) {
    const root = rootWith(low, count)
    dropFaintEnds([root], [...spikes], 10)
    expect(root.children.some(({ isSingle }) => isSingle)).toBe(isKept)
  }
})

test('a cell before a value that many rows hold has its end there', () => {
  const leaves = [leafOf(10, 20, 70)]
  const counted = noisy([82, -11, 14, 3, -20, 7, 0, -9, 16, -4])
  const beyond = [...codes, value(30, 500)]
  expect(
    ends(endAtValues(leaves, beyond, { counted, unit: 1, total: 6000, lastCodes: [] })),
  ).toEqual([[10, 20]])
})

test('few rows around a cap lie before it, and a tail behind it is noise', () => {
  const leaves = [leafOf(400, 500, 90), leafOf(500, 1000, 40), leafOf(1000, 2000, 3, true)]
  expect(ends(endAtCaps(leaves, [value(520, 620)], 1))).toEqual([
    [400, 500],
    [500, 520],
  ])
})

test('a value that fewer rows hold than the numbers before it is no cap', () => {
  const leaves = [leafOf(200, 500, 900), leafOf(500, 1000, 20)]
  expect(endAtCaps(leaves, [value(500, 90)], 1)).toEqual(leaves)
  const mirrored = [leafOf(-999, -499, 20), leafOf(-499, -199, 300)]
  expect(ends(endAtCaps(mirrored, [value(-520, 620)], -1))).toEqual([
    [-519, -499],
    [-499, -199],
  ])
})
