/** Tests the protocol of Delta Sharing over HTTP; proof/delta-sharing.test.ts has its own client read twins. */
import { createHash } from 'node:crypto'
import type { KeyScope } from '@semblance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Delivered, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { readCapabilities } from './answers.ts'

let market: Market
let deal: Delivered
let key: string
beforeAll(async () => {
  market = await openTestMarket()
  const [client, vendor] = [await market.member('client'), await market.member('vendor')]
  const funded = await fundedDeal(client, vendor)
  await market.platform.db.pool.query(`update offers set delivery_method = 'api' where id = $1`, [
    funded.offerId,
  ])
  const { uploadId } = await submit(market, vendor, funded.contractId)
  await runJobs(market)
  deal = { ...funded, client, vendor, uploadId }
  key = await keyOf(deal.client, ['datasets:read'])
})
afterAll(() => market.close())

async function keyOf(of: Person, scopes: KeyScope[]): Promise<string> {
  const admin = await market.colleague(of, 'administrator')
  return (await admin.api.keys.create({ name: 'Notebook', scopes })).secret
}

type Asked = { bearer?: string; method?: string; body?: unknown; capabilities?: string }

function ask(path: string, { bearer = key, method, body, capabilities }: Asked = {}) {
  return market.fetch(`/delta-sharing${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(capabilities && { 'delta-sharing-capabilities': capabilities }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
const read = async (path: string, asked?: Asked) => (await ask(path, asked)).json()
const tablePath = () => `/shares/${deal.dprId}/schemas/twin/tables/customers_synthetic`

async function linesOf(response: Response) {
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({ status: 200 })
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function expectError(response: Response, status: number, errorCode: string) {
  expect({ status: response.status, body: await response.json() }).toEqual({
    status,
    body: { errorCode, message: expect.any(String) },
  })
}

it('a table comes as Parquet with a delivery by the API, so that no reader waits', async () => {
  const { files } = await deal.client.api.deliveries.dataset({ dprId: deal.dprId })
  expect(files.map(({ name }) => name)).toContain('customers_synthetic.parquet')
  expect((await ask(`${tablePath()}/metadata`)).status).toBe(200)
})

it('a table that is not Parquet yet is being written: come again, which the log records once it is read', async () => {
  await market.platform.db.pool.query(`delete from delivery_files where name like '%.parquet'`)
  const waiting = await ask(`${tablePath()}/query`, { body: {} })
  expect(waiting.headers.get('retry-after')).toBe('2')
  await expectError(waiting, 503, 'TEMPORARILY_UNAVAILABLE')
  await expectError(await ask(`${tablePath()}/metadata`), 503, 'TEMPORARILY_UNAVAILABLE')
  const fetched = async () =>
    (await deal.client.api.deliveries.fetched({ dprId: deal.dprId, limit: 9 })).items
  expect(await fetched()).toEqual([])
  await runJobs(market)

  const response = await ask(`${tablePath()}/query`, {
    body: { limitHint: 5, predicateHints: ['x'] },
  })
  expect(response.headers.get('delta-table-version')).toBe('0')
  expect(response.headers.get('content-type')).toContain('application/x-ndjson')
  const [protocol, metadata, { file }, ...more] = await linesOf(response)
  expect([protocol, more]).toEqual([{ protocol: { minReaderVersion: 1 } }, []])
  expect(metadata.metaData).toMatchObject({
    format: { provider: 'parquet' },
    numFiles: 1,
    version: 0,
  })
  expect(JSON.parse(metadata.metaData.schemaString).fields).toMatchObject([
    { name: 'age', type: 'long', nullable: true },
    { name: 'city', type: 'string', nullable: true },
    { name: 'income', type: 'double', nullable: true },
  ])
  expect(Object.keys(file).sort()).toEqual(
    ['url', 'id', 'partitionValues', 'size', 'stats', 'expirationTimestamp'].sort(),
  )
  const { report } = await deal.client.api.deliveries.dataset({ dprId: deal.dprId })
  expect(JSON.parse(file.stats)).toEqual({ numRecords: report.rows.synthetic })
  const left = file.expirationTimestamp - Date.now()
  expect(left).toBeGreaterThan(55 * 60_000)

  // One reading follows the link several times, and is one line of the log.
  const follow = (init?: RequestInit) =>
    market.fetch(file.url.replace(market.platform.config.publicUrl, ''), init)
  expect((await follow({ method: 'HEAD' })).status).toBe(200)
  const end = await follow({ headers: { range: 'bytes=-4' } })
  expect(await end.text()).toBe('PAR1')
  const content = Buffer.from(await (await follow()).arrayBuffer())
  expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
    file.size,
    file.id,
  ])
  expect(await fetched()).toMatchObject([{ fileName: 'customers_synthetic.parquet' }])
})

describe('shares', () => {
  it('are the requests of which a delivery may be fetched, in one schema, with a table a file', async () => {
    const { dprId } = deal
    const share = { name: dprId, id: dprId }
    const table = { name: 'customers_synthetic', schema: 'twin', share: dprId }
    expect(await read('/shares')).toEqual({ items: [share] })
    expect(await read(`/shares/${dprId.toLowerCase()}`)).toEqual({ share })
    expect(await read(`/shares/${dprId}/schemas`)).toEqual({
      items: [{ name: 'twin', share: dprId }],
    })
    for (const path of ['schemas/Twin/tables', 'all-tables'])
      expect(await read(`/shares/${dprId}/${path}`)).toMatchObject({ items: [table] })
    const loud = tablePath().toUpperCase().replace('SHARES', 'shares').replace('SCHEMAS', 'schemas')
    expect((await ask(`${loud.replace('TABLES', 'tables')}/version`)).status).toBe(200)
  })

  it('are not there for others, for a key without the scope, a visitor, or a forged key', async () => {
    const stranger = await keyOf(await market.member('both'), ['datasets:read'])
    expect(await read('/shares', { bearer: stranger })).toEqual({ items: [] })
    for (const path of [
      `/shares/${deal.dprId}`,
      `${tablePath()}/metadata`,
      `${tablePath()}/version`,
    ])
      await expectError(await ask(path, { bearer: stranger }), 404, 'RESOURCE_DOES_NOT_EXIST')
    await expectError(
      await ask(`${tablePath()}/query`, { bearer: stranger, body: {} }),
      404,
      'RESOURCE_DOES_NOT_EXIST',
    )
    const vendor = await keyOf(deal.vendor, ['datasets:read'])
    await expectError(await ask('/shares', { bearer: vendor }), 403, 'PERMISSION_DENIED')
    const other = await keyOf(deal.client, ['deliveries:read'])
    await expectError(await ask('/shares', { bearer: other }), 403, 'PERMISSION_DENIED')
    await expectError(await ask('/shares', { bearer: '' }), 401, 'UNAUTHENTICATED')
    await expectError(await ask('/shares', { bearer: `${key}x` }), 401, 'UNAUTHENTICATED')
    const narrow = await market.fetch('/api/contracts?side=client', {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(narrow.status).toBe(403)
  })

  it('end where the contract is disputed, as downloads do', async () => {
    const status = (to: string) =>
      market.platform.db.pool.query(`update contracts set status = $2 where id = $1`, [
        deal.contractId,
        to,
      ])
    await status('disputed')
    expect(await read('/shares')).toEqual({ items: [] })
    await expectError(await ask(`${tablePath()}/metadata`), 404, 'RESOURCE_DOES_NOT_EXIST')
    await status('pending_review')
  })
})

it('requests by a key are in the log of its organization, under their paths, and nothing of their contents is', async () => {
  const admin = await market.colleague(deal.client, 'administrator')
  const made = await admin.api.keys.create({ name: 'Logged', scopes: ['datasets:read'] })
  const bearer = made.secret
  const answer = await ask('/shares?maxResults=1', { bearer })
  await ask(`${tablePath()}/query`, { bearer, body: { predicateHints: ['age > 77'] } })
  await ask('/shares/absent', { bearer })
  await ask('/shares', { bearer: `${bearer}x` })
  await market.app.writeRequestLog()
  const keyId = made.key.id
  const { items } = await admin.api.keys.requests({ limit: 10, keyId })
  expect(items.toReversed().map(({ operation, status }) => [operation, status])).toEqual([
    ['GET /delta-sharing/shares', 200],
    [`POST /delta-sharing${tablePath()}/query`, 200],
    ['GET /delta-sharing/shares/absent', 404],
  ])
  expect(items.at(-1)).toMatchObject({
    key: { name: 'Logged' },
    requestId: answer.headers.get('x-request-id'),
  })
  const stored = await market.platform.db.pool.query(
    'select row_to_json(r)::text as text from app.api_requests r where key_id = $1',
    [keyId],
  )
  expect(stored.rows.filter(({ text }) => /age|maxResults/.test(text))).toEqual([])
})

describe('an address or a body that makes no sense', () => {
  it.each<[path: string, asked: Asked, status: number]>([
    ['/shares?maxResults=x', {}, 400],
    ['/shares?pageToken=x', {}, 400],
    ['/shares/nope', {}, 404],
    ['/nothing', {}, 404],
    ['TABLE/metadata?version=7', {}, 400],
    ['TABLE/version?startingTimestamp=soon', {}, 400],
    ['TABLE/version?startingTimestamp=2999-01-01T00:00:00Z', {}, 400],
    ['TABLE/changes?startingVersion=0', {}, 400],
    ['TABLE/query', { body: { version: 9 } }, 400],
    ['TABLE/query', { body: { version: 'x' } }, 400],
    ['TABLE/metadata?version=', {}, 400],
    ['TABLE/query', { body: { startingVersion: 0 } }, 400],
    ['TABLE/query', { body: { timestamp: '1999-01-01T00:00:00Z' } }, 400],
    ['TABLE/query', { body: '{' }, 400],
    ['TABLE/query', { body: '[]' }, 400],
  ])('%s with %j is refused', async (path, asked, status) => {
    const response = await ask(path.replace('TABLE', tablePath()), asked)
    await expectError(
      response,
      status,
      status === 404 ? 'RESOURCE_DOES_NOT_EXIST' : 'INVALID_PARAMETER_VALUE',
    )
  })
})

it('delta is answered to readers that accept nothing else, and says how', async () => {
  const both = await ask(`${tablePath()}/metadata`, {
    capabilities: 'responseformat=delta,parquet',
  })
  expect(both.headers.get('delta-sharing-capabilities')).toBe('responseformat=parquet')
  const response = await ask(`${tablePath()}/query`, {
    body: { version: 0 },
    capabilities: 'responseFormat=delta;readerFeatures=timestampNtz,columnMapping',
  })
  expect(response.headers.get('delta-sharing-capabilities')).toBe('responseformat=delta')
  const [{ protocol }, { metaData }, { file }] = await linesOf(response)
  expect(protocol).toEqual({ deltaProtocol: { minReaderVersion: 1, minWriterVersion: 1 } })
  expect(metaData.deltaMetadata).toMatchObject({ partitionColumns: [], format: { options: {} } })
  expect(file.deltaSingleAction.add).toMatchObject({
    path: expect.stringMatching(/\?X-Amz-Signature=1$/),
    size: metaData.size,
    dataChange: true,
  })
  expect(readCapabilities('responseformat=delta;readerfeatures=a,timestampntz')).toEqual({
    format: 'delta',
    knowsTimesWithoutZone: true,
  })
  expect(readCapabilities(undefined).format).toBe('parquet')
})

it('a delivery that replaces one is its next version, and the earlier one stays readable', async () => {
  const { pool } = market.platform.db
  const path = tablePath()
  // A copy of the delivery, as the client's request for changes would bring.
  const { rows } = await pool.query(
    `update deliveries set superseded_at = now() where contract_id = $1 returning id`,
    [deal.contractId],
  )
  const copy = await pool.query(
    `insert into deliveries (contract_id, client, vendor, status, file_name, file_bytes, report, other_reports, finished_at)
     select contract_id, client, vendor, status, file_name, file_bytes, report, other_reports, now() + interval '1 hour'
     from deliveries where id = $1 returning id`,
    [rows[0].id],
  )
  await pool.query(
    `insert into delivery_files (delivery_id, name, bytes, sha256, crc32, storage_key, key_id)
     select $2, name, bytes, sha256, crc32, storage_key || '-copy', key_id from delivery_files
     where delivery_id = $1 and name like '%.csv'`,
    [rows[0].id, copy.rows[0].id],
  )
  const version = async (query = '') =>
    (await ask(`${path}/version${query}`)).headers.get('delta-table-version')
  expect(await version()).toBe('1')
  expect(await version('?startingTimestamp=2020-01-01T00:00:00Z')).toBe('0')
  const old = await ask(`${path}/query`, { body: { version: 0 } })
  expect(old.headers.get('delta-table-version')).toBe('0')
  const now = new Date(Date.now() + 1000).toISOString()
  const then = await ask(`${path}/query`, { body: { timestamp: now } })
  expect(then.headers.get('delta-table-version')).toBe('0')
  await expectError(await ask(`${path}/query`, { body: {} }), 503, 'TEMPORARILY_UNAVAILABLE')
})
