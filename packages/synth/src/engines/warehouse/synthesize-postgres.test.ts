import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inspectTables, type SynthesisOptions, seededRandom, synthesize } from '../../index.ts'
import { postgres } from './dialects/postgres.ts'
import { connectWarehouse } from './open-warehouse.ts'
import { splitRowsSql } from './rows-sql.ts'
import { SERVER_URL } from './test-server.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-twin-'))
const admin = new pg.Client(SERVER_URL)

beforeAll(async () => {
  await admin.connect()
  await admin.query(`
    create schema shop;
    create table shop."Orders" (id bigint primary key, customer integer, city text, amount numeric(9,2),
      placed timestamptz, paid boolean, note text);
    insert into shop."Orders" select i, i / 3, case i % 5 when 0 then 'Oslo' else 'Rome' end,
      case i % 5 when 0 then 500 + i % 97 else 20 + i % 89 + 0.25 end,
      timestamptz '2024-01-01 UTC' + i * interval '97 minutes', i % 3 = 0,
      'hand written secret ' || i || ' about this very order' from generate_series(1, 3000) i;
    create table shop.flips (side text);
    insert into shop.flips select case when i % 2 = 0 then 'heads' else 'tails' end from generate_series(1, 4000) i;
    create role reader login password 'reader';
    grant usage on schema shop to reader;
    grant select on shop."Orders" to reader`)
})
afterAll(async () => {
  await admin.query('drop schema shop cascade; drop role reader')
  await admin.end()
  rmSync(dir, { recursive: true })
})
let outputDir = ''
beforeEach(() => {
  outputDir = mkdtempSync(path.join(dir, 'out-'))
})

const asReader = SERVER_URL.replace(/\/\/.*@/, '//reader:reader@')
const options = (more: Partial<SynthesisOptions> = {}): SynthesisOptions => ({
  inputPaths: [],
  database: { url: asReader, tables: ['shop.Orders'] },
  outputDir,
  tempDir: dir,
  random: seededRandom(5),
  ...more,
})

