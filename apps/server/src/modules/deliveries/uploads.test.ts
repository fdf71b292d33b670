import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agree, type Deal, expectRefusal, fundedDeal } from '../../../testing/deals.ts'
import { type Market, openTestMarket, type Person } from '../../../testing/market.ts'
import {
  createUpload,
  originalExists,
  runJobs,
  sendBytes,
  submit,
  tusHeaders,
  upload,
  uploadPath,
} from './testing.ts'

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

const pathOf = (location: string) => uploadPath(market, location.split('/').at(-1)!)

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
  const uploadId = location.split('/').at(-1)!
  const { contractId } = deal
  await expectRefusal(vendor.api.deliveries.submit({ contractId, uploadId }), 'upload_incomplete')
  const offset = Number((await head(vendor, location)).headers.get('upload-offset'))
  expect(offset).toBeGreaterThanOrEqual(70_000)
  expect(offset).toBeLessThan(content.length)
  expect((await sendBytes(market, vendor, location, 0, 'again')).status).toBe(409)
  const rest = await sendBytes(market, vendor, location, offset, content.slice(offset))
  expect(rest.headers.get('upload-offset')).toBe(String(content.length))
  expect(readFileSync(pathOf(location), 'utf8')).toBe(content)
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
  expect(statSync(pathOf(location)).size).toBe(0)
  await sendBytes(market, vendor, location, 0, '0123456789')
  const read = await market.fetch(location, { headers: tusHeaders(vendor) })
  expect(read.status).toBe(404)
  expect(await read.text()).not.toContain('0123456789')
  const uploadId = location.split('/').at(-1)!
  const submission = { contractId: deal.contractId, uploadId }
  await expectRefusal(stranger.api.deliveries.submit(submission), 'not_found')
  await expectRefusal(client.api.deliveries.submit(submission), 'not_permitted')
  await expectRefusal(market.visitor.deliveries.submit(submission), 'sign_in_required')
})

it('an upload cannot be submitted for a contract it was not made for', async () => {
  const location = await open()
  await sendBytes(market, vendor, location, 0, '0123456789')
  const { contractId } = await fundedDeal(client, vendor)
  const uploadId = location.split('/').at(-1)!
  await expectRefusal(vendor.api.deliveries.submit({ contractId, uploadId }), 'not_found')
})

it('a file name is never a path: only its last part is kept, and bytes lie under an ID', async () => {
  for (const [fileName, kept] of [
    ['../../../../etc/cron.d/evil.csv', 'evil.csv'],
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
  expect(readdirSync(dataDir)).toEqual(['uploads'])
  for (const name of readdirSync(join(dataDir, 'uploads')))
    expect(name).toMatch(/^[0-9a-f]{32}(\.json)?$/)
  expect(statSync(join(dataDir, 'uploads')).mode & 0o777).toBe(0o700)
})

it('other file types, no file name and too large files are refused, and nothing is written', async () => {
  const { contractId } = deal
  const filesBefore = readdirSync(join(market.platform.config.dataDir, 'uploads')).length
  for (const fileName of ['run.exe', 'customers.csv.exe', 'csv', '.csv', '../'])
    await expectError(
      await createUpload(market, vendor, { contractId, fileName }),
      422,
      'file_type_refused',
    )
  const bytes = 2 * 1024 ** 3 + 1
  await expectError(await createUpload(market, vendor, { contractId, bytes }), 413, 'too_large')
  const location = await open()
  expect((await sendBytes(market, vendor, location, 0, 'more than ten bytes')).status).toBe(413)
  expect(statSync(pathOf(location)).size).toBeLessThanOrEqual(10)
  const files = readdirSync(join(market.platform.config.dataDir, 'uploads'))
  expect(files.length).toBe(filesBefore + 2)
})

it('a contract that is not paid yet takes no upload', async () => {
  const { contractId } = await agree(client, vendor)
  await expectError(
    await createUpload(market, vendor, { contractId }),
    409,
    'not_awaiting_delivery',
  )
})

it('the vendor can take an upload back', async () => {
  const location = await open()
  const removal = { method: 'DELETE', headers: tusHeaders(vendor) }
  expect((await market.fetch(location, removal)).status).toBe(204)
  expect(existsSync(pathOf(location))).toBe(false)
  expect((await head(vendor, location)).status).toBe(404)
})

it('once submitted, an upload can be neither taken back nor changed', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await submit(market, vendor, contractId, 'age,city\n')
  const location = `/api/uploads/${uploadId}`
  const removal = { method: 'DELETE', headers: tusHeaders(vendor) }
  expect((await market.fetch(location, removal)).status).toBe(404)
  expect((await sendBytes(market, vendor, location, 9, '1,2')).status).toBe(404)
  expect(readFileSync(pathOf(location), 'utf8')).toBe('age,city\n')
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
