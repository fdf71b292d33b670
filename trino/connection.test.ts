/** A vendor connects a Trino that is guarded as the documentation says, and delivers from there; nothing else is permitted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { keySet, verifyCertificate } from '@semblance/contract'
import { beforeAll, expect, inject, test } from 'vitest'
import { runJobs, skipBackoff } from '../apps/server/testing/drain-jobs.ts'
import { fundedDeal } from '../apps/server/testing/fixtures/deal-fixtures.ts'
import type { Person } from '../apps/server/testing/fixtures/market-fixtures.ts'
import { useMarket } from '../apps/server/testing/fixtures/use-market.ts'
import { TrinoSession } from '../packages/synth/src/engines/warehouse/trino-session.ts'
import { runStatement } from './cluster.ts'
import { documentedRules, tokenFor } from './guard.ts'

const origin = inject('trino')
const guard = inject('guard')
const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { connectionNetworks: ['127.0.0.0/8'] },
)
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const token = tokenFor(guard, 'semblance_reader')
const form = (change: object = {}, settings: object = {}) => ({
  name: 'Lake',
  settings: {
    kind: 'trino' as const,
    ...{ host: '127.0.0.1', port: guard.port, catalog: 'lake', user: 'semblance_reader' },
    ...{ isTls: true, caCertificate: guard.ca.trim() },
    ...settings,
  },
  secret: { by: 'token' as const, token },
  ...change,
})

let admin: Person
let connectionId = ''
beforeAll(async () => {
  for (const schema of ['sales', 'staff', 'spare'])
    await runStatement(origin, `create schema if not exists lake.${schema}`)
  for (const [table, rows] of [
    [
      'sales.customers',
      `select 20 + (custkey * 7) % 50 as age,
         element_at(array['Berlin', 'Paris', 'Rome', 'Oslo'], cast(1 + custkey % 4 as integer)) as city,
         20000 + (custkey * 37) % 900 + cast((custkey * 7919) % 100 as double) / 100 as income
       from tpch.tiny.customer`,
    ],
    ['sales.orders', 'select * from tpch.tiny.orders limit 100'],
    ['sales.secrets', "select 'word' as word, 1 as place"],
    ['staff.wages', 'select 1 as wage'],
  ]) {
    await runStatement(origin, `drop table if exists lake.${table}`)
    await runStatement(origin, `create table lake.${table} as ${rows}`)
  }
  admin = await market.colleague(vendor, 'administrator')
})

test('a connection is tried by TLS and a token, and lists the documented tables alone', async () => {
  const added = await admin.api.connections.add(form())
  connectionId = added.id
  expect(added).toMatchObject({ canWrite: null })
  expect(await admin.api.connections.test({ connectionId })).toMatchObject({ canWrite: null })
  expect(await vendor.api.connections.objects({ connectionId })).toEqual({
    objects: ['sales.customers', 'sales.orders'].map((name) => ({ name, rows: null, bytes: null })),
    isComplete: true,
  })
})

test.each([
  [
    'another key’s token',
    form({ secret: { by: 'token', token: tokenFor({ tokenKey: 'YQ'.repeat(32) }, 'x') } }),
    'refused the sign-in',
  ],
  ['no token', form({ secret: { by: 'password', password: 'guessed' } }), 'refused the sign-in'],
  ['a token of another user', form({}, { user: 'admin' }), 'refused the sign-in'],
  ['a certificate of nobody known', form({}, { caCertificate: '' }), 'cannot be reached'],
])('a connection with %s is refused', async (_, wrong, message) => {
  await expect(admin.api.connections.add(wrong)).rejects.toMatchObject({
    code: 'connection_refused',
    message: expect.stringContaining(message),
  })
})

/** Runs a statement as the account of the connection, outside of the read-only transaction of a run. */
async function asReader(statement: string): Promise<unknown[][]> {
  const session = new TrinoSession(
    {
      ...{ origin: `https://127.0.0.1:${guard.port}`, user: 'semblance_reader', token },
      ...{ catalog: 'lake', schema: 'sales' },
      route: { addresses: ['127.0.0.1'], isTls: true, ca: guard.ca },
    },
    undefined,
  )
  return await session.query(statement)
}

test('the documented rules permit to read what is delivered', async () => {
  expect(await asReader('select count(*) from customers')).toEqual([[1500]])
  expect(await asReader('select count(*) from orders')).toEqual([[100]])
})

