import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Shop, shopOf, shopSchema, writeShop } from '../../../testing/shop.ts'
import { rhoOfEpsilonDelta } from '../../model/private/privacy-accountant.ts'
import { openSources } from '../../read/open-sources.ts'
import { openAccounts, openFamilyAccount, tableBudgets } from '../../run/table-budgets.ts'
import { linkTables } from '../../schema/link-tables.ts'
import { planFamilies, withKeys } from '../../schema/plan-families.ts'
import type { TableSchema } from '../../schema/table-schema.ts'
import { createCodedRelated } from './code-related.ts'
import { openDatabase, queryRows } from './database.ts'
import { measureInDuckdb } from './measure.ts'
import { readTable } from './read-table.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'code-related-test-'))
const opened: { close: () => void }[] = []
afterAll(() => {
  for (const { close } of opened) close()
  rmSync(dir, { recursive: true })
})

/** Coded tables of a family with the ways to count them, by the same salt every time. */
async function codeShop(shop: Shop) {
  const schema = shopSchema(['customers', 'orders', 'items'])
  const sources = await openSources(writeShop(dir, shop), mkdtempSync(path.join(dir, 'work-')))
  const [family] = planFamilies(sources, schema)
  const database = await openDatabase({
    workDir: dir,
    readablePaths: sources.map((source) => source.path),
    threads: 1,
    memoryLimitMb: 500,
    tables: 3,
  })
  opened.push(database)
  const schemas: TableSchema[] = []
  for (const [i, name] of family!.tables.entries()) {
    const source = sources.find((of) => of.name === name)!
    const settled = withKeys(schema, [family!])
    schemas.push((await readTable(database.connections[i]!, { source, ...settled })).schema)
  }
  const linked = linkTables(family!, schemas)
  for (const [i, of] of linked.entries()) await createCodedRelated(database.connections[i]!, of, 7n)
  const query = (place: number, sql: string) => queryRows(database.connections[place]!, sql)
  const measures = linked.map((_, i) => measureInDuckdb(database.connections[i]!))
  return { family: family!, schemas, linked, measures, query }
}

test('without a row of the root, no count changes by more than the rows that may hang on it', {
  tags: 'long',
}, async () => {
  const shop = shopOf(300)
  const orders = Array.from({ length: 1000 }, (_, i) => 90_000 + i)
  const busy: Shop = {
    customers: [...shop.customers, 'k-9999,business,60'],
    orders: [...shop.orders, ...orders.map((id) => `${id},k-9999,shop,1`)],
    items: [...shop.items, ...orders.flatMap((id) => Array(7).fill(`${id},65`))],
  }
  const [more, fewer] = [await codeShop(busy), await codeShop(shop)]
  const most = [1, 5, 10]
  const differences: number[] = []
  for (const [place, measure] of more.measures.entries()) {
    const less = fewer.measures[place]!
    const heldRows = (of: typeof more) => of.query(place, 'select count(*) from coded where held')
    const trained = (await measure.countRows()) - (await less.countRows())
    const held = Number((await heldRows(more))[0]![0]) - Number((await heldRows(fewer))[0]![0])
    expect([trained, held].sort((a, b) => a - b)).toEqual([0, most[place]])
    const { schemas, uses } = more.linked[place]!.rules
    for (const [column, use] of uses.entries()) {
      if (use !== 'modeled' || schemas[column]!.kind !== 'category') continue
      const [with1, without] = [
        await measure.countCategories(column),
        await less.countCategories(column),
      ]
      const before = new Map(without.map(({ label, count }) => [label, count]))
      const moved = with1.map(({ label, count }) => count - (before.get(label) ?? 0))
      differences.push(moved.reduce((sum, by) => sum + Math.abs(by), 0) / most[place]!)
    }
  }
  expect(differences.length).toBeGreaterThan(2)
  expect(Math.max(...differences)).toBeLessThanOrEqual(1)
  const counted = await more.query(
    0,
    `select max(x${more.linked[0]!.children[0]!.count}) from coded`,
  )
  expect(counted[0]![0]).toBe(5)
})

test('all that hangs on one row of the root is held out, or learned from, together', {
  tags: 'long',
}, async () => {
  const { query } = await codeShop(shopOf(300))
  const split = (sql: string) =>
    query(2, `select count(*) from ${sql}`).then(([row]) => Number(row![0]))
  const joined =
    'table0.coded c join table1.coded o on o.parent_key = c.own_key join table2.coded i on i.parent_key = o.own_key'
  expect(await split(`${joined} where c.held <> o.held or o.held <> i.held`)).toBe(0)
  expect(await split(`${joined} where i.held`)).toBeGreaterThan(50)
  expect(await split(`${joined} where not i.held`)).toBeGreaterThan(50)
})

test('what the tables of a family may spend is, for a row of the root, all that is claimed', async () => {
  const { family, schemas, linked } = await codeShop(shopOf(300))
  const budgets = tableBudgets(family, schemas, linked)
  expect(budgets.map(({ unit }) => unit.rows)).toEqual([1, 5, 10])
  const rowsOf = (table: string) => [1, 5, 10][family.tables.indexOf(table)]!
  const sizes = { rowsOf, largestRowCount: 1000, hasVotes: false }
  const terms = { epsilon: 2, delta: 1e-6 }
  const accounts = openAccounts(family, openFamilyAccount(family, terms, sizes), budgets)
  const rho = rhoOfEpsilonDelta(2, 0.9e-6)
  const costs = accounts.map(
    ({ plan }) =>
      Object.values(plan.share).reduce((sum, part) => sum + part, 0) * plan.unit.rows ** 2,
  )
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(rho, 12)
  expect(Math.min(...costs)).toBeGreaterThan(0.15 * rho)
  expect(accounts.reduce((sum, { plan }) => sum + plan.deltaKeys, 0)).toBeCloseTo(1e-7, 16)
  expect(accounts.every(({ ledger }) => ledger.entries === accounts[0]!.ledger.entries)).toBe(true)
})

test.each<[string, (shop: Shop) => Partial<Shop>, string]>([
  [
    'keys that come twice',
    (shop) => ({ customers: [...shop.customers, shop.customers[0]!] }),
    'tables.orders.parent.key names "id", which has some values more than once of customers',
  ],
  [
    'keys that are missing',
    (shop) => ({ customers: [...shop.customers, ',private,33'] }),
    'tables.orders.parent.key names "id", which lacks a value in some rows of customers',
  ],
  [
    'keys that do not fit',
    (shop) => ({ orders: shop.orders.map((row) => row.replace('k-', 'c-')) }),
    'tables.orders.parent.column names "customer", by which fewer than 100 rows of orders hang on rows of customers',
  ],
])('%s are refused', async (_, change, message) => {
  const shop = shopOf(200)
  const run = codeShop({ ...shop, ...change(shop) })
  await expect(run).rejects.toMatchObject({ code: 'invalid_schema' })
  await expect(run).rejects.toThrow(message)
})
