import { describe, expect, it } from 'vitest'
import { formatValue, roundStep, tickLabels, wholeTicks } from './ticks.ts'

describe('wholeTicks', () => {
  it.each([
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [9, [0, 5, 10]],
    [37, [0, 10, 20, 30, 40]],
    [2_000_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
    [2_137_500, [0, 1_000_000, 2_000_000, 3_000_000]],
  ])('reaches %s in a few round steps', (highest, ticks) => {
    expect(wholeTicks(highest)).toEqual(ticks)
  })
})

it('a round step is the smallest of the factors at some power of ten', () => {
  expect([0.03, 1, 2.4, 6, 1200].map((least) => roundStep(least, [1, 2.5, 5, 10]))).toEqual([
    0.05, 1, 2.5, 10, 2500,
  ])
})

describe('tickLabels', () => {
  const labels = (...args: Parameters<typeof tickLabels>) =>
    tickLabels(...args).map(({ label }) => label)

  it('labels the ends of the range in the column’s own unit', () => {
    expect(labels([0, 50, 120], 'integer')).toEqual(['0', '30', '60', '90', '120'])
    expect(labels([-1, 1], 'number')).toEqual(['-1', '-0.5', '0', '0.5', '1'])
  })

  it('shows years, months or days by the width of the range', () => {
    expect(labels([Date.UTC(2010, 0, 1), Date.UTC(2020, 0, 1)], 'date')).toEqual([
      '2010',
      '2015',
      '2020',
    ])
    expect(labels([Date.UTC(2025, 0, 1), Date.UTC(2026, 10, 1)], 'date')).toEqual([
      'Jan 2025',
      'Dec 2025',
      'Nov 2026',
    ])
    expect(labels([Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 31)], 'date')).toEqual([
      'Mar 1, 2026',
      'Mar 16',
      'Mar 31',
    ])
    expect(labels([Date.UTC(2025, 11, 20), Date.UTC(2026, 0, 19)], 'date')).toEqual([
      'Dec 20, 2025',
      'Jan 4, 2026',
      'Jan 19',
    ])
  })

  it('shortens large numbers, but not until they are all alike', () => {
    expect(labels([0, 4e9], 'integer')).toEqual(['0', '1B', '2B', '3B', '4B'])
    expect(labels([1e9, 1e9 + 8], 'integer', 3)).toEqual([
      '1,000,000,000',
      '1,000,000,004',
      '1,000,000,008',
    ])
  })

  it('places whole numbers where they are', () => {
    expect(tickLabels([3, 4], 'integer')).toEqual([
      { at: 0, label: '3' },
      { at: 1, label: '4' },
    ])
    expect(tickLabels([2, 17], 'integer')[1]).toEqual({ at: 4 / 15, label: '6' })
  })

  it('labels a constant once, and nothing of no bins or of days that no calendar has', () => {
    expect(tickLabels([7, 7], 'number')).toEqual([{ at: 0.5, label: '7' }])
    expect(labels([], 'number')).toEqual([])
    expect(labels([9e15, 9.1e15], 'date')).toEqual([])
  })
})

it('what rounds to nothing has no sign', () => {
  expect(formatValue(-0.001, 'number', 10)).toBe('0')
})
