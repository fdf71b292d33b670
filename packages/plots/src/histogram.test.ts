import { describe, expect, it } from 'vitest'
import { type HistogramData, histogram } from './histogram.ts'

const text = 12
const base = 8 * text
const top = text / 2

/** Upper ends of the hatch's lines, from left to right. */
function hatchTops(data: Omit<HistogramData, 'format'>, width = 100): number[] {
  const { shapes } = histogram({ ...data, format: 'integer' }, { width, text })
  const hatch = shapes.find((shape) => shape.kind === 'path' && shape.role === 'original')
  return hatch?.kind === 'path' ? [...hatch.d.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y)) : []
}

describe('histogram', () => {
  it('draws the tallest bin at full height and the others in proportion', () => {
    const tops = hatchTops({ edges: [0, 1, 2], original: [0.5, 0.25], synthetic: [0.4, 0.35] })
    expect(tops[0]).toBe(top)
    expect(tops.at(-1)).toBe((top + base) / 2)
  })

  it('compares bins of unequal width by density', () => {
    const tops = hatchTops({ edges: [0, 1, 3], original: [0.5, 0.5], synthetic: [0.5, 0.5] })
    expect(tops[0]).toBe(top)
    expect(tops.at(-1)).toBe((top + base) / 2)
  })

  it('draws square roots where one bin holds most rows, and says so', () => {
    const shares = [0.64, 0.2, 0.16]
    const heavy = { edges: [0, 1, 2, 3], original: shares, synthetic: shares }
    const tops = hatchTops(heavy)
    expect((base - Number(tops.at(-1))) / (base - top)).toBeCloseTo(0.5, 2)
    const words = (data: typeof heavy) =>
      histogram({ ...data, format: 'integer' }, { width: 100, text }).shapes.some(
        (shape) => shape.kind === 'text' && shape.text === '√ scale',
      )
    expect(words(heavy)).toBe(true)
    const even = [0.6, 0.24, 0.16]
    expect(words({ ...heavy, original: even, synthetic: even })).toBe(false)
  })

  it('hatches by its width, not by the number of bins', () => {
    const count = (bins: number) => {
      const shares = Array.from({ length: bins }, () => 1 / bins)
      const edges = Array.from({ length: bins + 1 }, (_, i) => i)
      return hatchTops({ edges, original: shares, synthetic: shares }, 300).length
    }
    expect(count(64)).toBe(80)
    expect(count(2)).toBe(80)
  })

  it('has as many labels as there is room for', () => {
    const labels = (width: number) =>
      histogram(
        { edges: [0, 640_000], original: [1], synthetic: [1], format: 'integer' },
        { width, text },
      ).shapes.filter(({ kind }) => kind === 'text').length
    expect([400, 120, 80].map(labels)).toEqual([5, 3, 2])
  })
})
