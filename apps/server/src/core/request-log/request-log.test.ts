/** Tests that administrators read the requests by their organization's keys, and they alone. */
import { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { DependencyError } from '../../platform/faults.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { noteFact } from '../../platform/http/request-facts.ts'
import { requestLogJobs } from './jobs.ts'
import { openRequestLog } from './service.ts'

const { market, client, other } = await useMarket({ client: 'client', other: 'client' })
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows
let admin: Person
let stranger: Person
let key: { id: string; secret: string }
beforeAll(async () => {
  admin = await market.colleague(client, 'administrator')
  stranger = await market.colleague(other, 'administrator')
  const made = await admin.api.keys.create({ name: 'Import', scopes: ['dprs:read'] })
  key = { id: made.key.id, secret: made.secret }
})

const ask = (path: string, init: RequestInit = {}, bearer = key.secret) =>
  market.fetch(path, { ...init, headers: { authorization: `Bearer ${bearer}`, ...init.headers } })
const listed = async (filter: { keyId?: string; isRefused?: boolean; code?: string } = {}) => {
  await market.app.writeRequestLog()
  return (await admin.api.keys.requests({ limit: 100, ...filter })).items
}

it('each request by a key is logged: what it asked for, what it was answered, and no more', async () => {
  const answer = await ask('/api/dprs?tab=active&title=Secret')
  await ask('/api/contracts?side=client')
  await ask('/api/uploads/none', { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  await ask('/api/dprs?tab=active', {}, admin.token)
  await ask('/api/dprs?tab=active', {}, `${key.secret}x`)
  const rows = (await listed()).toReversed()
  expect(rows.map(({ operation, status, code }) => [operation, status, code])).toEqual([
    ['dprs.list', 200, null],
    ['contracts.list', 403, 'scope_missing'],
    ['HEAD /api/uploads/none', 403, 'scope_missing'],
  ])
  expect(rows[0]).toMatchObject({
    key: { id: key.id, name: 'Import' },
    requestId: answer.headers.get('x-request-id'),
  })
  const stored = await sql('select row_to_json(r)::text as text from app.api_requests r')
  expect(stored.filter(({ text }) => /Secret|smb_live_.{10}/.test(text))).toEqual([])
})

it('is read by administrators of the organization alone, by key and by failure, page by page', async () => {
  await market.app.writeRequestLog()
  expect((await stranger.api.keys.requests({ limit: 5 })).items).toEqual([])
  expect((await stranger.api.keys.requests({ limit: 5, keyId: key.id })).items).toEqual([])
  for (const [api, code] of [
    [client.api, 'not_permitted'],
    [market.visitor, 'sign_in_required'],
    [market.apiFor(key.secret), 'scope_missing'],
  ] as const)
    await expectRefusal(api.keys.requests({ limit: 5 }), code)
  const all = await listed()
  const refused = await listed({ isRefused: true, keyId: key.id })
  expect(refused).toEqual(all.filter(({ status }) => status >= 400))
  expect(await listed({ code: 'scope_missing' })).toEqual(
    all.filter(({ code }) => code === 'scope_missing'),
  )
  expect(await listed({ code: 'not_found' })).toEqual([])
  const page = await admin.api.keys.requests({ limit: 2 })
  const cursor = page.nextCursor ?? ''
  const next = await admin.api.keys.requests({ limit: 2, cursor })
  expect([...page.items, ...next.items]).toEqual(all.slice(0, 4))
  await expectRefusal(admin.api.keys.requests({ limit: 2, cursor: 'forged' }), 'bad_input')
})

/** Opens a log whose requests are named, each by a key as the function says. */
const openLog = (
  db: Parameters<typeof openRequestLog>[0]['db'],
  requestId: string,
  keyIdOf: () => string,
) => {
  const requests = openRequestLog({ db, log: market.platform.log })
  const http = new Hono<HttpEnv>()
    .use(async (c, next) => {
      c.set('requestId', requestId)
      await next()
    })
    .use(requests.handler)
    .get('/', (c) => {
      noteFact({ keyId: keyIdOf() })
      return c.text('')
    })
  return { requests, http }
}

it('goes on after a request that cannot be stored', async () => {
  let keyId = 'none'
  const { requests, http } = openLog(market.platform.db, 'request-after-another', () => keyId)
  await http.request('/')
  await requests.write()
  keyId = key.id
  await http.request('/')
  await requests.end()
  expect((await listed())[0]).toMatchObject({ requestId: 'request-after-another' })
})

it('outlasts an outage of the database, and is deleted after 30 days', async () => {
  let isAway = true
  const { db } = market.platform
  const transaction: typeof db.transaction = (...args) =>
    isAway ? Promise.reject(new DependencyError('database', 'away')) : db.transaction(...args)
  const away = { ...db, transaction }
  const { requests, http } = openLog(away, 'request-in-an-outage', () => key.id)
  const before = await listed()
  await http.request('/')
  await requests.write()
  expect(await listed()).toEqual(before)
  isAway = false
  await requests.end()
  expect((await listed())[0]).toMatchObject({
    operation: 'GET /',
    requestId: 'request-in-an-outage',
  })
  await sql(`update app.api_requests set id = uuidv7(interval '-31 days') where id = $1`, [
    before[0]?.id,
  ])
  await requestLogJobs(market.platform)['api_request.expire']?.({}, {} as never)
  expect(await listed()).toHaveLength(before.length)
})
