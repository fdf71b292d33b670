import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectWarehouse } from '../packages/synth/src/engines/warehouse/open-warehouse.ts'
import { splitRowsSql } from '../packages/synth/src/engines/warehouse/rows-sql.ts'
import { type SynthesisOptions, seededRandom, synthesize } from '../packages/synth/src/index.ts'
import { runStatement } from './cluster.ts'

const origin = inject('trino')
const url = `${origin.replace('http:', 'trino:').replace('//', '//reader@')}/memory/twins`
const dir = mkdtempSync(path.join(tmpdir(), 'trino-twin-'))

beforeAll(async () => {
  await runStatement(origin, 'create schema if not exists memory.twins')
  await runStatement(origin, 'drop table if exists memory.twins.orders')
  await runStatement(
    origin,
    `create table memory.twins.orders as
     select orderkey as id, case orderkey % 5 when 0 then 'Oslo' else 'Rome' end as city,
       case orderkey % 5 when 0 then 500 + orderkey % 97 else 20 + orderkey % 89 end as amount,
       orderdate as placed, 'hand written secret ' || comment as note
     from tpch.tiny.orders where orderkey <= 12000`,
  )
})
afterAll(() => rmSync(dir, { recursive: true }))

const options = (more: Partial<SynthesisOptions> = {}): SynthesisOptions => ({
  inputPaths: [],
  database: { url, tables: ['Orders'] },
  outputDir: mkdtempSync(path.join(dir, 'out-')),
  tempDir: dir,
  random: seededRandom(5),
  schema: {
    tables: {
      orders: {
        columns: {
          id: { kind: 'key' },
          city: { kind: 'category' },
          amount: { kind: 'integer' },
          placed: { kind: 'date', format: '%Y-%m-%d' },
          note: { kind: 'text' },
        },
        rules: [],
      },
    },
  },
  ...more,
})

test('a user of Trino gets a twin of a table that stays where it is', async () => {
  const { tables } = await synthesize(options({ rows: 1000 }))
  const [table] = tables
  const text = readFileSync(table?.path ?? '', 'utf8')
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  expect(rows.shift()).toEqual(['id', 'city', 'amount', 'placed', 'note'])
  expect(rows).toHaveLength(1000)
  expect(text).not.toContain('secret')
  const oslo = rows.filter((row) => row[1] === 'Oslo')
  expect(oslo.filter((row) => Number(row[2]) > 400).length / oslo.length).toBeGreaterThan(0.8)
  const { train, holdout } = table?.internal.rows ?? { train: 0, holdout: 0 }
  const [[count]] = (await runStatement(origin, 'select count(*) from memory.twins.orders')) as [
    [number],
  ]
  expect(train + holdout).toBe(count)
  expect(holdout / count).toBeCloseTo(0.2, 1)
})

test('a table that changes while it is measured is refused', async () => {
  const changed = synthesize(
    options({
      beforeMeasuring: async () => {
        await runStatement(
          origin,
          `insert into memory.twins.orders select * from memory.twins.orders where id = 1`,
        )
      },
    }),
  )
  await expect(changed).rejects.toMatchObject({ code: 'source_changed' })
})

test('nothing can be written, and an error tells nothing of the data', async () => {
  const warehouse = await connectWarehouse({ url }, undefined)
  await expect(warehouse.query('insert into orders select * from orders')).rejects.toThrow(
    'READ_ONLY_VIOLATION',
  )
  const other = await connectWarehouse({ url }, undefined)
  const failing = other.query('select cast(city as bigint) from orders')
  await expect(failing).rejects.toThrow('Trino refused a query (INVALID_CAST_ARGUMENT).')
})

test('without a key equal rows are held out one by one', async () => {
  const warehouse = await connectWarehouse({ url }, undefined)
  const { dialect } = warehouse
  const columns = await warehouse.describe('select city from orders')
  const rows = splitRowsSql(
    dialect,
    '(select city from orders)',
    columns,
    { keys: [], entity: null, salt: 'secret' },
    1,
  )
  const counts = await warehouse.query(
    `select avg(case when semblance_held then 1e0 else 0e0 end) from ${rows}`,
  )
  await warehouse.close()
  expect(counts[0]?.[0]).toBeCloseTo(0.2, 1)
})

test('giving up cancels what Trino is doing', async () => {
  const abort = new AbortController()
  const warehouse = await connectWarehouse({ url }, abort.signal)
  const slow = warehouse.query(
    'select count(*) /* slow */ from tpch.sf100.lineitem a cross join tpch.sf100.lineitem b',
  )
  const stateOf = async () => {
    const rows = await runStatement(
      origin,
      "select state, error_code from system.runtime.queries where query like '%/* slow */%' and query not like '%runtime%'",
    )
    return JSON.stringify(rows.at(-1))
  }
  await expect.poll(stateOf, { timeout: 120_000 }).toMatch(/RUNNING|STARTING|PLANNING/)
  abort.abort()
  await expect(slow).rejects.toMatchObject({ code: 'aborted' })
  await expect.poll(stateOf, { timeout: 120_000 }).toBe('["FAILED","USER_CANCELED"]')
})
