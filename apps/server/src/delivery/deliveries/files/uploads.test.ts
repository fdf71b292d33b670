import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import {
  agree,
  type Deal,
  expectRefusal,
  fundedDeal,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  createUpload,
  inspect,
  originalExists,
  readOriginal,
  sendBytes,
  submit,
  tusHeaders,
  upload,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'
import { createApp } from '../../../app.ts'

let market: Market
let client: Person
let vendor: Person
let stranger: Person
let deal: Deal
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  stranger = await market.member('vendor')
  deal = await fundedDeal(client, vendor)
})
afterAll(() => market.close())

const head = (sender: Person | null, location: string) =>
  market.fetch(location, { method: 'HEAD', headers: tusHeaders(sender) })

async function open(contractId = deal.contractId, bytes = 10): Promise<string> {
  const created = await createUpload(market, vendor, { contractId, bytes })
  expect(created.status).toBe(201)
  return created.headers.get('location')!
}

const idOf = (location: string) => location.split('/').at(-1)!

async function expectError(response: Response, status: number, code: string): Promise<void> {
  expect(response.headers.get('tus-resumable')).toBe('1.0.0')
  expect([response.status, await response.json()]).toMatchObject([status, { code }])
}

it('an upload begins at a relative location and moves the contract to Data Submission', async () => {
  const fresh = await fundedDeal(client, vendor)
  const location = await open(fresh.contractId)
  expect(location).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/)
  expect(await vendor.api.contracts.get({ contractId: fresh.contractId })).toMatchObject({
    status: 'in_progress',
    stage: 'data_submission',
  })
})

it('an interrupted upload resumes where it stopped and arrives whole', async () => {
  const content = 'x,y\n'.repeat(50_000)
  const location = await open(deal.contractId, content.length)
  expect((await sendBytes(market, vendor, location, 0, content.slice(0, 70_000))).status).toBe(204)
  let sent = 0
  const broken = new ReadableStream({
    pull(controller) {
      if (sent++ < 3) controller.enqueue(Buffer.from('x,y\n'.repeat(5_000)))
      else controller.error(new Error('connection lost'))
    },
  })
  await sendBytes(market, vendor, location, 70_000, broken)
  const { contractId } = deal
  await expectRefusal(vendor.api.deliveries.inspect({ contractId }), 'upload_incomplete')
  const offset = Number((await head(vendor, location)).headers.get('upload-offset'))
  expect(offset).toBeGreaterThanOrEqual(70_000)
  expect(offset).toBeLessThan(content.length)
  expect((await sendBytes(market, vendor, location, 0, 'again')).status).toBe(409)
  const rest = await sendBytes(market, vendor, location, offset, content.slice(offset))
  expect(rest.headers.get('upload-offset')).toBe(String(content.length))
  expect((await readOriginal(market, idOf(location)))?.toString()).toBe(content)
})

it('nobody but the contract’s vendor can begin an upload', async () => {
  const { contractId } = deal
  await expectError(await createUpload(market, null, { contractId }), 401, 'sign_in_required')
  const forged = { token: `${vendor.token.slice(0, -4)}AAAA` }
  await expectError(await createUpload(market, forged, { contractId }), 401, 'session_ended')
  await expectError(await createUpload(market, client, { contractId }), 403, 'not_permitted')
  await expectError(await createUpload(market, stranger, { contractId }), 404, 'not_found')
  await expectError(await createUpload(market, vendor, { contractId: 'CTR-0' }), 404, 'not_found')
})

it('another organization cannot see, continue, remove or submit an upload, and nobody can read it back', async () => {
  const location = await open()
  for (const [other, status] of [
    [stranger, 404],
    [client, 403],
    [null, 401],
  ] as const) {
    expect((await head(other, location)).status).toBe(status)
    expect((await sendBytes(market, other, location, 0, 'overwrites')).status).toBe(status)
    const removal = { method: 'DELETE', headers: tusHeaders(other) }
    expect((await market.fetch(location, removal)).status).toBe(status)
  }
  expect(await readOriginal(market, idOf(location))).toHaveLength(0)
  await sendBytes(market, vendor, location, 0, '0123456789')
  const read = await market.fetch(location, { headers: tusHeaders(vendor) })
  expect(read.status).toBe(405)
  expect(await read.text()).not.toContain('0123456789')
  const { contractId } = deal
  for (const act of ['inspect', 'reopen', 'submit', 'cancel'] as const) {
    await expectRefusal(stranger.api.deliveries[act]({ contractId }), 'not_found')
    await expectRefusal(client.api.deliveries[act]({ contractId }), 'not_permitted')
    await expectRefusal(market.visitor.deliveries[act]({ contractId }), 'sign_in_required')
  }
  expect(await client.api.deliveries.latest({ contractId })).toBeNull()
})

