/** @module-tag long */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nestedShop, shopOf } from '../../testing/shop.ts'
import { parseSchema, writeSchema } from '../command/schema-file.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { inspectTables } from '../run/inspect-tables.ts'
import { synthesize } from '../run/synthesize.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'nested-lists-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

function writeNested(customerCount: number): string {
  const file = path.join(dir, 'customers.json')
  writeFileSync(file, nestedShop(shopOf(customerCount)))
  return file
}

const rowsOf = (file: string) => {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return { header, rows: lines.map((line) => line.split(',')) }
}

test('lists within records become twins whose rows refer to each other, without a schema', async () => {
  const report = await synthesize({
    inputPaths: [writeNested(250)],
    outputDir: dir,
    tempDir: dir,
    epsilon: 20,
    random: seededRandom(4),
  })
  expect(report.tables.map(({ name }) => name)).toEqual(['customers', 'orders', 'orders.items'])
  const [customers, orders, items] = report.tables.map(({ path }) => rowsOf(path))
  expect(customers!.header).toBe('row_id,segment,age')
  expect(orders!.header).toBe('row_id,parent_row_id,channel,weekday')
  expect(items!.header).toBe('parent_row_id,price')
  const ageOf = new Map(customers!.rows.map(([id, , age]) => [id, Number(age)]))
  const channelOf = new Map(orders!.rows.map(([id, , channel]) => [id, channel]))
  expect(ageOf.size).toBe(customers!.rows.length)
  expect(channelOf.size).toBe(orders!.rows.length)
  expect(orders!.rows.every(([, customer]) => ageOf.has(customer))).toBe(true)
  expect(items!.rows.every(([order]) => channelOf.has(order))).toBe(true)

  const ofYoung = orders!.rows.filter(([, customer]) => ageOf.get(customer)! < 50)
  const onWeb = ofYoung.filter(([, , channel]) => channel === 'web')
  expect(onWeb.length / ofYoung.length).toBeGreaterThan(0.75)
  const { guarantee } = report.tables[0]!.published.privacy
  expect(guarantee).toContain('with at most 5 of orders, at most 10 of orders.items')
  expect(guarantee).toContain(
    "how many rows of orders, orders.items may count, by what 95% of the file's have",
  )
})

test('what is proposed of them is what holds without a schema, and a schema may have them stand alone', async () => {
  const file = writeNested(120)
  const inspections = await inspectTables([file], { tempDir: dir })
  const schema = parseSchema(writeSchema(inspections), 'shop.yaml')
  const keys = { column: 'parent_row_id', key: 'row_id' }
  expect(schema.tables.orders!.parent).toEqual({ table: 'customers', ...keys, maxRows: 5 })
  expect(schema.tables['orders.items']!.parent).toEqual({ table: 'orders', ...keys, maxRows: 2 })
  const declared = await inspectTables([file], { tempDir: dir, schema })
  expect(declared.map(({ budget }) => budget)).toEqual(inspections.map(({ budget }) => budget))

  const apart = { ...schema.tables.orders!, parent: null }
  const [, orders, items] = await inspectTables([file], {
    tempDir: dir,
    schema: { tables: { ...schema.tables, orders: apart } },
  })
  expect(orders!.budget).toMatchObject({ apartFrom: 'customers', rowsPerEntity: 1 })
  expect(items!.budget).toMatchObject({ rowsPerEntity: 2 })
  expect(items!.budget.apartFrom).toBeUndefined()
})
