import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TableReport } from '@semblance/synth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actingAs, expectRefusal, fundedDeal, race } from '../../../testing/deals.ts'
import { type Market, openTestMarket, type Person } from '../../../testing/market.ts'
import { runJobs, skipBackoff } from '../../../testing/run-jobs.ts'
import { openBlobs } from '../../platform/blobs.ts'
import { system } from '../../platform/db.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { markProcessing } from '../contracts/service.ts'
import { cancelContract } from '../payments/service.ts'
import { inspectDelivery } from './inspect-delivery.ts'
import { rewrapDeliveryKeys } from './keys.ts'
import { finishWithoutData, keepResult } from './outcomes.ts'
import { processDelivery } from './process-delivery.ts'
import { claimDelivery } from './queries.ts'
import {
  blobPath,
  customersCsv,
  type Delivered,
  deliveredDeal,
  inspect,
  originalExists,
  readOriginal,
  submit,
  tusHeaders,
  upload,
} from './testing.ts'
import { clearWork, makeWorkDir } from './work-dir.ts'

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
  expect(dataset.files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['customers_synthetic.csv', 'validation_report.json']),
  )
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

it('after success the original is gone, and only the described files remain, sealed', async () => {
  const { client, dprId, uploadId } = delivered
  expect(originalExists(market, uploadId)).toBe(false)
  expect(await readOriginal(market, uploadId)).toBeNull()
  const { dataDir } = market.platform.config
  expect(readdirSync(join(dataDir, 'work'))).toEqual([])
  const original = new Set(customersCsv().split('\n').slice(1, -1))
  const described = (await client.api.deliveries.dataset({ dprId })).files
  expect(readdirSync(join(dataDir, 'blobs'))).toHaveLength(described.length)
  const contents: Buffer[] = []
  for (const { id } of described) {
    const { url } = await client.api.deliveries.fileLink({ fileId: id })
    const answer = await market.fetch(url.replace(market.platform.config.publicUrl, ''))
    contents.push(Buffer.from(await answer.arrayBuffer()))
  }
  expect(described.map(({ bytes, sha256 }) => ({ bytes, sha256 }))).toEqual(
    contents.map((content) => ({
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  )
  const synthetic = contents[0]!.toString().split('\n').slice(1, -1)
  expect(synthetic.length).toBeGreaterThan(300)
  expect(synthetic.filter((line) => original.has(line)).length).toBeLessThan(synthetic.length / 2)
})

it('the destruction of an original’s key is in the audit log, and the wrapped key is gone', async () => {
  const { uploadId, contractId } = delivered
  const [key] = await asSystem(
    sql<{ wrapped_key: null; destroyed_at: Date; delivery_id: string }>`
      select wrapped_key, destroyed_at, delivery_id from app.delivery_keys where upload_id = ${uploadId}`,
  )
  expect(key).toMatchObject({ wrapped_key: null, destroyed_at: expect.any(Date) })
  const records = await asSystem(
    sql`select action, detail from app.audit_log where object = ${`delivery:${key!.delivery_id}`}`,
  )
  expect(records).toEqual([
    {
      action: 'original_key.destroy',
      detail: { contract: contractId, why: 'delivered', keys: 1, upload: uploadId },
    },
  ])
})

it('the original of a contract that is cancelled can be opened by nobody', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await inspect(market, vendor, contractId)
  expect(await readOriginal(market, uploadId)).not.toBeNull()
  await actingAs(market, vendor, (ctx) => cancelContract(ctx, { contractId }))
  await runJobs(market)
  expect(await readOriginal(market, uploadId)).toBeNull()
  expect(originalExists(market, uploadId)).toBe(false)
})

it('a new master secret opens what the one before has sealed', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const uploadId = await upload(market, vendor, contractId, customersCsv())
  const { db, secrets } = market.platform
  const next = createSecrets(randomBytes(32))
  const rewrap = (from: typeof next, to: typeof next) =>
    db.transaction(system, (tx) => rewrapDeliveryKeys(tx, from, to))
  expect(await rewrap(secrets, next)).toBeGreaterThan(0)
  await expect(readOriginal(market, uploadId)).rejects.toThrow()
  await rewrap(next, secrets)
  expect((await readOriginal(market, uploadId))?.toString()).toBe(customersCsv())
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
  const { client, vendor, contractId } = delivered
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
  expect(await count(client, 'delivery_files')).toBeGreaterThanOrEqual(2)
  await expect(
    actingAs(market, vendor, ({ tx }) =>
      sql`update deliveries set status = 'ready' where contract_id = ${contractId}`.execute(tx),
    ),
  ).rejects.toThrow('permission denied')
})

it('a second submission says that the contract does not wait for one', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const again = () => vendor.api.deliveries.submit({ contractId })
  await expectRefusal(again(), 'not_awaiting_delivery')
  await inspect(market, vendor, contractId)
  const { wins, codes } = await race(4, again)
  expect({ wins, codes: [...codes] }).toEqual({ wins: 1, codes: ['not_awaiting_delivery'] })
  await expectRefusal(vendor.api.deliveries.inspect({ contractId }), 'not_awaiting_delivery')
  await expectRefusal(vendor.api.deliveries.reopen({ contractId }), 'not_awaiting_delivery')
  await runJobs(market)
  await expectRefusal(again(), 'not_awaiting_delivery')
})

