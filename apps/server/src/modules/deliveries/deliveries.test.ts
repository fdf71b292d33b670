import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TableReport } from '@semblance/synth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actingAs, expectRefusal, fundedDeal, race } from '../../../testing/deals.ts'
import { type Market, openTestMarket, type Person } from '../../../testing/market.ts'
import { system } from '../../platform/db.ts'
import { openStorage } from '../../platform/storage.ts'
import { markProcessing } from '../contracts/service.ts'
import { finishWithoutData, keepResult } from './outcomes.ts'
import { processDelivery } from './process-delivery.ts'
import { claimDelivery } from './queries.ts'
import {
  customersCsv,
  type Delivered,
  deliveredDeal,
  originalExists,
  runJobs,
  skipBackoff,
  submit,
  upload,
  uploadPath,
} from './testing.ts'

let market: Market
let client: Person
let vendor: Person
let stranger: Person
let delivered: Delivered
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  stranger = await market.member('both')
  delivered = await deliveredDeal(market)
})
afterAll(() => market.close())

const titlesOf = async ({ api }: Person) =>
  (await api.notifications.list({ limit: 50 })).items.map(({ title }) => title)

const asSystem = <T>(query: ReturnType<typeof sql<T>>) =>
  market.platform.db.transaction(system, async (tx) => (await query.execute(tx)).rows)

async function expectAwaitingDelivery(contractId: string): Promise<void> {
  expect(await vendor.api.contracts.get({ contractId })).toMatchObject({
    status: 'in_progress',
    stage: 'data_submission',
  })
}

it('a CSV becomes a synthetic dataset with a report that waits for the client’s review', async () => {
  const { client, vendor, dprId, contractId } = delivered
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'ready',
    progress: 1,
    fileName: 'customers.csv',
    fileBytes: customersCsv().length,
    reason: null,
  })
  const dataset = await client.api.deliveries.dataset({ dprId })
  expect(dataset).toMatchObject({
    contractId,
    contractStatus: 'pending_review',
    priceCents: 1_850_000n,
    heldCents: 1_850_000n,
    releasedCents: 0n,
    report: { rows: { columns: 3 }, privacy: { unit: 'row' } },
  })
  expect(dataset.files.map(({ name }) => name)).toEqual([
    'customers_synthetic.csv',
    'validation_report.json',
  ])
  expect(dataset.report.columns.map(({ name }) => name)).toEqual(['age', 'city', 'income'])
  expect(await client.api.contracts.get({ contractId })).toMatchObject({ status: 'pending_review' })
  expect(await client.api.dprs.get({ dprId })).toMatchObject({ status: 'ready_for_download' })
})

it('the client is told by notice and mail, the vendor by notice', async () => {
  const { client, vendor, dprId } = delivered
  expect(await titlesOf(client)).toContain('Data Delivered')
  expect(await titlesOf(vendor)).toContain('Data Delivered Successfully')
  const mails = await asSystem(
    sql<{ subject: string; text_body: string }>`select subject, text_body from app.mails
      where recipient = ${client.email} order by id desc limit 1`,
  )
  expect(mails[0]).toMatchObject({ subject: 'Data Delivered' })
  expect(mails[0]!.text_body).toContain(`http://semblance.test/download/${dprId}`)
})

