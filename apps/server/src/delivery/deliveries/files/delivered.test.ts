import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TableReport } from '@semblance/synth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import {
  actingAs,
  expectRefusal,
  fundedDeal,
  race,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  besideOlderServer,
  customersCsv,
  type Delivered,
  deliveredDeal,
  inspect,
  originalExists,
  readOriginal,
  submit,
  upload,
  work,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'
import { cancelContract } from '../../../money/payments/service.ts'
import { system } from '../../../platform/database/db.ts'
import { createSecrets } from '../../../platform/security/secrets.ts'
import { makeWorkDir } from '../../engine/service.ts'
import { inspectDelivery } from '../inspect-delivery.ts'
import { rewrapDeliveryKeys } from '../originals/keys.ts'
import { refuseDelivery } from '../outcomes.ts'
import { processDelivery } from '../process-delivery.ts'
import { claimDelivery } from '../queries.ts'
import { saveResult } from '../save-result.ts'

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

const withSystemRole = <T>(query: ReturnType<typeof sql<T>>) =>
  market.platform.db.transaction(system, async (tx) => (await query.execute(tx)).rows)

it('a CSV becomes a synthetic dataset with a report that waits for the client’s review', async () => {
  const { client, vendor, dprId, contractId } = delivered
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'ready',
    progress: 1,
    fileName: 'customers.csv',
    fileBytes: customersCsv().length,
    reason: null,
  })
  const stages = (await client.api.deliveries.latest({ contractId }))?.stages ?? []
  const starts = stages.flatMap(({ startedAt }) => startedAt?.getTime() ?? [])
  expect(starts[0]).toEqual(expect.any(Number))
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(stages.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
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
  const mails = await withSystemRole(
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
  expect(readdirSync(join(dataDir, 'blobs'))).toHaveLength(described.length + 1) // and the model
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

it('the destruction of an original’s key is recorded with its method, and in the audit log', async () => {
  const { uploadId, contractId } = delivered
  const [record] = await withSystemRole(
    sql<{ delivery_id: string }>`select * from app.destructions where original = ${uploadId}`,
  )
  expect(record).toMatchObject({
    key_store: 'files',
    why: 'delivered',
    method: expect.stringMatching(/^(overwritten|volatile|unlinked)$/),
    evidence: { wasPresent: true },
    destroyed_at: expect.any(Date),
  })
  const { method } = record as unknown as { method: string }
  const records = await withSystemRole(
    sql`select action, detail from app.audit_log
      where object = ${`delivery:${record!.delivery_id}`} and action like 'original_key%'`,
  )
  const detail = { contract: contractId, why: 'delivered', keys: 1, upload: uploadId }
  expect(records).toEqual([
    { action: 'original_key.destroy', detail: { ...detail, method, keyStore: 'files' } },
  ])
  expect(
    await withSystemRole(sql`select 1 from app.delivery_keys where upload_id is not null`),
  ).toEqual([])
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
  const uploadId = await besideOlderServer(market, () =>
    upload(market, vendor, contractId, customersCsv()),
  )
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
  expect(await withSystemRole(sql`select report from app.internal_reports`)).not.toEqual([])
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
  expect(await client.api.deliveries.latest({ contractId })).toMatchObject({
    ...{ status: 'queued', fileName: '', fileBytes: 0, files: [], review: null },
  })
  await expectRefusal(client.api.deliveries.dataset({ dprId }), 'not_found')
  await expectRefusal(client.api.deliveries.release({ dprId }), 'not_awaiting_review')
  await expectRefusal(stranger.api.deliveries.latest({ contractId }), 'not_found')
  const ready = { contractId: delivered.contractId }
  const dataset = { dprId: delivered.dprId }
  expect(await delivered.client.api.deliveries.latest(ready)).toMatchObject({ status: 'ready' })
  await expectRefusal(stranger.api.deliveries.latest(ready), 'not_found')
  await expectRefusal(stranger.api.deliveries.dataset(dataset), 'not_found')
  await expectRefusal(market.visitor.deliveries.dataset(dataset), 'sign_in_required')
  await expectRefusal(delivered.vendor.api.deliveries.dataset(dataset), 'not_permitted')
  await vendor.api.deliveries.cancel({ contractId }) // or it would be made during a later test
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

it('a second submission says that the contract does not wait for one', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const again = () => vendor.api.deliveries.submit({ contractId })
  await expectRefusal(again(), 'not_awaiting_delivery')
  await inspect(market, vendor, contractId)
  const { wins, codes } = await race(4, again)
  expect({ wins, codes: [...codes] }).toEqual({ wins: 1, codes: ['not_awaiting_delivery'] })
  await expectRefusal(vendor.api.deliveries.inspect({ contractId }), 'not_awaiting_delivery')
  await expectRefusal(vendor.api.deliveries.reopen({ contractId }), 'not_awaiting_delivery')
  const { contractId: ready } = delivered
  await expectRefusal(
    delivered.vendor.api.deliveries.submit({ contractId: ready }),
    'not_awaiting_delivery',
  )
  await vendor.api.deliveries.cancel({ contractId })
})

it('a repeated job changes nothing', async () => {
  const { vendor, client, contractId, dprId } = delivered
  const delivery = (await vendor.api.deliveries.latest({ contractId }))!
  const dataset = await client.api.deliveries.dataset({ dprId })
  await processDelivery(work(market), delivery.id)
  await inspectDelivery(work(market), delivery.id)
  expect(await vendor.api.deliveries.latest({ contractId })).toEqual(delivery)
  expect(await client.api.deliveries.dataset({ dprId })).toEqual(dataset)
})

it('a run that another has overtaken writes nothing, whatever it found', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId)
  const place = work(market)
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
  const results = {
    tables: [result],
    ledger: undefined,
    gate: [],
    formats: [],
    deliveryMethod: 'download' as const,
  }
  expect(await saveResult(place, stale, dir, results)).toBe(false)
  expect(await refuseDelivery(place, stale, 'too late')).toBe(false)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'processing' })
  expect(readdirSync(blobs)).toEqual(before)
  rmSync(dir, { recursive: true })
})
