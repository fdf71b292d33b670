import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import type { BinMatrix, MatrixColumn } from './bin-matrix.ts'
import { fitTree, leafOf, MIN_LEAF_ROWS, type Tree } from './protected-tree.ts'

const column = (position: number, binCount: number, ordered: boolean): MatrixColumn => ({
  column: position,
  binCount,
  ordered,
})

/** Rows as `rowOf` makes them from uniform draws below a bound. */
function matrixOf(
  rowCount: number,
  width: number,
  rowOf: (below: (bound: number) => number) => number[],
): BinMatrix {
  const random = seededRandom(5)
  const below = (bound: number) => random.nextUint32() % bound
  const bins = new Uint8Array(rowCount * width)
  for (let row = 0; row < rowCount; row++) bins.set(rowOf(below), row * width)
  return { rowCount, width, bins }
}

const leaves = (tree: Tree) => tree.flatMap((node) => ('counts' in node ? [node.counts] : []))
const rowsOf = (counts: Float64Array) => counts.reduce((sum, count) => sum + count, 0)

test.each([
  ['ordered', true],
  ['unordered', false],
])('no leaf of an %s target is smaller than the limit, and every row is in one', (_, ordered) => {
  const matrix = matrixOf(5000, 4, (below) => {
    const [a, b] = [below(30), below(12)]
    return [a, b, (a * b) % 7, ordered ? (a + b + below(3)) % 40 : (a * b) % 9]
  })
  const features = [column(0, 30, true), column(1, 12, false), column(2, 7, false)]
  const tree = fitTree(matrix, column(3, 45, ordered), features)
  const sizes = leaves(tree).map(rowsOf)
  expect(sizes.length).toBeGreaterThan(10)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(MIN_LEAF_ROWS)
  expect(sizes.reduce((a, b) => a + b)).toBe(5000)
})

test('a leaf counts the target of just the rows that fall into it', () => {
  const matrix = matrixOf(3000, 2, (below) => {
    const a = below(20)
    return [a, (a + below(3)) % 5]
  })
  const tree = fitTree(matrix, column(1, 5, false), [column(0, 20, true)])
  const counted = tree.map(() => new Float64Array(5))
  for (let row = 0; row < 3000; row++)
    counted[leafOf(tree, matrix, row)]![matrix.bins[row * 2 + 1]!]!++
  const isShared = (rows: number) => rows !== 1
  for (const [position, node] of tree.entries())
    if ('counts' in node && counted[position]!.every(isShared))
      expect(counted[position]).toEqual(node.counts)
  expect(tree.some((node, i) => 'counts' in node && counted[i]!.every(isShared))).toBe(true)
})

test('a row that is alone in its bin counts in the nearest bin that others of its leaf have', () => {
  const odd = 900
  const matrix = matrixOf(1000, 2, (below) => [below(10), below(5)])
  matrix.bins[odd * 2 + 1] = 30
  const target = column(1, 40, true)
  for (const features of [[], [column(0, 10, true)]]) {
    const tree = fitTree(matrix, target, features)
    for (const counts of leaves(tree)) expect(counts[30]).toBe(0)
    const leaf = tree[leafOf(tree, matrix, odd)]!
    if (!('counts' in leaf)) throw new Error('A row is in no leaf')
    const others = Array.from({ length: 1000 }, (_, row) => row).filter(
      (row) => row !== odd && tree[leafOf(tree, matrix, row)] === leaf,
    )
    const inLast = others.filter((row) => matrix.bins[row * 2 + 1] === 4).length
    expect(leaf.counts[4]).toBe(inLast + 1)
  }
})

test('the first split is the best there is', () => {
  // The target follows the second feature's halves, which interleave, and nothing else.
  const matrix = matrixOf(2000, 3, (below) => {
    const b = below(6)
    return [below(10), b, b % 2 === 0 ? below(2) : 2 + below(2)]
  })
  for (const ordered of [true, false]) {
    const target = column(2, 4, ordered)
    const [root] = fitTree(matrix, target, [column(0, 10, true), column(1, 6, false)])
    if (!root || 'counts' in root) throw new Error('The root is a leaf')
    expect(root.column).toBe(1)
    expect(new Set([0, 2, 4].map((bin) => root.goesLeft[bin])).size).toBe(1)
    expect(new Set([1, 3, 5].map((bin) => root.goesLeft[bin])).size).toBe(1)
    expect(root.goesLeft[0]).not.toBe(root.goesLeft[1])
  }
})

test('a target that nothing tells, or too few rows, makes one leaf', () => {
  const constant = matrixOf(1000, 2, (below) => [below(10), 3])
  for (const ordered of [true, false])
    expect(fitTree(constant, column(1, 5, ordered), [column(0, 10, true)])).toHaveLength(1)
  const few = matrixOf(199, 2, (below) => {
    const a = below(2)
    return [a, a]
  })
  expect(fitTree(few, column(1, 2, false), [column(0, 2, true)])).toHaveLength(1)
  expect(fitTree(few, column(1, 2, false), [])).toHaveLength(1)
})

test('what chance alone explains is not split', () => {
  const unrelated = matrixOf(4000, 3, (below) => [below(4), below(4), below(10)])
  const features = [column(0, 4, true), column(1, 4, false)]
  for (const ordered of [true, false]) {
    // About n / 100 leaves would fit the noise.
    expect(leaves(fitTree(unrelated, column(2, 10, ordered), features)).length).toBeLessThan(6)
  }
})