it('before it is submitted, the vendor reviews tables and columns, without a value of theirs', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const emails = Array.from({ length: 300 }, (_, i) => `person${i}@mail.test,${i % 7}`).join('\n')
  await upload(market, vendor, contractId, `email,level\n${emails}\n`, 'south/people.csv')
  await upload(market, vendor, contractId, customersCsv(), 'north/people.csv')
  const { delivery } = await inspect(market, vendor, contractId, customersCsv(), 'shops.csv')
  expect(delivery).toMatchObject({ status: 'review', fileCount: 3, reason: null })
  expect(
    delivery.review?.map(({ file, rows, columns }) => [
      file,
      rows,
      ...columns.map(({ name, kind }) => `${name} ${kind}`),
    ]),
  ).toEqual([
    ['south - people.csv', 300, 'email pii', 'level integer'],
    ['north - people.csv', 400, 'age integer', 'city category', 'income number'],
    ['shops.csv', 400, 'age integer', 'city category', 'income number'],
  ])
  expect(delivery.review![0]!.columns[0]).toMatchObject({ personalData: 'email', missing: 0 })
  expect(JSON.stringify(delivery)).not.toMatch(/person1|mail\.test|Berlin/)
  expect(await client.api.deliveries.latest({ contractId })).toBeNull()
  await expectAwaitingDelivery(contractId)
})

it('the twin follows the review: kinds corrected, columns left out, one file for each table', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  await upload(market, vendor, contractId, customersCsv(300), 'small.csv')
  await inspect(market, vendor, contractId, customersCsv(), 'large.csv')
  const choices = [
    { table: 'large', column: 'income', drop: true },
    { table: 'large', column: 'age', kind: 'category' as const },
  ]
  await expectRefusal(
    vendor.api.deliveries.submit({ contractId, choices: [{ table: 'large', column: 'none' }] }),
    'bad_input',
  )
  await vendor.api.deliveries.submit({ contractId, choices })
  await runJobs(market)
  const dataset = await client.api.deliveries.dataset({ dprId })
  expect(dataset.files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['large_synthetic.csv', 'small_synthetic.csv']),
  )
  expect(dataset.report.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ['age', 'category'],
    ['city', 'category'],
  ])
  expect(dataset.otherReports).toMatchObject([{ name: 'small', report: { rows: { columns: 3 } } }])
})

it('a choice that the data contradict opens the review again, and costs no file', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await inspect(market, vendor, contractId)
  const choices = [{ table: 'customers', column: 'city', kind: 'date' as const }]
  await vendor.api.deliveries.submit({ contractId, choices })
  await runJobs(market)
  const latest = await vendor.api.deliveries.latest({ contractId })
  expect(latest).toMatchObject({ status: 'review', reason: expect.stringMatching(/city/) })
  expect(latest?.reason).not.toMatch(/Berlin|Paris|Rome|Oslo/)
  expect(originalExists(market, uploadId)).toBe(true)
  await expectAwaitingDelivery(contractId)
})

it.each([
  ['prose', 'Dear all,\n\nthis letter is no table, as you see.\nBest wishes\n', /not a table/],
  ['an empty file', '', /empty/],
  ['a header without rows', 'age,city,income\n', /no rows/],
  ['a file cut off in its last row', customersCsv().slice(0, -12), /cut off/],
  ['a table with too few rows', customersCsv(20), /at least 100/],
])(
  '%s is sent back to the files with the reason, and the contract stays where it was',
  async (_, content, reason) => {
    const { contractId } = await fundedDeal(client, vendor)
    const { delivery, uploadId } = await inspect(market, vendor, contractId, content)
    expect(delivery).toMatchObject({ status: 'draft', reason: expect.stringMatching(reason) })
    expect(delivery.files).toMatchObject([{ id: uploadId }])
    expect(await client.api.deliveries.latest({ contractId })).toBeNull()
    await expectAwaitingDelivery(contractId)
    const { items } = await vendor.api.notifications.list({ limit: 1 })
    expect(items[0]).toMatchObject({
      title: 'Delivery not accepted',
      message: expect.stringMatching(reason),
      path: `/data-upload/${contractId}`,
    })
  },
)

it('once the file is put right, the delivery goes on', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const wrong = await inspect(market, vendor, contractId, 'no table\n', 'wrong.csv')
  await expectRefusal(vendor.api.deliveries.submit({ contractId }), 'not_awaiting_delivery')
  const headers = tusHeaders(vendor)
  await market.fetch(`/api/uploads/${wrong.uploadId}`, { method: 'DELETE', headers })
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ reason: null })
  await submit(market, vendor, contractId)
  await runJobs(market)
  await client.api.deliveries.dataset({ dprId })
})

