import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { sampleRows } from '../../draw/sample-rows.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { ColumnSchema } from '../../schema/column-schema.ts'
import { planWithoutRules } from '../../schema/rules/rule-plan.ts'
import { fitProtected } from './fit-protected.ts'
import { strongestFeatures } from './strongest-features.ts'

const blank: ColumnSchema = {
  ...blankColumn,
}
const integer = { ...blank, name: 'amount' }
const category: ColumnSchema = { ...blank, name: 'kind', kind: 'category' }

type Cell = number | string | null

/** A twin of `rows`, by the way of a model fitted to them. */
async function twinOf(schemas: ColumnSchema[], rows: Cell[][], count: number, seed = 1) {
  const labels = schemas.map((_, j) => [
    ...new Set(rows.flatMap((row) => (typeof row[j] === 'string' ? [row[j]] : []))),
  ])
  const codeOf = (cell: Cell, j: number) =>
    cell === null ? Number.NaN : typeof cell === 'string' ? labels[j]!.indexOf(cell) : cell
  const random = seededRandom(seed)
  const model = await fitProtected({
    rows: {
      total: rows.length,
      rowCount: rows.length,
      readColumn: async (j) => Float64Array.from(rows, (row) => codeOf(row[j]!, j)),
      readLabels: async (j) => new Map(labels[j]!.map((label, code) => [code, label])),
    },
    plan: planWithoutRules(schemas),
    random,
    onFraction: () => {},
    signal: undefined,
  })
  const columns = sampleRows(model, count, 0, random)
  return Array.from({ length: count }, (_, row) => columns.map((column) => column[row]!))
}

const below = (random: { nextUint32: () => number }, bound: number) => random.nextUint32() % bound

test('no label of fewer than 20 rows appears, and rare ones are pooled', async () => {
  const rows: Cell[][] = Array.from({ length: 2000 }, (_, i) => [
    i < 19 ? 'nineteen' : i < 39 ? 'twenty' : i < 45 ? `once ${i}` : 'common',
  ])
  const twin = await twinOf([category], rows, 5000)
  const seen = new Set(twin.flat())
  expect([...seen].sort()).toEqual(['Other', 'common', 'twenty'])
})

test('a pool of too few rows, and too few missing values, become the commonest label', async () => {
  const rows: Cell[][] = Array.from({ length: 2000 }, (_, i) => [
    i < 10 ? `once ${i}` : i < 25 ? null : 'common',
  ])
  expect(new Set((await twinOf([category], rows, 4000)).flat())).toEqual(new Set(['common']))
})

test('declared labels of few rows are written evenly, whatever their own rows', async () => {
  const declared = { ...category, values: ['a', 'b', 'c'] }
  const rows: Cell[][] = Array.from({ length: 1000 }, (_, i) => [i < 19 ? 'a' : i < 22 ? 'b' : 'c'])
  const twin = (await twinOf([declared], rows, 20_000)).flat()
  const share = (label: string) => twin.filter((cell) => cell === label).length / twin.length
  expect(share('a')).toBeCloseTo(0.011, 2)
  expect(Math.abs(share('a') - share('b'))).toBeLessThan(0.001)
})

test('values stay within the tenth from either end', async () => {
  const rows: Cell[][] = Array.from({ length: 3000 }, (_, i) => [i * i])
  const values = (await twinOf([integer], rows, 20_000)).map(([cell]) => Number(cell))
  expect(Math.min(...values)).toBeGreaterThanOrEqual(9 ** 2)
  expect(Math.max(...values)).toBeLessThanOrEqual(2990 ** 2)
})

test('a column with fewer than 20 values is missing throughout, and a table of fewer rows is refused', async () => {
  const rows: Cell[][] = Array.from({ length: 500 }, (_, i) => [i < 19 ? i : null, 'x'])
  const twin = await twinOf([integer, category], rows, 500)
  expect(new Set(twin.map(([cell]) => cell))).toEqual(new Set(['']))
  await expect(twinOf([category], rows.slice(0, 19), 10)).rejects.toThrow('at least 20 rows')
})

test('columns go together as they do in the original', async () => {
  const random = seededRandom(3)
  const rows: Cell[][] = Array.from({ length: 6000 }, () => {
    const size = below(random, 3)
    const amount = below(random, 10) === 0 ? null : size * 1000 + below(random, 500)
    return [['small', 'middle', 'large'][size]!, amount]
  })
  const twin = await twinOf([category, integer], rows, 6000)
  const fitting = twin.filter(([kind, amount]) => {
    const size = ['small', 'middle', 'large'].indexOf(kind!)
    return amount === '' || Math.floor(Number(amount) / 1000) === size
  })
  expect(fitting.length / twin.length).toBeGreaterThan(0.98)
  expect(twin.filter(([, amount]) => amount === '').length / twin.length).toBeCloseTo(0.1, 2)
})

/** Rows whose columns mostly agree: some combinations come often, and many just once. */
function survey(rowCount: number, seed: number): Cell[][] {
  const random = seededRandom(seed)
  const label = () => 'abcd'[below(random, 4)]!
  return Array.from({ length: rowCount }, () => {
    const own = label()
    return Array.from({ length: 8 }, () => (below(random, 100) < 70 ? own : label()))
  })
}

test('rows that only one has reappear hardly oftener than such rows that were never seen', async () => {
  const schemas = Array.from({ length: 8 }, (_, j) => ({ ...category, name: `c${j}` }))
  const found = { seen: 0, unseen: 0 }
  for (let seed = 1; seed <= 2; seed++) {
    const [rows, others] = [survey(6000, seed), survey(6000, 100 + seed)]
    const twin = new Set((await twinOf(schemas, rows, 6000, seed)).map((row) => row.join()))
    const [ours, theirs] = [rows, others].map((table) => new Set(table.map((row) => row.join())))
    for (const row of ours!) if (!theirs!.has(row) && twin.has(row)) found.seen++
    for (const row of theirs!) if (!ours!.has(row) && twin.has(row)) found.unseen++
  }
  // Trees that may grow to single rows bring them back twice as often as chance does.
  expect(found.unseen).toBeGreaterThan(100)
  expect(found.seen / found.unseen).toBeLessThan(1.3)
})

test('of many features, those that tell most of the target are taken', () => {
  const random = seededRandom(8)
  const width = 50
  const bins = new Uint8Array(2000 * width)
  for (let row = 0; row < 2000; row++) {
    for (let c = 0; c < width; c++) bins[row * width + c] = below(random, 4)
    bins[row * width + 49] = bins[row * width + 7]!
  }
  const described = Array.from({ length: width }, (_, column) => ({
    column,
    binCount: 4,
    ordered: false,
  }))
  const taken = strongestFeatures(
    { rowCount: 2000, width, bins },
    described[49]!,
    described.slice(0, 49),
  )
  expect(taken).toHaveLength(32)
  expect(taken[0]!.column).toBe(7)
})