test.each([
  'select * from secrets',
  'select * from lake.staff.wages',
  'select * from memory.information_schema.tables',
  'select * from tpch.tiny.nation',
  'select * from system.runtime.queries',
  'insert into customers select * from customers',
  "update customers set city = 'Bonn'",
  'delete from customers',
  'truncate table customers',
  'drop table customers',
  'alter table customers add column more integer',
  'alter table customers rename to clients',
  'comment on table customers is null',
  'create table more as select 1 as one',
  'create view more as select 1 as one',
  'create schema more',
  'drop schema spare',
  'grant select on customers to user other',
  'select * from table(exclude_columns(input => table(secrets), columns => descriptor(word)))',
  'create function lake.sales.one() returns integer return 1',
  "call system.runtime.kill_query(query_id => '20260101_000000_00000_aaaaa', message => 'x')",
])('the documented rules refuse: %s', async (statement) => {
  await expect(asReader(statement)).rejects.toThrow('does not allow this user')
})

test('the documented rules let the account neither see nor end queries of others', async () => {
  const [[id]] = (await runStatement(
    origin,
    `select query_id from system.runtime.queries where "user" = 'admin' limit 1`,
  )) as [[string]]
  const ask = (method: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}` }
      const url = `https://127.0.0.1:${guard.port}${path}`
      request(url, { method, ca: guard.ca, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await ask('GET', `/v1/query/${id}`)).toBe(403)
  expect(await ask('DELETE', `/v1/query/${id}`)).toBe(403)
})

test('a delivery is counted in Trino up to its certificate, and charged once', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  await vendor.api.deliveries.connect({ contractId, connectionId, objects: ['sales.customers'] })
  await runJobs(market)
  const latest = () => vendor.api.deliveries.latest({ contractId })
  expect(await latest()).toMatchObject({
    status: 'review',
    review: [{ name: 'customers', rows: 1500 }],
  })
  await vendor.api.deliveries.submit({ contractId, choices: [], tables: [] })
  await runJobs(market)
  expect(await latest()).toMatchObject({ status: 'ready', reason: null })
  const spendings = 'select state from source_spendings where deal = $1'
  expect(await sql(spendings, [contractId])).toEqual([{ state: 'spent' }])
  expect(await sql('select 1 from uploads where contract_id = $1', [contractId])).toEqual([])
  const { files } = await client.api.deliveries.dataset({ dprId })
  expect(files.map(({ name }) => name)).toContain('customers_synthetic.csv')
  const [listed] = (await client.api.certificates.list({ contractId })).items
  const { jws } = await client.api.certificates.get({ id: listed?.id ?? '' })
  const keys = await (await market.fetch('/.well-known/semblance-certificate-keys.json')).json()
  expect(await verifyCertificate(jws, keySet.parse(keys))).toMatchObject({
    state: 'valid',
    certificate: {
      originals: [],
      connection: { kind: 'trino', tables: 1, state: 'equal_checksums' },
    },
  })
})

test('a right that is taken away while Trino counts ends the run, which is charged once and says why', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await vendor.api.deliveries.connect({ contractId, connectionId, objects: ['sales.customers'] })
  await runJobs(market)
  await vendor.api.deliveries.submit({ contractId, choices: [], tables: [] })
  const rules = readFileSync(guard.rulesPath, 'utf8')
  const revoked = documentedRules()
  revoked.tables?.shift()
  let isRevoked = false
  const isCounting = async () =>
    (
      await sql(`select 1 from source_spendings where deal = $1 and measured_at is not null`, [
        contractId,
      ])
    ).length > 0
  const watch = setInterval(async () => {
    if (isRevoked || !(await isCounting())) return
    isRevoked = true
    writeFileSync(guard.rulesPath, JSON.stringify(revoked))
  }, 20)
  try {
    for (let i = 0; i < 3; i++) {
      await runJobs(market)
      await skipBackoff(market)
    }
  } finally {
    clearInterval(watch)
    writeFileSync(guard.rulesPath, rules)
  }
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'review',
    reason: 'Trino does not allow this user to read the table. It was tried three times.',
  })
  const spendings = 'select state from source_spendings where deal = $1'
  expect(await sql(spendings, [contractId])).toEqual([{ state: 'spent' }])
})
