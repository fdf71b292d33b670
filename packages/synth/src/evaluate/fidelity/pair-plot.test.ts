import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FittedColumn, PrivateModel } from '../../model/fitted-model.ts'
import { ungrouped } from '../../model/measure/pair-tables.ts'
import { MIN_BIN_ROWS } from '../../model/protected/guarded-cells.ts'
import type { ColumnSchema } from '../../schema/column-schema.ts'
import { plotGuardedPairs } from '../privacy/guarded-pairs.ts'
import type { SampleColumn } from '../table-sample.ts'
import { plotExactPairs } from './exact-pairs.ts'
import { plotMeasuredPairs } from './measured-pairs.ts'
import { buildAxis } from './pair-axis.ts'
import { strongestPairs } from './pair-plot.ts'
import { rangeLabels } from './range-labels.ts'

const schemaOf = (name: string, kind: string) =>
  ({ name, kind, decimals: 0, unitSeconds: 1 }) as ColumnSchema

/** Cells of one integer each from 0 on, each its own bin but for missing values, which are not there. */
function numbers(index: number, weights: number[]): FittedColumn {
  const cells = weights.length
  const binOfCell = Int32Array.from({ length: cells + 1 }, (_, cell) => Math.min(cell, cells - 1))
  return fitted(index, 'integer', weights, binOfCell, {
    type: 'grid',
    grid: { starts: Float64Array.from({ length: cells + 1 }, (_, cell) => cell) },
  })
}

/** Labels of codes 0, 1, ..., each its own bin, and an empty pool. */
function categories(index: number, labels: string[], weights: number[]): FittedColumn {
  const last = labels.length - 1
  const binOfCell = Int32Array.from([...labels.keys(), last, last])
  return fitted(index, 'category', [...weights, 0], binOfCell, {
    type: 'labels',
    labels,
    codes: [...labels.keys()],
  })
}

function fitted(
  index: number,
  kind: string,
  weights: number[],
  binOfCell: Int32Array,
  values: FittedColumn['values'],
): FittedColumn {
  const cellWeights = Float64Array.from([...weights, 0])
  const variances = new Float64Array(cellWeights.length)
  return {
    index,
    schema: schemaOf(`c${index}`, kind),
    marginal: { noisy: cellWeights, variances, ordered: kind === 'integer' },
    binning: { binOfCell, binCount: Math.max(...binOfCell) + 1, cellWeights },
    values,
  }
}

const codes = (values: number[]): SampleColumn => ({
  type: 'category',
  values: Int32Array.from(values),
  codeCount: 3,
})
const amounts = (values: number[]): SampleColumn => ({
  type: 'continuous',
  values: Float64Array.from(values),
})

function repeated(column: SampleColumn, times: number): SampleColumn {
  const values = Array.from({ length: times }, () => [...column.values]).flat()
  return amounts(values)
}

/** Counts of 0 or 1 by 'a', 'b' and 'c', measured with hardly any noise. */
function modelOf(counts: number[]): PrivateModel {
  const sum = (cells: number[]) => cells.reduce((total, cell) => total + counts[cell]!, 0)
  const byNumber = [sum([0, 1, 2]), sum([3, 4, 5])]
  const byLabel = [sum([0, 3]), sum([1, 4]), sum([2, 5])]
  return {
    columns: [numbers(4, byNumber), categories(2, ['a', 'b', 'c'], byLabel)],
    context: [],
    total: { count: sum([...counts.keys()]), variance: 0 },
    tree: { margins: [Float64Array.from(byNumber), Float64Array.from(byLabel)] },
    pairs: {
      groups: [ungrouped(2), ungrouped(3)],
      tables: [{ a: 0, b: 1, counts: Float64Array.from(counts) }],
      sigma: 1e-3,
      closer: [],
    },
  } as unknown as PrivateModel
}

