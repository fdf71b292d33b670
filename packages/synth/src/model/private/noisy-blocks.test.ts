import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { cellCount, decimalGrid, linearGrid } from '../../schema/infer/grid.ts'
import { consistentCells } from '../consistent-cells.ts'
import { noisyBins } from '../protected/merge-bins.ts'
import { noisyCellsAndBlocks, presentBlocks } from './noisy-blocks.ts'
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
  expect([...presentBlocks(blocks!, 0)]).toEqual(Array(20).fill(1))
})

test('a bin’s variance is what its noise has, whatever part of a block it is', () => {
  const grid = linearGrid(0, 1, 64)
  const binSizes = [1, 5, 10, 20, 28]
  const binOfCell = Int32Array.from([...binSizes.flatMap((size, bin) => Array(size).fill(bin)), 5])
  const binning = { binOfCell, binCount: 6, cellWeights: new Float64Array(65) }
  const random = seededRandom(8)
  const [squares, runs] = [new Float64Array(6), 3000]
  let expected: Float64Array = new Float64Array(6)
  for (let run = 0; run < runs; run++) {
    const marginal = noisyCellsAndBlocks(new Float64Array(65), grid, 0.01, random)
    const { counts, variances } = noisyBins(marginal, binning)
    counts.forEach((count, bin) => {
      squares[bin]! += (count * count) / runs
    })
    expected = variances
  }
  // A variance of n draws deviates by sqrt(2 / n) of itself.
  squares.forEach((square, bin) => {
    expect(Math.abs(square / expected[bin]! - 1), `bin ${bin}`).toBeLessThan(
      4 * Math.sqrt(2 / runs),
    )
  })
})

test('where noise hides all rows, the likeliest block is taken, and the expected one the sooner the fewer there are', () => {
  const blocks = {
    counts: Float64Array.of(10, -20, 5, 60, 0),
    variances: new Float64Array(5).fill(900),
    sizes: new Int32Array(5),
    surprises: Float64Array.of(0, 1, 2, 3, 4),
  }
  expect([...presentBlocks(blocks, 80)]).toEqual([0, 0, 0, 1, 0])
  expect([...presentBlocks(blocks, 10)]).toEqual([1, 0, 0, 0, 0])
})

test('a block too noisy to show its shape is even, and one that holds more shows it', () => {
  const grid = linearGrid(0, 1, 64)
  const exact = new Float64Array(65)
  for (let cell = 0; cell < 16; cell++) exact[cell] = cell < 8 ? 12 : 4
  const weightsOf = (times: number, rho: number) => {
    const counts = exact.map((count) => count * times)
    const marginal = noisyCellsAndBlocks(counts, grid, rho, seededRandom(4))
    return consistentCells(marginal, [64], 128 * times)
  }
  const few = weightsOf(1, 0.004)
  expect(new Set(few.subarray(0, 16)).size).toBe(1)
  expect(sum(few.subarray(0, 16))).toBeCloseTo(128, 6)
  const many = weightsOf(100, 0.004)
  expect(sum(many.subarray(0, 8)) / sum(many.subarray(0, 16))).toBeCloseTo(0.75, 1)
})

test('a single value does not bring noise to its neighbors', () => {
  const grid = linearGrid(0, 1, 320)
  const exact = new Float64Array(321)
  exact[35] = 1000
  const marginal = noisyCellsAndBlocks(exact, grid, 0.01, seededRandom(3))
  const weights = consistentCells(marginal, [320], 1000)
  expect(weights[35]).toBeGreaterThan(990)
})
