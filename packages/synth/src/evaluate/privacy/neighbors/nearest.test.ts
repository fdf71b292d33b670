import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import type { TableSample } from '../../table-sample.ts'
import { CATEGORY_GAP, distanceSpace, type Points } from './distance-space.ts'
import { nearestTo } from './nearest.ts'
import { nearestWithoutEach } from './nearest-without.ts'
import { growTree } from './point-tree.ts'

test('distances sum squared ranks and a gap per category, missing values below the least', () => {
  const table: TableSample = {
    rowCount: 3,
    columns: [
      { type: 'continuous', values: Float64Array.of(10, 20, Number.NaN) },
      { type: 'category', values: Int32Array.of(0, 1, -1), codeCount: 2 },
    ],
  }
  const points = distanceSpace(table).place(table)
  const { rows, distances } = nearestTo(points, growTree(points), 3)
  expect([...rows.subarray(0, 3)]).toEqual([0, 1, 2])
  expect(distances[0]).toBe(0)
  expect(distances[1]).toBeCloseTo(0.5 ** 2 + CATEGORY_GAP, 5)
  expect(distances[2]).toBeCloseTo(0.75 ** 2 + CATEGORY_GAP, 5)
})

/** Points as in tables: ranks that many share or few, and codes of all widths, some missing and some that only `extra` rows have. */
function somePoints(rowCount: number, seed: number, extra: number): Points {
  const random = seededRandom(seed)
  const below = (bound: number) => random.nextUint32() % bound
  const sizes = [2, 3, 300, 70_000, 4, 9]
  const ranks = [5, 1000, 40, 1000, 7].map((steps) =>
    Float32Array.from({ length: rowCount }, () => below(steps) / steps),
  )
  const codes = sizes.map((size) =>
    Int32Array.from({ length: rowCount }, () => below(below(size) + 1) + below(extra) - 1),
  )
  return { rowCount, ranks, codes }
}

/** The contribution of each coordinate to the distance of two points. */
function gapsOf(a: Points, row: number, b: Points, other: number): number[] {
  return [
    ...a.ranks.map((ranks, j) => (ranks[row]! - b.ranks[j]![other]!) ** 2),
    ...a.codes.map((codes, j) => (codes[row] === b.codes[j]![other] ? 0 : CATEGORY_GAP)),
  ]
}

const sumOf = (gaps: number[]) => gaps.reduce((sum, gap) => sum + gap, 0)

test.each([
  ['mixed', (points: Points) => points],
  ['only ranks', (points: Points) => ({ ...points, codes: [] })],
  ['only codes', (points: Points) => ({ ...points, ranks: [] })],
  ['alike', ({ rowCount, codes }: Points) => ({ rowCount, ranks: [], codes: codes.slice(0, 2) })],
])('a search in boxes finds what a search through all points finds: %s', (_, of) => {
  const [from, to] = [of(somePoints(20, 1, 3)), of(somePoints(500, 2, 1))]
  const tree = growTree(to)
  const nearest = nearestTo(from, tree, 4)
  const without = nearestWithoutEach(from, tree)
  for (let row = 0; row < from.rowCount; row++) {
    const gaps = Array.from({ length: to.rowCount }, (_, other) => gapsOf(from, row, to, other))
    const ordered = (distanceOf: (gaps: number[]) => number) =>
      gaps
        .map((own, other) => ({ other, distance: Math.fround(distanceOf(own)) }))
        .sort((a, b) => a.distance - b.distance || a.other - b.other)
    const expected = ordered(sumOf).slice(0, 4)
    const found = nearest.rows.subarray(4 * row, 4 * row + 4)
    for (const [i, other] of found.entries())
      expect(sumOf(gaps[other]!)).toBeCloseTo(expected[i]!.distance, 5)
    expect(nearest.distances[4 * row]).toBeCloseTo(expected[0]!.distance, 5)
    expect(without.distances[row]).toBeCloseTo(expected[0]!.distance, 5)
    for (const [j, rows] of without.rows.entries()) {
      const [first] = ordered((own) => sumOf(own.toSpliced(j, 1)))
      expect(sumOf(gaps[rows[row]!]!.toSpliced(j, 1))).toBeCloseTo(first!.distance, 5)
    }
  }
})

test('of synthetic rows that are equally near, the first is found, whatever the secret is', () => {
  const rowCount = 400
  const secrets = Int32Array.from({ length: rowCount }, (_, row) => (7 * row + 3) % 5)
  const known = Float32Array.from({ length: rowCount }, (_, row) => (row % 4) / 4)
  const twin = { rowCount, ranks: [known], codes: [secrets] }
  const { rows } = nearestWithoutEach(twin, growTree(twin))
  expect([...rows[1]!]).toEqual(Array.from(known, (_, row) => row % 4))
})
