import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { mergeBins } from '../protected/merge-bins.ts'
import { discoverCategories } from './discover-categories.ts'

const total = { count: 1000, variance: 100 }

test('a category that one row has is published no more often than delta allows', () => {
  const random = seededRandom(8)
  const delta = 0.02
  const runs = 20_000
  let published = 0
  for (let i = 0; i < runs; i++) {
    const counts = [{ label: 'rare', code: 0, count: 1 }]
    published += discoverCategories(counts, 5, delta, total, 1, random).labels.length
  }
  expect(published / runs).toBeLessThan(delta + 4 * Math.sqrt(delta / runs))
})

test('common categories are published and the rest is pooled', () => {
  const counts = [
    { label: 'a', code: 0, count: 600 },
    { label: 'b', code: 1, count: 380 },
    { label: 'c', code: 2, count: 4 },
    { label: null, code: -1, count: 16 },
  ]
  const { labels, marginal } = discoverCategories(counts, 2, 1e-7, total, 1, seededRandom(1))
  expect(labels).toEqual(['a', 'b'])
  expect(Math.abs(marginal.noisy[3]! - 16)).toBeLessThan(10)
})

test('missing values and pools within their noise are never drawn', () => {
  const noisy = Float64Array.of(700, 300, 2, -3)
  const variances = new Float64Array(4).fill(25)
  const binning = mergeBins({ noisy, variances, ordered: false }, 1000, 64)
  expect(binning.binCount).toBe(2)
  expect(binning.cellWeights[2]).toBe(0)
  expect(binning.cellWeights[3]).toBe(0)
})

test('a spike keeps its own bin and bins cover every cell', () => {
  const noisy = Float64Array.from({ length: 101 }, (_, cell) => (cell === 40 ? 900 : 10))
  noisy[100] = 0
  const variances = new Float64Array(101).fill(1)
  const { binOfCell, binCount } = mergeBins({ noisy, variances, ordered: true }, 1890, 20)
  // The last cell, missing values, is empty here and folded into the heaviest bin.
  expect(binOfCell.subarray(0, 100).filter((bin) => bin === binOfCell[40])).toHaveLength(1)
  for (let bin = 0; bin < binCount; bin++) expect(binOfCell.includes(bin)).toBe(true)
})
