import { expect, test } from 'vitest'
import { type PairTable, ungrouped } from './measure/pair-tables.ts'
import { reconcileMargins } from './pairs/reconcile-margins.ts'
import { normSub } from './private/norm-sub.ts'
import type { NoisyMargin } from './protected/merge-bins.ts'
import { strongestTree } from './spanning-tree.ts'
import { fitTreeModel, type TreeModel } from './tree-model.ts'

test('the strongest links that close no circle make the tree', () => {
  const { order, parent } = strongestTree(4, [
    { a: 0, b: 1, strength: 1 },
    { a: 0, b: 2, strength: 5 },
    { a: 1, b: 2, strength: 4 },
    { a: 2, b: 3, strength: 2 },
  ])
  expect(order[0]).toBe(0)
  expect([...parent]).toEqual([-1, 2, 0, 2])
})

test('columns that no link joins stand by themselves, each before its children', () => {
  const { order, parent } = strongestTree(5, [
    { a: 1, b: 4, strength: 3 },
    { a: 2, b: 3, strength: 1 },
  ])
  expect([...parent]).toEqual([-1, -1, -1, 2, 1])
  for (const [column, above] of parent.entries()) {
    if (above >= 0) expect(order.indexOf(above)).toBeLessThan(order.indexOf(column))
  }
})

test('columns of a context are joined already: what hangs on one of them hangs on no other', () => {
  const { order, parent } = strongestTree(
    5,
    [
      { a: 0, b: 2, strength: 9 },
      { a: 1, b: 2, strength: 8 },
      { a: 1, b: 3, strength: 7 },
      { a: 2, b: 3, strength: 6 },
      { a: 3, b: 4, strength: 5 },
    ],
    2,
  )
  expect([...parent]).toEqual([-1, -1, 0, 1, 3])
  expect(order.indexOf(3)).toBeLessThan(order.indexOf(4))
})

const oneWay = [
  { counts: Float64Array.of(640, 360), variances: Float64Array.of(400, 400) },
  { counts: Float64Array.of(500, 300, 200), variances: Float64Array.of(400, 400, 400) },
  { counts: Float64Array.of(100, 900), variances: Float64Array.of(400, 400) },
]
/** Fits a tree to one look at tables of all bins, of 1000 rows. */
function fitOnce(columns: NoisyMargin[], tables: PairTable[], sigma: number): TreeModel {
  const groups = columns.map(({ counts }) => ungrouped(counts.length))
  const own = columns.map((column) => ({
    weights: normSub(column.counts, 1000),
    byGroup: () => column,
  }))
  const margins = reconcileMargins(own, { groups, tables, sigma }, 1000)
  return fitTreeModel(margins, { groups, tables, sigma, closer: [] }, 1000)
}

const dependent = Float64Array.of(450, 100, 50, 50, 200, 150)

test('tables agree with their columns whichever of the two is the parent', () => {
  const tables = [
    { a: 0, b: 1, counts: dependent },
    { a: 0, b: 2, counts: Float64Array.of(98, 512, 3, 387) },
    { a: 1, b: 2, counts: Float64Array.of(50, 450, 30, 270, 20, 180) },
  ]
  const { tree, margins, edges } = fitOnce(oneWay, tables, 5)
  expect([...tree.parent]).toEqual([-1, 0, 0])
  edges.forEach((counts, child) => {
    if (!counts) return
    const bins = margins[child]!.length
    const sums = new Float64Array(bins)
    counts.forEach((count, cell) => {
      sums[cell % bins]! += count
    })
    sums.forEach((count, bin) => {
      expect(count).toBeCloseTo(margins[child]![bin]!, 6)
    })
  })
  expect(edges[1]![0]).toBeGreaterThan(400)
  // The first column alone had 640; tables with far less noise say 600 and 610.
  expect(margins[0]![0]).toBeLessThan(612)
})

test('a table read from its later column is the same table', () => {
  const tables = [
    { a: 0, b: 2, counts: Float64Array.of(60, 540, 40, 360) },
    { a: 1, b: 2, counts: Float64Array.of(90, 410, 8, 292, 2, 198) },
  ]
  const { tree, edges } = fitOnce(oneWay, tables, 2)
  expect([...tree.parent]).toEqual([-1, 2, 0])
  // By the last column's bins first.
  expect(edges[1]![0]).toBeGreaterThan(85)
  expect(edges[1]![3]).toBeGreaterThan(400)
})

test('counts within their noise leave columns independent', () => {
  const noise = [12, -9, 4, -15, 8, 3]
  const independent = [300, 180, 120, 200, 120, 80]
  const counts = Float64Array.from(independent, (count, cell) => count + noise[cell]!)
  const tables = [{ a: 0, b: 1, counts }]
  const { edges, margins } = fitOnce(oneWay.slice(0, 2), tables, 30)
  edges[1]!.forEach((count, cell) => {
    const expected = (margins[0]![Math.floor(cell / 3)]! * margins[1]![cell % 3]!) / 1000
    expect(count).toBeCloseTo(expected, 6)
  })
})