it('until it is ready, the vendor can take a delivery back, and whatever runs on it stops', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId, customersCsv(3000))
  const running = processDelivery(work(new AbortController().signal), delivery.id)
  await expect
    .poll(async () => (await client.api.contracts.get({ contractId })).status, { timeout: 20_000 })
    .toBe('synthetic_processing')
  await vendor.api.deliveries.cancel({ contractId })
  await running
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'cancelled' })
  expect(await client.api.deliveries.latest({ contractId })).toBeNull()
  await expectAwaitingDelivery(contractId)
  expect(await readOriginal(market, uploadId)).toBeNull()
  expect(readdirSync(join(market.platform.config.dataDir, 'work'))).toEqual([])
  await runJobs(market)
  expect(originalExists(market, uploadId)).toBe(false)
})

it('a synthesis whose process is killed starts again and finishes', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId)
  const running = processDelivery(work(new AbortController().signal), delivery.id)
  const failure = expect(running).rejects.toThrow('SIGKILL')
  await expect.poll(killChildren, { timeout: 20_000, interval: 20 }).toBe(1)
  await failure
  expect(readdirSync(join(market.platform.config.dataDir, 'work'))).toEqual([])
  await runJobs(market)
  await client.api.deliveries.dataset({ dprId })
})

it('a synthesis that takes more memory than it may is stopped with the reason', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId)
  const small = {
    ...market.platform,
    config: { ...market.platform.config, synthesisMemoryMb: 100 },
  }
  const place = { ...work(new AbortController().signal), platform: small }
  await processDelivery(place, delivery.id)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'refused',
    reason: expect.stringMatching(/more memory .* \(100 MB\)/),
  })
})

it('a failure on our side is tried three times, then the contract goes back to the vendor', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await submit(market, vendor, contractId)
  rmSync(blobPath(market, uploadId), { recursive: true })
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
})

it('a delivery whose every run died with the server fails in the end, and nothing is left of its original', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId)
  const left = join(market.platform.config.dataDir, 'work', 'of-a-run-that-died')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'customers.csv'), 'a copy of the original')
  await market.platform.db.transaction(system, async (tx) => {
    await markProcessing(tx, contractId, new Date())
    await sql`update deliveries set status = 'processing', attempt = 3
      where id = ${delivery.id}`.execute(tx)
  })
  await clearWork(market.platform.config) // as at every start
  expect(existsSync(left)).toBe(false)
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'failed' })
  await expectAwaitingDelivery(contractId)
  expect(originalExists(market, uploadId)).toBe(false)
})

it('a repeated job changes nothing', async () => {
  const { vendor, client, contractId, dprId } = delivered
  const delivery = (await vendor.api.deliveries.latest({ contractId }))!
  const dataset = await client.api.deliveries.dataset({ dprId })
  await processDelivery(work(new AbortController().signal), delivery.id)
  await inspectDelivery(work(new AbortController().signal), delivery.id)
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
  await client.api.deliveries.dataset({ dprId })
})

it('two runs at once end in one result', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId)
  const runs = [1, 2].map(() => processDelivery(work(new AbortController().signal), delivery.id))
  await Promise.all(runs)
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
  await client.api.deliveries.dataset({ dprId })
  expect(originalExists(market, uploadId)).toBe(false)
})

it('a run that another has overtaken writes nothing, whatever it found', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId)
  const place = work(new AbortController().signal)
  const claim = () =>
    market.platform.db.transaction(system, (tx) =>
      claimDelivery(tx, delivery.id, ['queued', 'processing'], 'processing'),
    )
  const stale = (await claim())!
  await claim()
  const dir = await makeWorkDir(market.platform.config)
  const path = join(dir, 'people.csv')
  writeFileSync(path, 'a,b\n')
  const blobs = join(market.platform.config.dataDir, 'blobs')
  const before = readdirSync(blobs)
  const { report } = await delivered.client.api.deliveries.dataset({ dprId: delivered.dprId })
  const result = { name: 'people', path, published: report, internal: {} } as unknown as TableReport
  expect(await keepResult(place, stale, dir, { tables: [result], gate: [], formats: [] })).toBe(
    false,
  )
  expect(await finishWithoutData(place, stale, 'refused', 'too late')).toBe(false)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'processing' })
  expect(readdirSync(blobs)).toEqual(before)
  rmSync(dir, { recursive: true })
})

function work(signal: AbortSignal) {
  const { platform } = market
  return { platform, blobs: openBlobs(platform.config), signal }
}

/** Kills the engine's processes, as the system does when memory runs out; how many there were. */
function killChildren(): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
  const own = stdout
    .toString()
    .split('\n')
    .filter((line) => line.includes('synthesis.worker.ts'))
  for (const line of own) process.kill(Number.parseInt(line, 10), 'SIGKILL')
  return own.length
}
