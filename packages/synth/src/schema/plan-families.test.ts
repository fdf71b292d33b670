import { expect, test } from 'vitest'
import type { DeclaredSchema, DeclaredTable } from './declared-schema.ts'
import { planFamilies, rowsOfUnit, withKeys } from './plan-families.ts'
import { SynthesisError } from './synthesis-error.ts'

const tables = [
  { name: 'items', columnNames: ['order', 'price'] },
  { name: 'orders', columnNames: ['id', 'customer', 'day'] },
  { name: 'shops', columnNames: ['id', 'city'] },
  { name: 'customers', columnNames: ['id', 'age'] },
]
const toCustomers = { table: 'customers', column: 'customer', key: 'id', maxRows: 5 }
const toOrders = { table: 'orders', column: 'order', key: 'id', maxRows: 3 }

type Declared = Record<string, Partial<DeclaredTable>>

function schemaOf(declared: Declared): DeclaredSchema {
  return {
    tables: Object.fromEntries(
      Object.entries(declared).map(([name, table]) => [name, { columns: {}, rules: [], ...table }]),
    ),
  }
}

test('tables that hang together come parents first, and others alone', () => {
  const declared = schemaOf({ items: { parent: toOrders }, orders: { parent: toCustomers } })
  const families = planFamilies(tables, declared)
  expect(families.map((family) => family.tables)).toEqual([
    ['shops'],
    ['customers', 'orders', 'items'],
  ])
  expect(Object.fromEntries(rowsOfUnit(families[1]!))).toEqual({
    customers: 1,
    orders: 5,
    items: 15,
  })
  const { schema } = withKeys(declared, families)
  expect(schema!.tables.customers!.columns).toEqual({ id: { kind: 'key' } })
  expect(Object.keys(schema!.tables.orders!.columns)).toEqual(['id', 'customer'])
  expect(withKeys(undefined, planFamilies(tables, undefined))).toEqual({})
})

/** Orders are lists within customers, and items within orders. */
const nested = tables.map((table) => {
  if (table.name === 'orders') return { ...table, parent: toCustomers }
  return table.name === 'items' ? { ...table, parent: toOrders } : table
})

test('lists within records hang on them without a word, and their keys are keys', () => {
  const families = planFamilies(nested, undefined)
  expect(families.map((family) => family.tables)).toEqual([
    ['shops'],
    ['customers', 'orders', 'items'],
  ])
  expect(families[1]!.relations.every(({ isFound }) => isFound)).toBe(true)
  const { schema } = withKeys(undefined, families)
  expect(schema!.tables.orders!.columns).toEqual({
    id: { kind: 'key' },
    customer: { kind: 'key' },
  })
})

test.each<[string, Declared, string[][]]>([
  [
    'has columns named',
    { orders: { columns: { id: {} } } },
    [['shops'], ['customers', 'orders', 'items']],
  ],
  ['stands alone', { orders: { parent: null } }, [['shops'], ['customers'], ['orders', 'items']]],
  [
    'has another unit',
    { items: { entity: { column: 'id', maxRows: 2 } } },
    [['shops'], ['customers', 'orders'], ['items']],
  ],
  [
    'hangs on one with another unit',
    { customers: { entity: { column: 'age', maxRows: 2 } } },
    [['shops'], ['customers'], ['orders', 'items']],
  ],
  [
    'hangs on one whose key is dropped',
    { orders: { parent: toCustomers, columns: { id: { drop: true } } } },
    [['shops'], ['customers', 'orders'], ['items']],
  ],
  [
    'names its records in a column of another kind',
    { orders: { columns: { customer: { kind: 'integer' } } } },
    [['shops'], ['customers'], ['orders', 'items']],
  ],
])('what a schema says of a list counts: one that %s', (_, declared, expected) => {
  const families = planFamilies(nested, schemaOf(declared))
  expect(families.map((family) => family.tables).sort()).toEqual(expected.sort())
})

test.each<[string, Declared, string]>([
  [
    'a parent that was not read',
    { orders: { parent: { ...toCustomers, table: 'customer' } } },
    'tables.orders.parent.table names no table that was read; did you mean "customers".',
  ],
  [
    'a column that is not there',
    { orders: { parent: { ...toCustomers, column: 'costumer' } } },
    'tables.orders.parent.column names a column "costumer" that orders does not have',
  ],
  [
    'a key that is not there',
    { orders: { parent: { ...toCustomers, key: 'ids' } } },
    'tables.orders.parent.key names a column "ids" that customers does not have',
  ],
  [
    'a circle',
    {
      orders: { parent: { table: 'items', column: 'customer', key: 'order', maxRows: 1 } },
      items: { parent: toOrders },
    },
    'tables.items.parent.table goes in a circle',
  ],
  [
    'an entity in the child',
    { orders: { parent: toCustomers, entity: { column: 'customer', maxRows: 2 } } },
    'tables.orders.parent cannot stand beside entity',
  ],
  [
    'an entity in the parent',
    { orders: { parent: toCustomers }, customers: { entity: { column: 'age', maxRows: 2 } } },
    'tables.orders.parent cannot stand beside entity',
  ],
  [
    'a series',
    { orders: { parent: toCustomers, series: { time: 'day' } } },
    'tables.orders.parent cannot stand beside series',
  ],
  [
    'a key of another kind',
    { orders: { parent: toCustomers }, customers: { columns: { id: { kind: 'integer' } } } },
    'tables.orders.parent.key names a column that is declared to be of kind integer',
  ],
  [
    'a column that is dropped',
    { orders: { parent: toCustomers, columns: { customer: { drop: true } } } },
    'tables.orders.parent.column names a column that is declared to be dropped',
  ],
  [
    'children that go by different keys',
    {
      orders: { parent: toCustomers },
      shops: { parent: { table: 'customers', column: 'id', key: 'age', maxRows: 1 } },
    },
    'tables.shops.parent.key differs from that of orders',
  ],
])('%s is refused', (_, declared, message) => {
  let refusal: unknown
  try {
    planFamilies(tables, schemaOf(declared))
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(SynthesisError)
  expect(refusal).toMatchObject({ code: 'invalid_schema' })
  expect((refusal as SynthesisError).message).toContain(message)
})

test('tables of a database are refused: their rows are not at hand', () => {
  const sampled = tables.map((table) => ({ ...table, sample: {} }))
  expect(() => planFamilies(sampled, schemaOf({ orders: { parent: toCustomers } }))).toThrow(
    'Related tables are made from files only',
  )
})
