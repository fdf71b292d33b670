import { expect, test } from 'vitest'
import { blankColumn } from '../../testing/blank-column.ts'
import type { TreeModel } from '../model/tree-model.ts'
import { seededRandom } from '../random/seeded-random.ts'
import type { ColumnSchema } from '../schema/column-schema.ts'
import { csvRecord, formatDate, valueFormat } from './format-value.ts'
import { sampleTreePath } from './sample-tree.ts'
import { surrogateKey, surrogateValue } from './surrogate-values.ts'

const schema: ColumnSchema = {
  ...blankColumn,
  kind: 'number',
  decimals: 2,
  fixedDecimals: true,
  mask: '999-AA',
}

test('sampling reproduces margins and edges to within rounding', () => {
  const model: TreeModel = {
    tree: { order: [0, 1, 2], parent: Int32Array.of(-1, 0, 1) },
    margins: [Float64Array.of(60, 40), Float64Array.of(50, 50), Float64Array.of(20, 80)],
    edges: [null, Float64Array.of(45, 15, 5, 35), Float64Array.of(20, 30, 0, 50)],
  }
  const [a, b, c] = sampleTreePath(model, 1000, seededRandom(4))
  const count = (x: Int32Array, y: Int32Array, i: number, k: number) =>
    x.reduce((n, bin, row) => n + (bin === i && y[row] === k ? 1 : 0), 0)
  expect(Math.abs(count(a!, b!, 0, 0) - 450)).toBeLessThanOrEqual(2)
  expect(Math.abs(count(a!, b!, 1, 1) - 350)).toBeLessThanOrEqual(2)
  expect(Math.abs(count(b!, c!, 0, 0) - 200)).toBeLessThanOrEqual(3)
  expect(count(b!, c!, 1, 0)).toBe(0)
})

test('siblings are independent given their parent', () => {
  const halves = Float64Array.of(25, 25, 25, 25)
  const model: TreeModel = {
    tree: { order: [0, 1, 2], parent: Int32Array.of(-1, 0, 0) },
    margins: [0, 1, 2].map(() => Float64Array.of(50, 50)),
    edges: [null, halves, halves],
  }
  const [, b, c] = sampleTreePath(model, 10_000, seededRandom(9))
  const both = b!.reduce((n, bin, row) => n + (bin === 1 && c![row] === 1 ? 1 : 0), 0)
  expect(Math.abs(both - 2500)).toBeLessThan(150)
})

test('values are written as the column writes them', () => {
  expect(valueFormat(schema)(1250)).toBe('12.50')
  expect(valueFormat({ ...schema, fixedDecimals: false })(1250)).toBe('12.5')
  expect(formatDate(1_700_000_000, '%d.%m.%Y %H:%M')).toBe('14.11.2023 22:13')
  expect(formatDate(1e15, '%Y-%m-%d')).toBe('9999-12-31')
  expect(formatDate(-1e15, '%Y-%m-%d')).toBe('0000-01-01')
  expect(csvRecord(['a,b', 'say "x"', 'plain', ' padded'])).toBe(
    '"a,b","say ""x""",plain," padded"',
  )
})

test('made-up keys follow the mask and are distinct', () => {
  const random = seededRandom(2)
  const keys = Array.from({ length: 5000 }, (_, row) =>
    surrogateValue({ ...schema, kind: 'key' }, row, random),
  )
  expect(new Set(keys).size).toBe(5000)
  expect(keys.every((key) => /^\d{3}-[A-Z]{2}$/.test(key))).toBe(true)
})

test('there are more keys than a mask has room for, distinct as well', () => {
  const keys = Array.from({ length: 1000 }, (_, row) => surrogateKey('9-A', row))
  expect(new Set(keys).size).toBe(1000)
  expect(keys.slice(0, 260).every((key) => /^\d-[A-Z]$/.test(key))).toBe(true)
})
