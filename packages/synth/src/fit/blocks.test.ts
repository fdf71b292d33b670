import { expect, test } from 'vitest'
import { seededRandom } from '../rng/seeded-random.ts'
import { cellCount, decimalGrid, linearGrid } from '../schema/grid.ts'
import { noisyCellsAndBlocks, presentBlocks } from './blocks.ts'
import { consistentCells } from './consistent-cells.ts'
import { sigmaOfRho } from './privacy-accountant.ts'

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0)

test('cells sum to their blocks, whose noise is smaller than that of as many cells', () => {
  const grid = linearGrid(0, 1, 1000)
  const exact = new Float64Array(1001)
  const rho = 0.01
  const marginal = noisyCellsAndBlocks(exact, grid, rho, seededRandom(5))
  const { blockOfCell, counts, variances } = marginal.blocks!
  const sums = new Float64Array(counts.length)
  blockOfCell.forEach((block, cell) => {
    sums[block]! += marginal.noisy[cell]!
  })
  sums.forEach((count, block) => {
    expect(count).toBeCloseTo(counts[block]!, 6)
  })
  expect(variances[0]!).toBeLessThan(0.2 * 16 * sigmaOfRho(rho) ** 2)
  const spread = sum(counts.map((count) => count * count)) / sum(variances)
  // 63 blocks: the ratio's standard deviation is sqrt(2 / 63).
  expect(Math.abs(spread - 1)).toBeLessThan(4 * Math.sqrt(2 / counts.length))
})

test('the two noises together cost what one would', () => {
  const rho = 0.02
  const exact = new Float64Array(65)
  const marginal = noisyCellsAndBlocks(exact, linearGrid(0, 1, 64), rho, seededRandom(2))
  const ofCells = marginal.variances[0]!
  // A block's variance is that of its own count and of its 16 cells' sum, joined by least squares.
  const ofBlocks = 1 / (1 / marginal.blocks!.variances[0]! - 1 / (16 * ofCells))
  expect(1 / (2 * ofCells) + 1 / (2 * ofBlocks)).toBeCloseTo(rho, 12)
})

test('a column that lies thin over many cells keeps its rows, and none appear elsewhere', () => {
  const grid = decimalGrid(20_000)
  const exact = new Float64Array(cellCount(grid) + 1)
  const [from, to] = [grid.starts.indexOf(1000), grid.starts.indexOf(9000)]
  exact.fill(20_000 / (to - from), from, to)
  const marginal = noisyCellsAndBlocks(exact, grid, 0.0005, seededRandom(9))
  const weights = consistentCells(marginal, [cellCount(grid)], 20_000)
  expect(sum(weights)).toBeCloseTo(20_000, 6)
  const inside = sum(weights.subarray(from, to))
  expect(inside).toBeGreaterThan(19_000)
})

test('of an empty column no part is preferred', () => {
  const grid = linearGrid(0, 1, 320)
  const { blocks } = noisyCellsAndBlocks(new Float64Array(321), grid, 0.01, seededRandom(1))
  expect([...presentBlocks(blocks!)]).toEqual(Array(20).fill(1))
})

test('a single value does not bring noise to its neighbors', () => {
  const grid = linearGrid(0, 1, 320)
  const exact = new Float64Array(321)
  exact[35] = 1000
  const marginal = noisyCellsAndBlocks(exact, grid, 0.01, seededRandom(3))
  const weights = consistentCells(marginal, [320], 1000)
  expect(weights[35]).toBeGreaterThan(990)
})
