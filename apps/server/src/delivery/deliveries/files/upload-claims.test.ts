/** Uploads to a bucket that is slow, full or away. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../../testing/database.ts'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import { type ObjectStore, startObjectStore } from '../../../../testing/fakes/object-store.ts'
import { expectRefusal, fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  createUpload,
  readOriginal,
  sendBytes,
  tusHeaders,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'
import { processId } from '../../../platform/process/leases.ts'

let store: ObjectStore
let market: Market
let client: Person
let vendor: Person
beforeAll(async () => {
  store = await startObjectStore()
  // One connection: a request that holds it while it waits for the bucket stops all others.
  const db = await openTestDatabase({ limits: { poolSize: 1 } })
  market = await openTestMarket({ s3: store.settings }, { db })
  client = await market.member('client')
  vendor = await market.member('vendor')
})
afterAll(async () => {
  store.failWith(null)
  await market.close()
  store.close()
})

async function open(bytes: number): Promise<{ contractId: string; location: string; id: string }> {
  const { contractId } = await fundedDeal(client, vendor)
  const created = await createUpload(market, vendor, { contractId, bytes })
  const location = created.headers.get('location')!
  return { contractId, location, id: location.split('/').at(-1)! }
}

/** Starts to send; resolves once the bucket has the chunk and keeps silent about it. */
async function startSending(location: string, offset: number, body: string) {
  const held = store.heldCount()
  store.failWith('silence')
  const answer = sendBytes(market, vendor, location, offset, body)
  await expect.poll(() => store.heldCount(), { interval: 5 }).toBe(held + 1)
  return { answer }
}

const offsetOf = async (location: string) => {
  const answer = await market.fetch(location, { method: 'HEAD', headers: tusHeaders(vendor) })
  return Number(answer.headers.get('upload-offset'))
}

const content = 'x,y\n'.repeat(1000)

it('a chunk that waits for the bucket keeps no connection, and a second writer is told that it is locked', {
  tags: 'long',
}, async () => {
  const { contractId, location, id } = await open(content.length)
  const { answer } = await startSending(location, 0, content)
  // The only connection is free.
  expect(await vendor.api.contracts.get({ contractId })).toMatchObject({ stage: 'data_submission' })
  const second = await sendBytes(market, vendor, location, 0, 'z'.repeat(content.length))
  expect([second.status, await second.json()]).toMatchObject([423, { code: 'upload_locked' }])
  expect(second.headers.get('retry-after')).toBe('5')
  // An uncounted chunk cannot be inspected.
  await expectRefusal(vendor.api.deliveries.inspect({ contractId }), 'upload_incomplete')
  store.failWith(null)
  expect((await answer).status).toBe(204)
  expect((await readOriginal(market, id))?.toString()).toBe(content)
})

it('a writer whose claim was taken over counts nothing', async () => {
  const { location, id } = await open(content.length)
  const { answer } = await startSending(location, 0, content.slice(0, 2000))
  await market.platform.db.pool.query(
    `update uploads set writer_until = now() - interval '1 second' where id = $1`,
    [id],
  )
  const winner = await startSending(location, 0, content)
  store.failWith(null)
  expect((await winner.answer).status).toBe(204)
  expect([409, 423]).toContain((await answer).status)
  expect(await offsetOf(location)).toBe(content.length)
})

it('a chunk whose server is killed locks its upload until the lease ends, and the next request goes on', {
  tags: 'long',
}, async () => {
  const { pool } = market.platform.db
  await pool.query(
    `insert into app.workers (id, process_id, role, pools, host, pid, version)
     values ($1, $1, 'all', '{}', 'killed', 1, 'test')`,
    [processId],
  )
  const { location, id } = await open(content.length)
  const { answer } = await startSending(location, 0, content)
  expect((await sendBytes(market, vendor, location, 0, content)).status).toBe(423)
  // As any living server does 15 s after the last beat.
  await pool.query(`delete from app.workers where host = 'killed'`)
  expect(await offsetOf(location)).toBe(0)
  const next = await startSending(location, 0, content)
  store.failWith(null)
  expect((await next.answer).status).toBe(204)
  expect((await readOriginal(market, id))?.toString()).toBe(content)
  expect([409, 423]).toContain((await answer).status)
})

it('a file that is removed while a chunk is on its way leaves nothing behind', {
  tags: 'long',
}, async () => {
  const { location, id } = await open(content.length)
  const { answer } = await startSending(location, 0, content)
  const removal = { method: 'DELETE', headers: tusHeaders(vendor) }
  expect((await market.fetch(location, removal)).status).toBe(204)
  store.failWith(null)
  expect((await answer).status).toBe(404)
  await runJobs(market)
  expect(store.keys().filter((key) => key.includes(id))).toEqual([])
})

it.each([
  [507, 507, 'storage_full', null],
  [503, 503, 'storage_unavailable', '5'],
])(
  'a bucket that answers %i is our fault, and the upload goes on where it stopped',
  { tags: 'long' },
  async (bucket, status, code, retryAfter) => {
    const bytes = randomBytes(5_000_000)
    const { location, id } = await open(bytes.length)
    await sendBytes(market, vendor, location, 0, bytes.subarray(0, 4_500_000))
    store.failWith(bucket)
    // It first reads the part of the last chunk that is there.
    const refused = await sendBytes(market, vendor, location, 4_500_000, bytes.subarray(4_500_000))
    expect([refused.status, await refused.json()]).toMatchObject([status, { code }])
    expect(refused.headers.get('retry-after')).toBe(retryAfter)
    store.failWith(null)
    expect(await offsetOf(location)).toBe(4_500_000)
    const rest = await sendBytes(market, vendor, location, 4_500_000, bytes.subarray(4_500_000))
    expect(rest.status).toBe(204)
    expect((await readOriginal(market, id))?.equals(bytes)).toBe(true)
  },
)