test('a private pair shows what was counted with noise beside the twin, names down and numbers across', () => {
  const twin = new Map([
    [4, amounts([0, 0, 1, 1, Number.NaN])],
    [2, codes([0, 1, 2, 2, 0])],
  ])
  const [plot, ...others] = plotMeasuredPairs(modelOf([40, 30, 5, 5, 5, 15]), twin)
  expect(others).toEqual([])
  expect(plot!.x).toEqual({ column: 'c4', labels: ['0', '1'] })
  expect(plot!.y).toEqual({ column: 'c2', labels: ['a', 'b', 'c'] })
  expect(plot!.original).toEqual([
    [0.4, 0.05],
    [0.3, 0.05],
    [0.05, 0.15],
  ])
  expect(plot!.synthetic).toEqual([
    [0.25, 0],
    [0.25, 0],
    [0, 0.5],
  ])
  expect(plot!.match).toBe(0.65)
  expect(plot!.inWords).toEqual({
    original: 'most often a with 0, 40% of rows',
    synthetic: 'most often c with 1, 50% of rows',
  })
})

test('where numbers lie down, they grow upward', () => {
  const values = [0, 0, 0, 1, 1, 2, 2, 2]
  const columns = [numbers(0, [3, 2, 3]), numbers(1, [3, 2, 3])]
  const sample = { rowCount: 8, columns: [amounts(values), amounts(values)] }
  const twenty = { rowCount: 8 * 20, columns: sample.columns.map((column) => repeated(column, 20)) }
  const [plot] = plotGuardedPairs(columns, { train: twenty, twin: twenty })
  expect(plot!.x.labels).toEqual(['0', '1', '2'])
  expect(plot!.y.labels).toEqual(['2', '1', '0'])
  expect(plot!.original).toEqual([
    [0, 0, 0.375],
    [0, 0.25, 0],
    [0.375, 0, 0],
  ])
  expect(plot!.synthetic).toEqual(plot!.original)
  expect(plot!.inWords.original).toBe('most often 2 with 2, 37.5% of rows')
})

test('exact pairs show the values there are by ranges of about as many rows, and the commonest names', () => {
  const rows = Array.from({ length: 2000 }, (_, i) => i)
  const skewed = rows.map((i) => (i % 50 === 0 ? 1_000_000 : i % 97))
  const names = rows.map((i) => (i % 97 < 40 ? 0 : i % 11 === 0 ? 2 : 1))
  const columns = [
    { schema: schemaOf('amount', 'integer'), labels: new Map<number, string>() },
    { schema: schemaOf('name', 'category'), labels: new Map([[0, 'a'], [1, 'b'], [2, 'c']]) }, // biome-ignore format: a line
  ]
  const original = { rowCount: 2000, columns: [amounts(skewed), codes(names)] }
  const twin = { rowCount: 2, columns: [amounts([5, Number.NaN]), codes([0, 1])] }
  const [plot, ...others] = plotExactPairs(columns, { original, twin })
  expect(others).toEqual([])
  expect(plot!.y.labels).toEqual(['b', 'a', 'c'])
  expect(plot!.x.labels.length).toBeLessThanOrEqual(10)
  expect(plot!.x.labels.length).toBeGreaterThan(4)
  expect(plot!.x.labels[0]).toMatch(/^0–/)
  expect(plot!.original.flat().reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3)
  const low = plot!.original.map((line) => line[0]!)
  expect(low[1]! / (low[0]! + low[1]! + low[2]!)).toBe(1)
  expect(plot!.synthetic[1]![0]).toBe(1)
})

test('pairs that are independent, or of a column that is not delivered, are not shown', () => {
  const twin = new Map([
    [4, amounts([0, 1])],
    [2, codes([0, 1])],
  ])
  expect(plotMeasuredPairs(modelOf([20, 20, 20, 20, 20, 20]), twin)).toEqual([])
  twin.delete(2)
  expect(plotMeasuredPairs(modelOf([40, 30, 5, 5, 5, 15]), twin)).toEqual([])
})

