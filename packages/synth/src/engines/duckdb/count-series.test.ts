import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { casesOf } from '../../../testing/test-length.ts'
import { uniformBelow } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { ColumnSchema } from '../../schema/column-schema.ts'
import { decimalGrid, linearGrid } from '../../schema/infer/grid.ts'
import { planRules } from '../../schema/rules/plan-rules.ts'
import { planSeries } from '../../schema/series-plan.ts'
import type { TableSchema } from '../../schema/table-schema.ts'
import { createCoded } from './coded-tables.ts'
import { queryRows } from './database.ts'
import { measureInDuckdb } from './measure.ts'

const column: ColumnSchema = {
  ...blankColumn,
  name: 'value',
  mask: '9999',
}

type Row = [device: string, time: number, value: number]

function tableOf(deviceKind: 'key' | 'category', maxRows?: number): TableSchema {
  const device = { ...column, name: 'device', kind: deviceKind }
  return {
    name: 'readings',
    columns: [device, { ...column, name: 'time' }, column],
    entity: maxRows === undefined ? null : { column: 0, maxRows },
    series: { time: 1, device: 0 },
    rules: [],
  }
}

async function code(rows: Row[], schema: TableSchema) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const list = rows.map(([device, time, value]) => `('${device}', '${time}', '${value}')`)
  await connection.run(`create table raw as
    select c0 as t0, c0, c1 as t1, c1, c2 as t2, c2 from (values ${list}) as v(c0, c1, c2)`)
  const rules = planRules(schema)
  const { plan } = planSeries(schema, rules)!
  await createCoded(connection, rules, schema.entity, 42n, undefined, plan)
  return { connection, plan, measure: measureInDuckdb(connection) }
}

const VALUES = 3

/** Returns all counts of neighbors. */
async function countsOf(rows: Row[], schema: TableSchema) {
  const { measure, plan } = await code(rows, schema)
  const grid = linearGrid(0, 1, VALUES)
  const binOfCell = Int32Array.from({ length: VALUES + 1 }, (_, cell) => cell)
  await measure.bin(new Map([[2, { type: 'grid', grid, binOfCell }]]))
  const shape = { index: 2, binCount: VALUES + 1 }
  return {
    pairs: await measure.countTable([{ ...shape, isBefore: true }, shape]),
    gaps: await measure.countCells(plan.gap, decimalGrid(100)),
    starts: await measure.countCells(plan.start, decimalGrid(100)),
    lengths: await measure.countCells(plan.length, decimalGrid(100)),
  }
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, count, cell) => sum + (count - b[cell]!) ** 2, 0)
}

const random = seededRandom(3)

/** Rows at even times, so that gaps are equal and their sensitivity shows. */
function rowsOf(count: number, devices: number): Row[] {
  return Array.from(
    { length: count },
    (_, i): Row => [`d${i % devices}`, Math.floor(i / devices), uniformBelow(random, VALUES)],
  )
}

test.each(casesOf<'key' | 'category'>(['category'], ['key']))(
  'a row more or less moves counts of neighbors by no more than is paid for, with devices of kind %s',
  { tags: 'scaled' },
  async (kind) => {
    const schema = tableOf(kind)
    const rows = rowsOf(12, 2)
    const all = await countsOf(rows, schema)
    const worst = { pairs: 0, gaps: 0, starts: 0, lengths: 0 }
    for (const removed of rows.keys()) {
      const without = await countsOf(rows.toSpliced(removed, 1), schema)
      for (const name of Object.keys(worst) as (keyof typeof worst)[]) {
        worst[name] = Math.max(worst[name], squaredDistance(all[name], without[name]))
      }
    }
    expect(worst.pairs).toBe(3)
    expect(worst.gaps).toBe(5)
    expect(worst.starts).toBeLessThanOrEqual(3)
    expect(worst.lengths).toBeLessThanOrEqual(3)
  },
)

test('no sequence is split between training rows and those held out, and all neighbors are in one', async () => {
  for (const kind of ['key', 'category'] as const) {
    const { connection } = await code(rowsOf(4000, 8), tableOf(kind))
    const [split] = await queryRows(
      connection,
      `select count(*) filter (n > 1), count(*) from
        (select count(distinct held) as n from coded group by sequence)`,
    )
    expect(Number(split![0])).toBe(0)
    expect(Number(split![1])).toBe(kind === 'key' ? 8 : 80)
    const [shares] = await queryRows(connection, 'select avg(held::integer) from coded')
    expect(Number(shares![0])).toBeGreaterThan(0)
    expect(Number(shares![0])).toBeLessThan(0.5)
  }
})

test('of an entity in a series, rows that follow each other count', async () => {
  const { connection } = await code(rowsOf(400, 4), tableOf('key', 7))
  const rows = await queryRows(
    connection,
    'select count(*), max(x1) - min(x1), min(x1) from coded group by sequence',
  )
  expect(rows.map(([count, span]) => [Number(count), Number(span)])).toEqual(Array(4).fill([7, 6]))
  expect(new Set(rows.map(([, , start]) => Number(start))).size).toBeGreaterThan(1)
})
