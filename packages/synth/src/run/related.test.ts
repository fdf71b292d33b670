import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Shop, shopOf, shopSchema, writeShop } from '../../testing/shop.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { synthesize } from './synthesize.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'related-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function twinsOf(
  shop: Partial<Shop>,
  options: { mode?: 'private' | 'protected'; rows?: number } = {},
) {
  const report = await synthesize({
    inputPaths: writeShop(dir, shop),
    outputDir: mkdtempSync(path.join(dir, 'twins-')),
    tempDir: dir,
    epsilon: 20,
    schema: shopSchema(Object.keys(shop) as (keyof Shop)[]),
    random: seededRandom(3),
    ...options,
  })
  const rowsOf = (name: string) => {
    const of = report.tables.find((made) => made.name === name)!
    const [, ...lines] = readFileSync(of.path, 'utf8').trimEnd().split('\n')
    return lines.map((line) => line.split(','))
  }
  return { tables: report.tables, rowsOf }
}

const share = (rows: string[][], is: (row: string[]) => boolean) =>
  rows.filter(is).length / rows.length

/** The twin's customers and orders are as shopOf makes them. */
function expectShop(customers: string[][], orders: string[][]): void {
  const byId = new Map(customers.map((row) => [row[0]!, row]))
  expect(byId.size).toBe(customers.length)
  expect(orders.every(([, customer]) => byId.has(customer!))).toBe(true)
  expect(new Set(orders.map(([id]) => id)).size).toBe(orders.length)
  const ordersPer = (segment: string) =>
    orders.filter(([, customer]) => byId.get(customer!)![1] === segment).length /
    customers.filter((row) => row[1] === segment).length
  expect(Math.abs(ordersPer('private') - 1)).toBeLessThan(0.3)
  expect(Math.abs(ordersPer('business') - 5)).toBeLessThan(0.5)
  const ofAges = (isYoung: boolean) =>
    orders.filter(([, customer]) => Number(byId.get(customer!)![2]) < 50 === isYoung)
  const isWeb = (row: string[]) => row[2] === 'web'
  expect(share(ofAges(true), isWeb)).toBeGreaterThan(0.75)
  expect(share(ofAges(false), isWeb)).toBeLessThan(0.25)
}

test('every order of the twin is one of its customers’, who have as many, and such, as real ones', async () => {
  const { customers, orders } = shopOf(400)
  const strangers = ['1,nobody,web,1', '2,,web,1', '3,nobody,web,1']
  const shop = { orders: [...orders, ...strangers], customers }
  const { tables, rowsOf } = await twinsOf(shop)
  expect(tables.map(({ name }) => name)).toEqual(['orders', 'customers'])
  expectShop(rowsOf('customers'), rowsOf('orders'))
  const [made, above] = tables
  const { relation } = made!.internal
  expect(relation).toMatchObject({ parent: 'customers', maxRows: 5, linkedShare: 1, orphans: 3 })
  expect(relation!.counts.value).toBeGreaterThan(0.95)
  expect(relation!.pairs.value).toBeGreaterThan(0.88)
  expect(relation!.weakest.map(({ parent }) => parent)).toContain('age')
  expect(made!.published.relation).toMatchObject({ parent: 'customers', linkedShare: 1 })
  expect(made!.published.relation!.counts).toBeGreaterThan(0.95)
  expect(above!.published.relation).toBeUndefined()

  const { privacy } = made!.published
  expect(privacy.unit).toBe('entity')
  expect(privacy.guarantee).toContain(
    'per row of "customers" with all rows that hang on it (add or remove it with at most 5 of orders)',
  )
  const spent = made!.internal.ledger.reduce((sum, { rho }) => sum + rho, 0)
  expect(privacy.rhoSpent).toBeCloseTo(spent, 12)
  expect(above!.published.privacy.rhoSpent).toBe(privacy.rhoSpent)
  expect(above!.internal.ledger).toEqual(made!.internal.ledger)
  expect(spent).toBeLessThanOrEqual(privacy.rhoBudget! * (1 + 1e-9))
  expect(spent).toBeGreaterThan(0.9 * privacy.rhoBudget!)
})

test('what hangs on what hangs on a row does so in the twin; rows written are the root’s', {
  tags: 'long',
}, async () => {
  const { tables, rowsOf } = await twinsOf(shopOf(300), { rows: 500 })
  const [customers, orders, items] = ['customers', 'orders', 'items'].map(rowsOf)
  expect(customers!.length).toBe(500)
  expectShop(customers!, orders!)
  const byId = new Map(orders!.map((row) => [row[0]!, row]))
  expect(items!.every(([order]) => byId.has(order!))).toBe(true)
  expect(Math.abs(items!.length / orders!.length - 2)).toBeLessThan(0.2)
  const pricesOf = (channel: string) =>
    items!.flatMap(([order, price]) => (byId.get(order!)![2] === channel ? [Number(price)] : []))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  expect(mean(pricesOf('shop')) - mean(pricesOf('web'))).toBeGreaterThan(30)
  expect(tables[0]!.published.privacy.guarantee).toContain(
    'at most 5 of orders, at most 10 of items',
  )
})

test('protected twins hang together as well', { tags: 'long' }, async () => {
  const { customers, orders } = shopOf(600)
  const { tables, rowsOf } = await twinsOf({ customers, orders }, { mode: 'protected' })
  expectShop(rowsOf('customers'), rowsOf('orders'))
  expect(tables[1]!.published.privacy.epsilon).toBeNull()
  expect(tables[1]!.internal.relation!.pairs.value).toBeGreaterThan(0.9)
})
