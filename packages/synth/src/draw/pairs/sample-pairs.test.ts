import { expect, test } from 'vitest'
import type { PrivateModel } from '../../model/fitted-model.ts'
import { ungrouped } from '../../model/measure/pair-tables.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { samplePairs } from './sample-pairs.ts'

const agree = Float64Array.of(400, 100, 100, 400)
const related = Float64Array.of(400, 100, 100, 400)

/** Three coins of 1000 rows; the tree has the last two agree only by way of the first, at 680 to 320. */
function coins(sigma: number, pairOfLastTwo: Float64Array): PrivateModel {
  const tree = {
    tree: { order: [0, 1, 2], parent: Int32Array.of(-1, 0, 0) },
    margins: [0, 1, 2].map(() => Float64Array.of(500, 500)),
    edges: [null, agree, agree],
  }
  const tables = [
    { a: 0, b: 1, counts: agree },
    { a: 0, b: 2, counts: agree },
    { a: 1, b: 2, counts: pairOfLastTwo },
  ]
  const pairs = { groups: [2, 2, 2].map(ungrouped), tables, sigma, closer: [] }
  return {
    tree,
    pairs,
    determined: [],
    orders: [],
    total: { count: 1000, variance: 1 },
  } as unknown as PrivateModel
}

function shareOfEqual(bins: Int32Array[], a: number, b: number): number {
  const { length } = bins[a]!
  return bins[a]!.reduce((n, bin, row) => n + (bin === bins[b]![row] ? 1 : 0), 0) / length
}

test('pairs that the tree leaves out come out as they were measured', () => {
  const bins = samplePairs(coins(1, related), 5000, seededRandom(2))
  expect(shareOfEqual(bins, 1, 2)).toBeCloseTo(0.8, 2)
  expect(shareOfEqual(bins, 0, 1)).toBeCloseTo(0.8, 2)
  expect(shareOfEqual(bins, 0, 2)).toBeCloseTo(0.8, 2)
})

test('pairs that are within their noise stay as the tree has them', () => {
  const bins = samplePairs(coins(200, related), 5000, seededRandom(2))
  expect(shareOfEqual(bins, 1, 2)).toBeCloseTo(0.68, 1)
})

test('many rows are made in batches, each as good as the first and different from it', () => {
  const bins = samplePairs(coins(1, related), 25_003, seededRandom(6))
  expect(bins.every((column) => column.length === 25_003)).toBe(true)
  for (const start of [0, 9000, 17_000]) {
    const batch = bins.map((column) => column.subarray(start, start + 8000))
    expect(shareOfEqual(batch, 1, 2)).toBeCloseTo(0.8, 1)
  }
  const size = Math.ceil(25_003 / 3)
  const [first, second] = [bins[1]!.subarray(0, size), bins[1]!.subarray(size, 2 * size)]
  expect(second.some((bin, row) => bin !== first[row])).toBe(true)
})

test('a model of one column has only that column to draw', () => {
  const tree = {
    tree: { order: [0], parent: Int32Array.of(-1) },
    margins: [Float64Array.of(30, 70)],
    edges: [null],
  }
  const pairs = { groups: [ungrouped(2)], tables: [], sigma: 1, closer: [] }
  const model = { tree, pairs, determined: [], orders: [], total: { count: 100, variance: 1 } }
  const [bins] = samplePairs(model as unknown as PrivateModel, 1000, seededRandom(1))
  expect(bins!.filter((bin) => bin === 0)).toHaveLength(300)
})

test('rows are made for what their context is, however often each is there', () => {
  const random = seededRandom(4)
  const given = Int32Array.from({ length: 12_000 }, (_, row) => (row % 10 === 0 ? 0 : 1))
  const kept = given.slice()
  const bins = samplePairs(coins(1, related), given.length, random, [given])
  expect(bins).toHaveLength(2)
  expect(given).toEqual(kept)
  for (const own of bins) {
    const ofBin = (bin: number) => own.filter((_, row) => given[row] === bin)
    expect(ofBin(0).filter((bin) => bin === 0).length / 1200).toBeCloseTo(0.8, 1)
    expect(ofBin(1).filter((bin) => bin === 1).length / 10_800).toBeCloseTo(0.8, 1)
  }
  // Measured at 0.8 where both sides of the context are as frequent; by the context alone it were 0.68.
  expect(shareOfEqual(bins, 0, 1)).toBeGreaterThan(0.72)
})
