import { describe, expect, it } from 'vitest'
import { chartOf, type Pair } from './chart-data.ts'
import type { ResultColumn } from './result.ts'

const column = (type: ResultColumn['type']): ResultColumn => ({ name: 'c', type })
const alone = (values: Pair[0][]): Pair[] => values.map((value) => [value, null])

describe('a histogram', () => {
  it('counts every number once, the highest in the last bin', () => {
    const { bars, axis } = chartOf(alone([0, 0.5, 1, 9.99, 10]), column('number'), null)
    expect(bars).toHaveLength(20)
    expect(bars.map(({ total }) => total).filter((total) => total > 0)).toEqual([1, 1, 1, 2])
    expect(bars.at(-1)!.total).toBe(2)
    expect([axis!.edges[0], axis!.edges.at(-1), axis!.format]).toEqual([0, 10, 'number'])
  })

  it('gives few whole numbers a bin each', () => {
    const { bars } = chartOf(alone([3, 1, 3, 2]), column('number'), null)
    expect(bars.map(({ label, total }) => [label, total])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 2],
    ])
  })

  it('leaves out what is no number, and says how many those are', () => {
    const { bars, missing } = chartOf(alone([null, Number.NaN, 4, 4]), column('number'), null)
    expect(bars.map(({ total }) => total)).toEqual([2])
    expect(missing).toBe(2)
    expect(chartOf(alone([null]), column('number'), null).bars).toEqual([])
  })
})

describe('a bar chart', () => {
  it('has the most frequent values first, nulls among them, and sums up the rest', () => {
    const values = [
      'b',
      'a',
      'b',
      null,
      null,
      null,
      ...Array.from({ length: 12 }, (_, i) => `v${i}`),
    ]
    const { bars, axis } = chartOf(alone(values), column('text'), null)
    expect(axis).toBeNull()
    expect(bars.slice(0, 3).map(({ label, total }) => [label, total])).toEqual([
      ['null', 3],
      ['b', 2],
      ['a', 1],
    ])
    expect(bars).toHaveLength(13)
    expect(bars.at(-1)).toMatchObject({ label: 'Others (3)', total: 3 })
  })
})

describe('by another column', () => {
  it('splits each bar by the five most frequent values and the others', () => {
    const pairs: Pair[] = ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((by) => [1, by])
    const { groups, bars } = chartOf(pairs, column('number'), column('text'))
    expect(groups).toEqual(['a', 'b', 'c', 'd', 'e', 'Others'])
    expect(bars[0]!.counts).toEqual([2, 1, 1, 1, 1, 2])
  })

  it('cuts numbers into ranges with about as many rows each', () => {
    const pairs: Pair[] = Array.from({ length: 100 }, (_, i) => ['x', i])
    const { groups, bars } = chartOf([...pairs, ['x', null]], column('text'), column('number'))
    expect(groups).toHaveLength(5)
    expect(bars[0]!.counts).toEqual([25, 25, 25, 25, 1])
  })
})
