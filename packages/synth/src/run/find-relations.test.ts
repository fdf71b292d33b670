import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shopOf, writeShop } from '../../testing/shop.ts'
import { parseSchema, writeSchema } from '../command/schema-file.ts'
import { planFamilies } from '../schema/plan-families.ts'
import { namesKeyOf } from './find-relations.ts'
import { inspectTables } from './inspect-tables.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'find-relations-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

test.each([
  ['customer_id', 'customers', 'id', true],
  ['CustomerID', 'customer', 'id', true],
  ['customer', 'customers', 'id', true],
  ['billing_customer_id', 'customers', 'id', true],
  ['country', 'countries', 'code', true],
  ['isbn', 'books', 'isbn', true],
  ['id', 'customers', 'id', false],
  ['order_id', 'customers', 'id', false],
  ['age', 'customers', 'id', false],
])('%s as a key of %s by %s: %s', (column, table, key, expected) => {
  expect(namesKeyOf(column, table, key)).toBe(expected)
})

test('a column that holds nothing but keys of another table is proposed to hang on it', {
  tags: 'long',
}, async () => {
  const shop = shopOf(150)
  const files = writeShop(dir, shop)
  const inspections = await inspectTables(files, { tempDir: dir })
  const { tables } = parseSchema(writeSchema(inspections), 'shop.yaml')
  expect(tables.orders!.parent).toEqual({
    table: 'customers',
    column: 'customer',
    key: 'id',
    maxRows: 5,
  })
  expect(tables.items!.parent).toEqual({ table: 'orders', column: 'order', key: 'id', maxRows: 2 })
  expect(tables.customers!.parent).toBeUndefined()
  expect(tables.orders!.columns.customer).toEqual({ kind: 'key', pattern: 'a-9999' })
  expect(Object.values(tables).every(({ entity }) => entity === undefined)).toBe(true)
  expect(inspections[1]!.proposal.warnings.join()).toContain(
    'All values of "customer" are values of "id" in customers.',
  )
  const named = ['customers', 'orders', 'items'].map((name) => ({
    name,
    columnNames: Object.keys(tables[name]!.columns),
  }))
  const [family] = planFamilies(named, { tables })
  expect(family!.tables).toEqual(['customers', 'orders', 'items'])

  const declared = await inspectTables(files, { tempDir: dir, schema: { tables } })
  expect(declared.map(({ budget }) => budget.rowsPerEntity)).toEqual([1, 5, 10])
  expect(declared.reduce((sum, { budget }) => sum + budget.portion, 0)).toBeCloseTo(1, 12)
})

test('a column with another value than keys is not', { tags: 'long' }, async () => {
  const { customers, orders } = shopOf(150)
  const files = writeShop(dir, { customers, orders: [...orders, '1,stranger,web,1'] })
  const [, inspection] = await inspectTables(files, { tempDir: dir })
  expect(inspection!.proposal.declared.parent).toBeUndefined()
})
