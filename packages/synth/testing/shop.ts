import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { seededRandom } from '../src/random/seeded-random.ts'
import type { DeclaredSchema, DeclaredTable } from '../src/schema/declared-schema.ts'

/** Holds rows of three tables as CSV; customers are the parents of orders, and orders those of items. */
export type Shop = { customers: string[]; orders: string[]; items: string[] }

/**
 * Generates a shop: one customer in three is a business, which orders five times, others once;
 * customers below 50 mostly order on the web, where orders have two cheap items each.
 */
export function shopOf(customerCount: number): Shop {
  const random = seededRandom(1)
  const below = (limit: number) => random.nextUint32() % limit
  const shop: Shop = { customers: [], orders: [], items: [] }
  for (let c = 0; c < customerCount; c++) {
    const isBusiness = below(3) === 0
    const age = 20 + below(60)
    shop.customers.push(`k-${1000 + c},${isBusiness ? 'business' : 'private'},${age}`)
    for (let o = 0; o < (isBusiness ? 5 : 1); o++) {
      const isWeb = below(10) === 0 ? age >= 50 : age < 50
      const order = 20_000 + shop.orders.length
      shop.orders.push(`${order},k-${1000 + c},${isWeb ? 'web' : 'shop'},${below(7)}`)
      for (let i = 0; i < 2; i++) shop.items.push(`${order},${(isWeb ? 10 : 60) + below(20)}`)
    }
  }
  return shop
}

const HEADERS = {
  customers: 'id,segment,age',
  orders: 'id,customer,channel,weekday',
  items: 'order,price',
}

/** Writes tables of a shop into a new directory of `dir` and returns their paths. */
export function writeShop(dir: string, shop: Partial<Shop>): string[] {
  const home = mkdtempSync(path.join(dir, 'shop-'))
  return Object.entries(shop).map(([name, rows]) => {
    const file = path.join(home, `${name}.csv`)
    writeFileSync(file, [HEADERS[name as keyof Shop], ...rows].join('\n'))
    return file
  })
}

/**
 * Returns customers as records of JSON, one per line, with their orders as lists, which contain
 * their items.
 */
export function nestedShop({ customers, orders, items }: Shop): string {
  const cells = (rows: string[]) => rows.map((row) => row.split(','))
  const itemsOf = Map.groupBy(cells(items), ([order]) => order)
  const ordersOf = Map.groupBy(cells(orders), ([, customer]) => customer)
  const records = cells(customers).map(([id, segment, age]) => ({
    segment,
    age: Number(age),
    orders: (ordersOf.get(id) ?? []).map(([order, , channel, weekday]) => ({
      channel,
      weekday,
      items: (itemsOf.get(order) ?? []).map(([, price]) => ({ price: Number(price) })),
    })),
  }))
  return records.map((record) => JSON.stringify(record)).join('\n')
}

function declare(table: Partial<DeclaredTable>): DeclaredTable {
  return { columns: {}, rules: [], ...table }
}

/** Customers with up to five orders, of up to two items each. */
const TABLES = {
  customers: declare({ columns: { age: { kind: 'integer', min: 20, max: 79 } } }),
  orders: declare({
    parent: { table: 'customers', column: 'customer', key: 'id', maxRows: 5 },
    columns: { weekday: { kind: 'category' } },
  }),
  items: declare({
    parent: { table: 'orders', column: 'order', key: 'id', maxRows: 2 },
    columns: { price: { kind: 'integer', min: 0, max: 99 } },
  }),
}

export function shopSchema(names: (keyof Shop)[]): DeclaredSchema {
  return { tables: Object.fromEntries(names.map((name) => [name, TABLES[name]])) }
}
