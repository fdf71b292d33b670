/** Tests the distance between two distributions, which may have other bins and labels. */
import { describe, expect, it } from 'vitest'
import { shiftBetween } from './changes.ts'

const histogram = (edges: number[], synthetic: number[]) => ({
  type: 'histogram' as const,
  format: 'number' as const,
  original: [],
  ...{ edges, synthetic },
})
const categories = (shares: Record<string, number>) => ({
  type: 'categories' as const,
  labels: Object.keys(shares),
  original: [],
  synthetic: Object.values(shares),
})

describe('the shift between two distributions', () => {
  it('is nothing for the same one, and all for those that share no value', () => {
    const one = histogram([0, 1, 2], [0.5, 0.5])
    expect(shiftBetween(one, one)).toBe(0)
    expect(shiftBetween(one, histogram([5, 6], [1]))).toBeCloseTo(1)
    expect(shiftBetween(categories({ a: 1 }), categories({ b: 1 }))).toBe(1)
  })

  it('does not depend on where the bins are', () => {
    const coarse = histogram([0, 4], [1])
    const fine = histogram([0, 1, 2, 4], [0.25, 0.25, 0.5])
    expect(shiftBetween(coarse, fine)).toBeCloseTo(0)
    expect(shiftBetween(coarse, histogram([0, 2, 4], [0.75, 0.25]))).toBeCloseTo(0.25)
  })

  it('is the share of rows that would have to take another value', () => {
    expect(
      shiftBetween(categories({ a: 0.5, b: 0.5 }), categories({ a: 0.4, b: 0.6 })),
    ).toBeCloseTo(0.1)
  })

  it('is not known of a column without distributions, or with those of another kind', () => {
    expect(shiftBetween(null, categories({ a: 1 }))).toBeNull()
    expect(shiftBetween(histogram([0, 1], [1]), categories({ a: 1 }))).toBeNull()
  })
})