it('after success the original is gone, and only the described files remain', async () => {
  const { client, dprId, uploadId } = delivered
  expect(originalExists(market, uploadId)).toBe(false)
  const { dataDir } = market.platform.config
  expect(readdirSync(join(dataDir, 'work'))).toEqual([])
  const original = new Set(customersCsv().split('\n').slice(1, -1))
  const stored = await asSystem(
    sql<{ sha256: string; storage_key: string; bytes: bigint }>`select f.* from delivery_files f
      join deliveries d on d.id = f.delivery_id where d.upload_id = ${uploadId} order by f.id`,
  )
  const contents = stored.map((file) => readFileSync(join(dataDir, file.storage_key)))
  const described = (await client.api.deliveries.dataset({ dprId })).files
  expect(described.map(({ bytes, sha256 }) => ({ bytes, sha256 }))).toEqual(
    contents.map((content) => ({
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  )
  const synthetic = contents[0]!.toString().split('\n').slice(1, -1)
  expect(synthetic.length).toBeGreaterThan(300)
  expect(synthetic.filter((line) => original.has(line)).length).toBeLessThan(synthetic.length / 2)
  const [upload] = await asSystem(
    sql<{ state: string }>`select state from uploads where id = ${uploadId}`,
  )
  expect(upload).toEqual({ state: 'removed' })
})

it('the exact figures of a synthesis can be read by neither party', async () => {
  const { client, vendor } = delivered
  expect(await asSystem(sql`select report from app.internal_reports`)).not.toEqual([])
  for (const person of [client, vendor])
    await expect(
      actingAs(market, person, ({ tx }) =>
        sql`select report from app.internal_reports`.execute(tx),
      ),
    ).rejects.toThrow('permission denied')
})

it('the client watches a delivery but cannot take it before it is ready; a stranger cannot see it at all', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  await submit(market, vendor, contractId)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'queued' })
  expect(await client.api.deliveries.latest({ contractId })).toMatchObject({ status: 'queued' })
  await expectRefusal(client.api.deliveries.dataset({ dprId }), 'not_found')
  await expectRefusal(client.api.deliveries.release({ dprId }), 'not_awaiting_review')
  await expectRefusal(stranger.api.deliveries.latest({ contractId }), 'not_found')
  await runJobs(market)
  expect(await client.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
  await expectRefusal(stranger.api.deliveries.latest({ contractId }), 'not_found')
  await expectRefusal(stranger.api.deliveries.dataset({ dprId }), 'not_found')
  await expectRefusal(market.visitor.deliveries.dataset({ dprId }), 'sign_in_required')
  await expectRefusal(vendor.api.deliveries.dataset({ dprId }), 'not_permitted')
})

it('parties see no rows of each other’s uploads and files beyond what is theirs', async () => {
  const { client, vendor, uploadId } = delivered
  const count = (person: Person, table: string) =>
    actingAs(market, person, async ({ tx }) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)}`.execute(tx)
      return rows[0]!.n
    })
  expect(await count(client, 'uploads')).toBe(0)
  expect(await count(stranger, 'uploads')).toBe(0)
  expect(await count(stranger, 'deliveries')).toBe(0)
  expect(await count(stranger, 'delivery_files')).toBe(0)
  expect(await count(vendor, 'delivery_files')).toBe(0)
  expect(await count(client, 'delivery_files')).toBe(2)
  await expect(
    actingAs(market, vendor, ({ tx }) =>
      sql`update deliveries set status = 'ready' where upload_id = ${uploadId}`.execute(tx),
    ),
  ).rejects.toThrow('permission denied')
})

it('a second submission says that the contract does not wait for one', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const first = await upload(market, vendor, contractId, customersCsv())
  const second = await upload(market, vendor, contractId, customersCsv())
  const { wins, codes } = await race(4, () =>
    vendor.api.deliveries.submit({ contractId, uploadId: first }),
  )
  expect({ wins, codes: [...codes].filter((code) => code !== 'upload_incomplete') }).toEqual({
    wins: 1,
    codes: codes.has('not_awaiting_delivery') ? ['not_awaiting_delivery'] : [],
  })
  const again = () => vendor.api.deliveries.submit({ contractId, uploadId: second })
  await expectRefusal(again(), 'not_awaiting_delivery')
  await runJobs(market)
  await expectRefusal(again(), 'not_awaiting_delivery')
})

it.each([
  ['prose', 'Dear all,\n\nthis letter is no table, as you see.\nBest wishes\n', /not a table/],
  ['an empty file', '', /empty/],
  ['a header without rows', 'age,city,income\n', /no rows/],
  ['a file cut off in its last row', customersCsv().slice(0, -12), /cut off/],
  ['a table with too few rows', customersCsv(20), /at least 100/],
  ['a file with two tables', twoTablesJson(), /2 tables/],
])(
  '%s is refused with the reason, and the contract stays where it was',
  async (_, content, reason) => {
    const { contractId } = await fundedDeal(client, vendor)
    const { uploadId } = await submit(market, vendor, contractId, content)
    await runJobs(market)
    const latest = await vendor.api.deliveries.latest({ contractId })
    expect(latest).toMatchObject({ status: 'refused', reason: expect.stringMatching(reason) })
    expect(await client.api.deliveries.latest({ contractId })).toBeNull()
    await expectAwaitingDelivery(contractId)
    expect(originalExists(market, uploadId)).toBe(false)
    const { items } = await vendor.api.notifications.list({ limit: 1 })
    expect(items[0]).toMatchObject({
      title: 'Delivery not accepted',
      message: expect.stringMatching(reason),
      path: `/data-upload/${contractId}`,
    })
  },
)

it('after a refusal the vendor can deliver again', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const refused = await submit(market, vendor, contractId, 'no table\n')
  await runJobs(market)
  await expectRefusal(
    vendor.api.deliveries.submit({ contractId, uploadId: refused.uploadId }),
    'upload_incomplete',
  )
  await submit(market, vendor, contractId)
  await runJobs(market)
  expect((await client.api.deliveries.dataset({ dprId })).files).toHaveLength(2)
})

it('a failure on our side is tried three times, then the contract goes back to the vendor', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await submit(market, vendor, contractId)
  rmSync(uploadPath(market, uploadId))
  for (const attempt of [1, 2, 3]) {
    expect(await vendor.api.deliveries.latest({ contractId }), `before ${attempt}`).toMatchObject({
      status: attempt === 1 ? 'queued' : 'processing',
    })
    await skipBackoff(market)
    await runJobs(market)
  }
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/upload the file again/),
  })
  await expectAwaitingDelivery(contractId)
  expect(await titlesOf(vendor)).toContain('Delivery could not be processed')
  await submit(market, vendor, contractId)
})

it('a delivery whose every run died with the server fails in the end', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId)
  const left = join(market.platform.config.dataDir, 'work', delivery.id, '3')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'input.utf8.csv'), 'a copy of the original')
  await market.platform.db.transaction(system, async (tx) => {
    await markProcessing(tx, contractId, new Date())
    await sql`update deliveries set status = 'processing', attempt = 3
      where id = ${delivery.id}`.execute(tx)
  })
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'failed' })
  await expectAwaitingDelivery(contractId)
  expect(originalExists(market, uploadId)).toBe(false)
  expect(existsSync(left)).toBe(false)
})

it('a repeated job changes nothing, and destroys an original that a crash has left behind', async () => {
  const { vendor, client, contractId, dprId, uploadId } = delivered
  const delivery = (await vendor.api.deliveries.latest({ contractId }))!
  const dataset = await client.api.deliveries.dataset({ dprId })
  writeFileSync(uploadPath(market, uploadId), 'left behind')
  await market.platform.db.pool.query(
    `update uploads set state = 'submitted', removed_at = null where id = $1`,
    [uploadId],
  )
  await processDelivery(work(new AbortController().signal), delivery.id)
  expect(originalExists(market, uploadId)).toBe(false)
  expect(await vendor.api.deliveries.latest({ contractId })).toEqual(delivery)
  expect(await client.api.deliveries.dataset({ dprId })).toEqual(dataset)
})

it('a synthesis that the server’s stop cuts off is taken up again', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId)
  for (let stops = 0; stops < 5; stops++)
    await processDelivery(work(AbortSignal.abort()), delivery.id)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'queued' })
  expect(originalExists(market, uploadId)).toBe(true)
  await runJobs(market)
  expect((await client.api.deliveries.dataset({ dprId })).files).toHaveLength(2)
})

it('two runs at once end in one result', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId)
  const runs = [1, 2].map(() => processDelivery(work(new AbortController().signal), delivery.id))
  await Promise.all(runs)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
  expect((await client.api.deliveries.dataset({ dprId })).files).toHaveLength(2)
  expect(originalExists(market, uploadId)).toBe(false)
})

it('a run that another has overtaken writes nothing, whatever it found', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId)
  const place = work(new AbortController().signal)
  const claim = () => market.platform.db.transaction(system, (tx) => claimDelivery(tx, delivery.id))
  const stale = (await claim())!
  await claim()
  const workDir = `work/${delivery.id}/1`
  const path = join(place.storage.makeDir(workDir), 'people.csv')
  writeFileSync(path, 'a,b\n')
  const { report } = await delivered.client.api.deliveries.dataset({ dprId: delivered.dprId })
  const result = { path, published: report, internal: {} } as unknown as TableReport
  expect(await keepResult(place, stale, workDir, result)).toBe(false)
  expect(await finishWithoutData(place, stale, 'refused', 'too late')).toBe(false)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'processing' })
  expect(existsSync(place.storage.path(`deliveries/${delivery.id}`))).toBe(false)
})

function twoTablesJson(): string {
  const rows = Array.from({ length: 120 }, (_, i) => ({ age: 20 + (i % 50), level: i % 3 }))
  return JSON.stringify({ customers: rows, visits: rows })
}

function work(signal: AbortSignal) {
  const { platform } = market
  const storage = openStorage(platform.config.dataDir)
  return { platform, storage, signal }
}