it('a name keeps its folders for people to read, never as a path, and bytes lie under an ID', async () => {
  for (const [fileName, kept] of [
    ['../../../../etc/cron.d/evil.csv', 'etc/cron.d/evil.csv'],
    ['north/2026/orders.csv', 'north/2026/orders.csv'],
    ['north/2026/orders.csv', 'north/2026/orders (2).csv'],
    ['C:\\Users\\me\\Kunden.csv', 'Kunden.csv'],
    ['naïve "\u202Efile".csv', 'naïve _file_.csv'],
  ] as const) {
    const { contractId } = deal
    const created = await createUpload(market, vendor, { contractId, fileName })
    const metadata = (await head(vendor, created.headers.get('location')!)).headers
      .get('upload-metadata')!
      .split(/[ ,]/)
    expect(metadata.map((part) => Buffer.from(part, 'base64').toString())).toContain(kept)
  }
  const { dataDir } = market.platform.config
  expect(readdirSync(dataDir)).toEqual(['blobs'])
  for (const name of readdirSync(join(dataDir, 'blobs'))) expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(statSync(join(dataDir, 'blobs')).mode & 0o777).toBe(0o700)
})

it('other file types, no file name and too large files are refused, and nothing is written', async () => {
  const { contractId } = deal
  const filesBefore = readdirSync(join(market.platform.config.dataDir, 'blobs')).length
  for (const fileName of ['run.exe', 'customers.csv.exe', 'csv', '.csv', '../../../modules/'])
    await expectError(
      await createUpload(market, vendor, { contractId, fileName }),
      422,
      'file_type_refused',
    )
  const bytes = 10 * 1024 ** 3 + 1
  await expectError(await createUpload(market, vendor, { contractId, bytes }), 413, 'too_large')
  const location = await open()
  expect((await sendBytes(market, vendor, location, 0, 'more than ten bytes')).status).toBe(413)
  expect((await readOriginal(market, idOf(location)))!.length).toBeLessThanOrEqual(10)
  expect(readdirSync(join(market.platform.config.dataDir, 'blobs')).length).toBe(filesBefore)
})

it('a contract that is not paid yet takes no upload', async () => {
  const { contractId } = await agree(client, vendor)
  await expectError(
    await createUpload(market, vendor, { contractId }),
    409,
    'not_awaiting_delivery',
  )
})

it('an upload that the vendor takes back can be opened by nobody, and its bytes go', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const uploadId = await upload(market, vendor, contractId, '0123456789')
  const kept = await upload(market, vendor, contractId, 'kept')
  const location = `/api/uploads/${uploadId}`
  const removal = { method: 'DELETE', headers: tusHeaders(vendor) }
  expect((await market.fetch(location, removal)).status).toBe(204)
  expect(await readOriginal(market, uploadId)).toBeNull()
  expect((await head(vendor, location)).status).toBe(404)
  await runJobs(market)
  expect([originalExists(market, uploadId), originalExists(market, kept)]).toEqual([false, true])
  expect((await vendor.api.deliveries.latest({ contractId }))?.files).toMatchObject([{ id: kept }])
})

it('once submitted, an upload can be neither taken back nor changed', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await submit(market, vendor, contractId)
  const location = `/api/uploads/${uploadId}`
  const removal = { method: 'DELETE', headers: tusHeaders(vendor) }
  expect((await market.fetch(location, removal)).status).toBe(404)
  const before = await readOriginal(market, uploadId)
  expect((await sendBytes(market, vendor, location, before!.length, '1,2')).status).toBe(413)
  expect(await readOriginal(market, uploadId)).toEqual(before)
  await vendor.api.deliveries.cancel({ contractId }) // or it would be made during a later test
})

