import { expect, test } from 'vitest'
import { discreteGaussian } from '../../random/discrete-gaussian.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { cellsWithRows, clearCells, findLastCodes } from './clear-cells.ts'
import { type TreeNode, uncounted } from './number-tree.ts'
import { NUMBER_ROOTS } from './public-cells.ts'

const SIGMA = 20
const ZERO = { low: 0, high: 1 }

/** Returns the first cells with the rows of some of them, by their lowest number, and noise. */
function counted(rows: Record<number, number>, seed: number): TreeNode[] {
  const random = seededRandom(seed)
  return NUMBER_ROOTS.map((cell) => ({
    ...uncounted(cell),
    count: (rows[cell.low] ?? 0) + discreteGaussian(random, SIGMA),
    variance: SIGMA * SIGMA,
  }))
}

const lowsOf = (nodes: TreeNode[]) => nodes.map(({ low }) => low)

test('noise alone makes no cell seem to hold rows, and near others hardly ever', () => {
  let found = 0
  for (let seed = 0; seed < 1000; seed++) {
    expect(clearCells(counted({}, seed), [])).not.toContain(true)
    found += clearCells(counted({}, seed), [ZERO]).filter(Boolean).length
  }
  expect(found).toBeLessThan(10)
})

test('fewer rows are found near others than far from all', () => {
  const isFound = (low: number, seed: number) =>
    lowsOf(cellsWithRows(counted({ 1000: 5000, [low]: 90 }, seed), 5090, [])).includes(low)
  const seeds = Array.from({ length: 100 }, (_, i) => i)
  expect(seeds.filter((seed) => isFound(5000, seed)).length).toBeGreaterThan(80)
  expect(seeds.filter((seed) => isFound(5e11, seed)).length).toBeLessThan(30)
})

test('a tail goes on by falling shares, and not behind a cliff', () => {
  const nodes = counted({ 1000: 5000, 2000: 1500, 5000: 400, 10000: 80, 20000: 20 }, 3)
  const kept = cellsWithRows(nodes, 7000, [])
  const tail = kept.filter(({ isTail }) => isTail)
  expect(lowsOf(kept).slice(0, 4)).toEqual([1000, 2000, 5000, 10_000])
  expect(tail.every(({ count }) => count < 80)).toBe(true)
  const cut = counted({ 1000: 5000, 2000: 4000 }, 4)
  const last = cut.find(({ low }) => low === 2000)!
  last.children = [2000, 2600, 3200, 3800, 4400].map((low, i) => ({
    ...uncounted({ low, high: low + 600 }),
    count: i < 3 ? 1300 : 10,
    variance: SIGMA * SIGMA,
  }))
  expect(lowsOf(cellsWithRows(cut, 9000, []))).toEqual([1000, 2000])
})

test('no tail follows a cell of which a single value holds most rows', () => {
  const tailOf = (single: number) => {
    const nodes = counted({ 1000: 5000, 2000: 1500, 5000: 400, 10000: 80, 20000: 20 }, 3)
    const last = nodes.find(({ low }) => low === 10_000)!
    const others = { ...uncounted(last), count: last.count - single, variance: SIGMA * SIGMA }
    const value = uncounted({ low: 15_000, high: 15_001 }, true)
    last.children = [others, { ...value, count: single, variance: SIGMA * SIGMA }]
    return cellsWithRows(nodes, 7000, []).filter(({ isTail }) => isTail)
  }
  expect(tailOf(20)).not.toEqual([])
  expect(tailOf(60)).toEqual([])
})

test('small cells count where together they have rows that are lacking elsewhere', () => {
  const thin = Object.fromEntries([-1, 1, 2, 5, 10, 20, 50, 100].map((low) => [low, 60]))
  const kept = lowsOf(cellsWithRows(counted({ 10000: 5000, ...thin }, 7), 5240, []))
  expect(kept.filter((low) => low > 0 && low < 1000).length).toBeGreaterThan(2)
  for (let seed = 0; seed < 200; seed++)
    expect(lowsOf(cellsWithRows(counted({ 10000: 5000 }, seed), 5000, []))[0]).toBeGreaterThan(500)
})

test('few rows behind all codes are the last of them, and hardly ever noise', () => {
  const codes = [1, 2, 3, 4].map((low) => ({ low, high: low + 1 }))
  const seeds = Array.from({ length: 400 }, (_, i) => i)
  const found = (low: number, rows: number, total = 6000) =>
    seeds.filter((seed) => {
      const others = counted({ [low]: rows }, seed).filter((cell) => cell.low < 1 || cell.low > 4)
      const last = findLastCodes(others, codes, total)
      expect(lowsOf(cellsWithRows(others, rows, codes, last))).toEqual(
        expect.arrayContaining(lowsOf(last)),
      )
      return lowsOf(last).includes(low)
    }).length
  expect(found(5, 70)).toBeGreaterThan(280)
  expect(found(5, 0)).toBeLessThan(8)
  expect(found(5, 70, 3000)).toBe(0)
  for (const low of [-1, 0, 20]) expect(found(low, 70)).toBe(0)
})