test('a user who may only read gets a twin of a table that stays in the database', {
  tags: 'long',
}, async () => {
  const { tables } = await synthesize(options({ rows: 1000 }))
  const [table] = tables
  expect(table!.path).toBe(path.join(outputDir, 'Orders.csv'))
  const text = readFileSync(table!.path, 'utf8')
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  expect(rows.shift()).toEqual(['id', 'customer', 'city', 'amount', 'placed', 'paid', 'note'])
  expect(rows).toHaveLength(1000)
  expect(text).not.toContain('secret')
  for (const row of rows) {
    expect(row[2]).toMatch(/^(Oslo|Rome)$/)
    expect(row[4]).toMatch(/^202[345]-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(row[5]).toMatch(/^(true|false)$/)
  }
  const oslo = rows.filter((row) => row[2] === 'Oslo')
  expect(oslo.filter((row) => Number(row[3]) > 400).length / oslo.length).toBeGreaterThan(0.8)
  const { train, holdout } = table!.internal.rows
  expect(train + holdout).toBe(3000)
  expect(holdout / 3000).toBeCloseTo(0.2, 1)
  expect(table!.published.privacy.rhoSpent).toBeCloseTo(table!.published.privacy.rhoBudget!, 9)
  const kinds = table!.published.columns.map(({ kind }) => kind)
  expect(kinds).toEqual('key integer category number timestamp boolean text'.split(' '))
  const votes = table!.internal.ledger.filter(({ label }) => label.startsWith('kind of '))
  expect(votes).toHaveLength(7)
  expect(readdirSync(dir).filter((name) => name.startsWith('synthesis-'))).toEqual([])
})

test('protected mode learns from a sample of the database', { tags: 'long' }, async () => {
  const { tables } = await synthesize(options({ mode: 'protected', rows: 200 }))
  expect(tables[0]!.published.privacy.mode).toBe('protected')
  expect(readFileSync(tables[0]!.path, 'utf8').trim().split('\n')).toHaveLength(201)
})

test('a table of the database is inspected as a file is', { tags: 'long' }, async () => {
  const [table] = await inspectTables([], {
    tempDir: dir,
    database: { url: asReader, tables: ['shop.Orders'] },
  })
  expect(table!.rowCount).toBe(3000)
  expect(table!.columns.map(({ kind }) => kind)).toEqual(
    'key integer category number timestamp boolean text'.split(' '),
  )
})

test('rows of an entity are held out together and no more of them count than may', async () => {
  const warehouse = await connectWarehouse({ url: asReader }, undefined)
  const table = 'shop."Orders"'
  const columns = await warehouse.describe(`select * from ${table}`)
  const [id, customer] = columns
  const rows = splitRowsSql(
    postgres,
    table,
    columns,
    { keys: [id!], entity: { column: customer!, maxRows: 2 }, salt: 'secret' },
    1,
  )
  const perEntity = await warehouse.query(
    `select count(*), count(distinct semblance_held) from ${rows} group by customer`,
  )
  const held = await warehouse.query(`select count(*) from ${rows} where semblance_held`)
  await warehouse.close()
  expect(perEntity).toHaveLength(1001)
  expect(perEntity.filter(([, sides]) => sides !== '1')).toEqual([])
  expect(Math.max(...perEntity.map(([count]) => Number(count)))).toBe(2)
  expect(Number(held[0]![0]) / 2000).toBeCloseTo(0.2, 1)
})

test('without a key equal rows are held out one by one', async () => {
  const warehouse = await connectWarehouse({ url: SERVER_URL }, undefined)
  const columns = await warehouse.describe('select * from shop.flips')
  const identity = { keys: [], entity: null, salt: 'secret' }
  const counts = await warehouse.query(
    `select side, count(*) from ${splitRowsSql(postgres, 'shop.flips', columns, identity, 1)} where semblance_held group by 1`,
  )
  const drawn = await warehouse.query(
    `select count(*) from ${splitRowsSql(postgres, 'shop.flips', columns, identity, 0.25)}`,
  )
  await warehouse.close()
  for (const [, count] of counts) expect(Number(count) / 2000).toBeCloseTo(0.2, 1)
  expect(Number(drawn[0]![0]) / 4000).toBeCloseTo(0.25, 1)
})

test('nothing can be written through the connection', async () => {
  const warehouse = await connectWarehouse({ url: SERVER_URL }, undefined)
  await expect(warehouse.query('delete from shop.flips')).rejects.toThrow('SQLSTATE 25006')
  await warehouse.close()
})

test.each([
  [
    'a password that is wrong',
    asReader.replace(':reader@', ':wrong@'),
    'shop.Orders',
    'refused the sign-in',
  ],
  [
    'a database that is not there',
    asReader.replace('/postgres?', '/absent?'),
    'shop.Orders',
    'refused the sign-in',
  ],
  [
    'a server that is not there',
    'postgres://reader@127.0.0.1:9/x',
    'shop.Orders',
    'cannot be reached',
  ],
  ['an address that is none', 'postgres://[', 'shop.Orders', 'not an address of a database'],
  ['a table that is not there', asReader, 'shop.orders', 'no such table'],
  ['a table that may not be read', asReader, 'shop.flips', 'does not allow this user'],
  ['a table without a name', asReader, 'shop.', 'named as table or schema.table'],
])('%s is refused without a word of the data', async (_, url, table, message) => {
  const refused = synthesize(options({ database: { url, tables: [table] } }))
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.toMatchObject({ name: 'SynthesisError' })
  await expect(refused).rejects.not.toThrow(/reader:|wrong/)
  expect(readdirSync(outputDir)).toEqual([])
})

test('giving up hangs up on a running query', async () => {
  const abort = new AbortController()
  const warehouse = await connectWarehouse({ url: SERVER_URL }, abort.signal)
  const slow = warehouse.query('select pg_sleep(60)')
  abort.abort()
  await expect(slow).rejects.toMatchObject({ code: 'aborted' })
  await warehouse.close()
})