test('of a protected original only groups of twenty rows show, in multiples of as many', () => {
  const rows = [
    ...Array.from({ length: 130 }, () => [0, 0]),
    ...Array.from({ length: 9 }, () => [1, 0]),
    ...Array.from({ length: 91 }, () => [1, 1]),
    [0, 1],
  ]
  const columns = [numbers(0, [131, 100]), categories(1, ['a', 'b'], [139, 92])]
  const sample = {
    rowCount: rows.length,
    columns: [amounts(rows.map(([n]) => n!)), codes(rows.map(([, c]) => c!))],
  }
  const [plot] = plotGuardedPairs(columns, { train: sample, twin: sample })
  const shown = [140, 0, 0, 100]
  expect(shown.every((count) => count % MIN_BIN_ROWS === 0)).toBe(true)
  expect(plot!.match).toBe(1)
  expect(plot!.original.flat()).toEqual(shown.map((count) => Math.round((count / 240) * 1e5) / 1e5))
})

/** Returns true if a range such as "40" or "41–49" contains the number. */
function isWithin(label: string, value: number): boolean {
  const [low, high = low] = label.split('–').map(Number)
  return low! <= value && value <= high!
}

test('an axis has at most ten ranges, in order, each of enough weight, that hold every value there is', () => {
  const weights = fc.array(fc.constantFrom(0, 1, 2, 5, 400), { minLength: 2, maxLength: 300 })
  fc.assert(
    fc.property(weights, (list) => {
      const column = numbers(0, list)
      const laid = buildAxis(column)
      if (laid === null) return
      const { axis, placeOfCell } = laid
      const size = axis.labels.length
      expect(size).toBeLessThanOrEqual(10)
      expect([...placeOfCell.subarray(0, list.length)]).toEqual(
        [...placeOfCell.subarray(0, list.length)].sort((a, b) => a - b),
      )
      const held = new Float64Array(size)
      for (const [cell, weight] of list.entries()) {
        const place = placeOfCell[cell]!
        held[place]! += weight
        if (weight > 0) expect(isWithin(axis.labels[place]!, cell)).toBe(true)
      }
      const total = list.reduce<number>((sum, weight) => sum + weight, 0)
      expect(Math.min(...held)).toBeGreaterThanOrEqual(0.02 * total)
    }),
    { numRuns: 200, seed: 7 },
  )
})

test('many categories leave seven and a place for the others, and missing values none', () => {
  const labels = Array.from({ length: 20 }, (_, i) => `v${i}`)
  const { axis, placeOfCell } = buildAxis(categories(0, labels, [...labels.keys()]))!
  const shown = ['v19', 'v18', 'v17', 'v16', 'v15', 'v14', 'v13', 'Other']
  expect(axis).toEqual({ column: 'c0', labels: shown })
  expect([...placeOfCell.subarray(18)]).toEqual([1, 0, 7, -1])
})

test('a report has at most twelve pairs, the strongest, and no column in more than three', () => {
  const ranked = Array.from({ length: 30 }, (_, a) =>
    Array.from({ length: a }, (_, b) => ({ columns: [a, b] as const, strength: (a + b) / 60 })),
  ).flat()
  const chosen = strongestPairs(ranked)
  expect(chosen).toHaveLength(12)
  expect(chosen[0]!.columns).toEqual([29, 28])
  for (let column = 0; column < 30; column++)
    expect(chosen.filter(({ columns }) => columns.includes(column)).length).toBeLessThan(4)
})

test('ranges are called by their first and last value, moments by the first', () => {
  const whole = { kind: 'integer', decimals: 0, unitSeconds: 1 } as const
  expect(rangeLabels([-5, 0, 1, 40, 250_001], whole)).toEqual(['-5 to -1', '0', '1–39', '40–250K'])
  const cents = { ...whole, kind: 'number', decimals: 2 } as const
  expect(rangeLabels([0, 150, 151, 1_200_001], cents)).toEqual(['0–1.49', '1.5', '1.51–12,000'])
  const days = { ...whole, kind: 'date', unitSeconds: 86_400 } as const
  expect(rangeLabels([19_723, 19_754, 20_089], days)).toEqual(['2024-01-01', '2024-02-01'])
  const years = [0, 19_754, 20_089]
  expect(rangeLabels(years, days)).toEqual(['1970-01', '2024-02'])
  const minutes = { ...days, unitSeconds: 60 } as const
  expect(rangeLabels([0, 90, 1500], minutes)).toEqual(['01-01 00:00', '01-01 01:30'])
})