it('of two who write the same chunk at once one is refused, and nothing is mixed', {
  tags: 'long',
}, async () => {
  const location = await open(deal.contractId, 100_000)
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((letter) => sendBytes(market, vendor, location, 0, letter.repeat(100_000))),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(204)
  // Refused while the other one writes, or after it has.
  for (const refused of statuses.slice(1)) expect([409, 423]).toContain(refused)
  const winner = 'abc'[answers.findIndex(({ status }) => status === 204)]!
  expect((await readOriginal(market, idOf(location)))?.toString()).toBe(winner.repeat(100_000))
})

it('another server process goes on where one stopped, in the middle of a chunk', {
  tags: 'long',
}, async () => {
  const content = randomBytes(5_000_000)
  const location = await open(deal.contractId, content.length)
  await sendBytes(market, vendor, location, 0, content.subarray(0, 4_500_000))
  const other = await createApp(market.platform)
  const request = new Request(market.platform.config.publicUrl + location, {
    method: 'PATCH',
    headers: tusHeaders(vendor, {
      'upload-offset': '4500000',
      'content-type': 'application/offset+octet-stream',
    }),
    body: content.subarray(4_500_000),
  })
  expect((await other.fetch(request)).status).toBe(204)
  await other.close()
  expect((await readOriginal(market, idOf(location)))?.equals(content)).toBe(true)
})

it('a file that is not what its sender has is named, and the others stay', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await inspect(market, vendor, contractId)
  await vendor.api.deliveries.reopen({ contractId })
  const sha256 = 'f'.repeat(64)
  await vendor.api.deliveries.inspect({ contractId, checksums: [{ uploadId, sha256 }] })
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'draft',
    reason: expect.stringMatching(/^customers\.csv: .*SHA-256/),
    files: [{ id: uploadId }],
  })
})

it('a delivery takes 200 files and no more', { tags: 'long' }, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await open(contractId)
  await market.platform.db.pool.query(
    `insert into uploads (id, contract_id, delivery_id, organization, file_name, bytes, received)
     select md5(n::text), contract_id, delivery_id, organization, n || '.csv', 1, 1
     from uploads, generate_series(1, 199) n where contract_id = $1`,
    [contractId],
  )
  await expectError(await createUpload(market, vendor, { contractId }), 400, 'bad_input')
})

it('an empty file is refused', async () => {
  const { contractId } = deal
  await expectError(await createUpload(market, vendor, { contractId, bytes: 0 }), 400, 'empty_file')
})

it('fifty files of a delivery and two hundred of an organization are under way at once, and no more', {
  tags: 'long',
}, async () => {
  const busy = await market.member('vendor')
  const create = ({ contractId }: Deal) => createUpload(market, busy, { contractId })
  /** Adds unfinished uploads to a delivery, and as many that have arrived. */
  const addFiles = ({ contractId }: Deal, count: number) =>
    market.platform.db.pool.query(
      `insert into uploads (id, contract_id, delivery_id, organization, file_name, bytes, received)
       select md5(contract_id || n), contract_id, delivery_id, organization, n || '.csv', 1, n % 2
       from uploads, generate_series(1, 2 * $2::int) n where contract_id = $1`,
      [contractId, count],
    )
  const first = await fundedDeal(client, busy)
  expect((await create(first)).status).toBe(201)
  await addFiles(first, 48)
  expect((await create(first)).status).toBe(201)
  await expectError(await create(first), 429, 'too_many_uploads')
  const second = await fundedDeal(client, busy)
  expect((await create(second)).status).toBe(201)
  await addFiles(second, 149)
  await expectError(await create(await fundedDeal(client, busy)), 429, 'too_many_uploads')
})

it('uploads that nobody submitted in time are destroyed, younger ones stay', async () => {
  const old = await upload(market, vendor, deal.contractId, '0123456789')
  const young = await upload(market, vendor, deal.contractId, '0123456789')
  await market.platform.db.pool.query(
    `update uploads set created_at = created_at - interval '49 hours' where id = $1`,
    [old],
  )
  await runJobs(market)
  expect([originalExists(market, old), originalExists(market, young)]).toEqual([false, true])
  expect((await head(vendor, `/api/uploads/${old}`)).status).toBe(404)
  expect((await head(vendor, `/api/uploads/${young}`)).status).toBe(200)
})
