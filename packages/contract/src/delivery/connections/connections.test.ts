import { expect, it } from 'vitest'
import { tableNameOf } from './connections.ts'

it('a table has one spelling, in which only what needs quotes has them', () => {
  expect(tableNameOf('postgres', '"sales"."customers"')).toBe('sales.customers')
  expect(tableNameOf('postgres', 'Sales."odd.""name"')).toBe('Sales."odd.""name"')
  expect(tableNameOf('trino', '"SALES".Customers')).toBe('sales.customers')
})

it.each(['customers', 'lake.sales.customers', 'sales.', 'a b.c', 'sales."x'])(
  '%s names no table of a schema',
  (text) => expect(tableNameOf('trino', text)).toBe(null),
)
