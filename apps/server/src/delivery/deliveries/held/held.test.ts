import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs, skipBackoff } from '../../../../testing/drain-jobs.ts'
import { startObjectStore } from '../../../../testing/fakes/object-store.ts'
import { fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  customersCsv,
  expectAwaitingDelivery,
  keyPathOf,
  newCustomersCsv,
  readOriginal,
  submit,
  upload,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'
import { system } from '../../../platform/database/db.ts'
import { openBlobs } from '../../../platform/storage/blobs.ts'
import { destroyOriginalsOf } from '../../destructions/destroy.ts'
import { expireUploads } from '../originals/destruction.ts'
import { processDelivery } from '../process-delivery.ts'
import { claimDelivery } from '../queries.ts'
import { finishDelivery } from '../service.ts'
import { settleRunFault } from './hold.ts'
import { resumeDeliveries } from './staff.ts'

const store = await startObjectStore()
afterAll(() => store.close())
const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { s3: store.settings },
)
let staff: Omit<Person, 'organization'>
beforeAll(async () => {
  staff = await market.staff()
})

const rows = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows
const latest = async (contractId: string) => (await vendor.api.deliveries.latest({ contractId }))!
const heldOf = async (contractId: string) =>
  (await staff.api.deliveries.staff.listHeld({})).items.find(
    (held) => held.contractId === contractId,
  )
const titlesOf = async ({ api }: Pick<Person, 'api'>) =>
  (await api.notifications.list({ limit: 50 })).items.map(({ title }) => title)

/** Lets the store answer nothing while the due jobs run so many times. */
async function outage(times: number) {
  // The client of the store waits and repeats by itself; only its last answer matters here.
  store.failWith(403)
  for (let i = 0; i < times; i++) {
    await skipBackoff(market)
    await runJobs(market)
  }
  store.failWith(null)
}

/** Runs a delivery into three defects: its key is damaged until then. */
async function heldDelivery() {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const table = newCustomersCsv()
  const { delivery, uploadId } = await submit(market, vendor, contractId, table)
  const path = await keyPathOf(market, uploadId)
  const key = readFileSync(path)
  writeFileSync(path, 'damaged')
  for (let i = 0; i < 3; i++) {
    await skipBackoff(market)
    await runJobs(market)
  }
  writeFileSync(path, key)
  return { contractId, dprId, uploadId, table, id: delivery.id }
}

it('an outage of the bucket during inspection and synthesis costs no attempt and no file', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const uploadId = await upload(market, vendor, contractId, customersCsv())
  await vendor.api.deliveries.inspect({ contractId })
  const inspection = `select id, payload, attempts, run_at from app.jobs where task = 'delivery.inspect'`
  const [{ id, payload }] = await rows(inspection)
  await outage(20)
  expect(await latest(contractId)).toMatchObject({ status: 'inspecting', notice: null })
  expect(await rows('select attempt, takeovers from deliveries')).toEqual([
    { attempt: 0, takeovers: 0 },
  ])
  const [job] = await rows(inspection)
  expect(job).toMatchObject({ id, payload, attempts: 0 })
  expect(job.run_at.getTime() - Date.now()).toBeGreaterThan(7 * 60_000)
  expect(await rows('select dependency, faults, closed_at from app.incidents')).toEqual([
    { dependency: 'storage', faults: 20, closed_at: null },
  ])
  await rows(`update deliveries set fault_since = fault_since - interval '3 minutes'`)
  expect((await latest(contractId)).notice).toBe('delayed')
  await skipBackoff(market)
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'review', notice: null })
  expect(await rows('select 1 from app.incidents where closed_at is null')).toEqual([])

  await vendor.api.deliveries.submit({ contractId, choices: [], tables: [] })
  await outage(5)
  expect(await latest(contractId)).toMatchObject({ status: 'processing' })
  expect((await readOriginal(market, uploadId))!.toString()).toBe(customersCsv())
  await skipBackoff(market)
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'ready', notice: null })
})

it('an outage of 72 hours holds the delivery', { tags: 'long' }, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const uploadId = await upload(market, vendor, contractId, customersCsv())
  await vendor.api.deliveries.inspect({ contractId })
  await outage(1)
  await rows(`update deliveries set fault_since = fault_since - interval '72 hours'
    where fault_since is not null`)
  await outage(1)
  expect(await latest(contractId)).toMatchObject({ status: 'held', notice: 'held' })
  const held = await heldOf(contractId)
  expect(held).toMatchObject({ cause: expect.stringContaining('status 403') })
  await staff.api.deliveries.staff.retry({ id: held!.id })
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'review' })
  expect(await readOriginal(market, uploadId)).not.toBeNull()
  await vendor.api.deliveries.cancel({ contractId })
})

it('three defects hold a delivery with its originals, and a retry makes it ready', {
  tags: 'long',
}, async () => {
  const { contractId, dprId, uploadId, table, id } = await heldDelivery()
  expect(await latest(contractId)).toMatchObject({ status: 'held', reason: null })
  expect((await readOriginal(market, uploadId))!.toString()).toBe(table)
  for (const party of [client, vendor])
    expect(await titlesOf(party)).toContain('Delivery delayed by a problem on our side')
  expect(await titlesOf(staff)).toContain('Delivery held')
  const due = (await vendor.api.contracts.get({ contractId })).deliveryDate!
  await rows(`update app.held_deliveries set held_at = held_at - interval '3 days'`)
  await rows(`update uploads set created_at = created_at - interval '3 days'`)
  await expireUploads(market.platform)
  await staff.api.deliveries.staff.retry({ id })
  const later = (await vendor.api.contracts.get({ contractId })).deliveryDate!
  expect((later.getTime() - due.getTime()) / 86_400_000).toBeCloseTo(3, 2)
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'ready' })
  await client.api.deliveries.dataset({ dprId })
  await expect(staff.api.deliveries.staff.retry({ id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('a hold that goes on across the due day makes nothing late, on any page, and the vendor’s record says on time', {
  tags: 'long',
}, async () => {
  const { contractId, dprId, id } = await heldDelivery()
  const today = new Date().toISOString().slice(0, 10)
  await client.api.milestones.add({ contractId, title: 'Codebook', dueOn: today })
  // Funded 12 days ago with 10 days to deliver, held for the last five; the milestone was due a day ago.
  await rows(
    `update contracts set funded_at = now() - interval '12 days', timeline_days = 10 where id = $1`,
    [contractId],
  )
  await rows(`update contract_milestones set due_on = current_date - 1 where contract_id = $1`, [
    contractId,
  ])
  await rows(
    `update app.held_deliveries set held_at = now() - interval '5 days' where delivery_id = $1`,
    [id],
  )
  const inDays = (at: Date | null) => (at!.getTime() - Date.now()) / 86_400_000
  const detail = await client.api.contracts.get({ contractId })
  expect(inDays(detail.deliveryDate)).toBeCloseTo(3, 2)
  expect(inDays(detail.heldSince)).toBeCloseTo(-5, 2)
  expect((await client.api.deliveries.latest({ contractId }))!.noticeSince).toEqual(
    detail.heldSince,
  )
  expect(detail.milestones.map(({ status }) => status)).not.toContain('delayed')
  const { phases } = await client.api.timelines.get({ contractId })
  expect(
    phases.flatMap(({ status, activities }) => [status, ...activities.map((a) => a.status)]),
  ).not.toContain('delayed')
  const [own] = await rows(
    'select app.delivery_due(k, now()) as due from contracts k where id = $1',
    [contractId],
  )
  expect(inDays(own.due)).toBeCloseTo(3, 2)
  await staff.api.deliveries.staff.retry({ id })
  const resumed = await client.api.contracts.get({ contractId })
  expect([inDays(resumed.deliveryDate), resumed.heldSince]).toEqual([expect.closeTo(3, 2), null])
  await runJobs(market)
  const record = `select coalesce(sum(on_time), 0)::integer as count from vendor_records where vendor = $1`
  const [before] = await rows(record, [vendor.organization.id])
  await client.api.deliveries.release({ dprId })
  const [after] = await rows(record, [vendor.organization.id])
  expect(after.count - before.count).toBe(1)
})

it('the end of a run waits for the database: no outcome and no attempt is lost, nor a twin whose last answer was', {
  tags: 'long',
}, async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId, newCustomersCsv())
  const { db } = market.platform
  let isAway = false
  const sealed = 'select 1 from app.sealed_deliveries where delivery_id = $1'
  const ready = `select 1 from deliveries where id = $1 and status = 'ready'`
  let losesAnswerOnce: string | null = null
  const transaction: typeof db.transaction = async (...given) => {
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const answer = await db.transaction(...given)
    if (!losesAnswerOnce || (await rows(losesAnswerOnce, [delivery.id])).length === 0) return answer
    losesAnswerOnce = null
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  }
  const platform = { ...market.platform, db: { ...db, transaction } }
  const { signal } = new AbortController()
  const run = (await db.transaction(system, (tx) =>
    claimDelivery(tx, delivery.id, ['queued'], 'processing'),
  ))!
  isAway = true
  const ended = settleRunFault({ platform, signal }, run, new Error('a defect'))
  setTimeout(() => {
    isAway = false
  }, 100)
  await expect(ended).rejects.toThrow('a defect')
  expect(await rows('select attempt, run_id from deliveries where id = $1', [delivery.id])).toEqual(
    [{ attempt: 1, run_id: null }],
  )
  losesAnswerOnce = sealed
  await processDelivery({ platform, blobs: openBlobs(platform.config), signal }, delivery.id)
  expect([losesAnswerOnce, (await latest(contractId)).status]).toEqual([null, 'processing'])
  losesAnswerOnce = ready
  const owner = { deliveryId: delivery.id }
  await destroyOriginalsOf(platform, owner, { onDestroyed: finishDelivery, signal })
  expect([losesAnswerOnce, (await latest(contractId)).status]).toEqual([null, 'ready'])
  const { files } = await client.api.deliveries.dataset({ dprId })
  const { url } = await client.api.deliveries.fileLink({ fileId: files[0]!.id })
  expect(
    (await market.fetch(new URL(url, 'http://host').pathname + new URL(url, 'http://host').search))
      .status,
  ).toBe(200)
})

it('the vendor can take back a delivery that is held', { tags: 'long' }, async () => {
  const { contractId, uploadId } = await heldDelivery()
  await vendor.api.deliveries.cancel({ contractId })
  expect(await readOriginal(market, uploadId)).toBeNull()
  expect(await heldOf(contractId)).toBeUndefined()
  await expectAwaitingDelivery(vendor, contractId)
})

describe('a held delivery', () => {
  let held: Awaited<ReturnType<typeof heldDelivery>>
  beforeAll(async () => {
    held = await heldDelivery()
  })

  it('is seen, retried and given up by nobody but staff', async () => {
    const { id, contractId } = held
    for (const { api } of [client, vendor])
      for (const call of [
        () => api.deliveries.staff.listHeld({}),
        () => api.deliveries.staff.retry({ id }),
        () => api.deliveries.staff.giveUp({ id, reason: 'none of theirs' }),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'not_permitted' })
    expect(await heldOf(contractId)).toMatchObject({ id })
  })

  it('loses its originals when staff give it up, and the vendor may deliver again', async () => {
    const { contractId, uploadId, id } = held
    const reason = 'The engine cannot read this file; the cause is not found.'
    await staff.api.deliveries.staff.giveUp({ id, reason })
    await runJobs(market)
    expect(await latest(contractId)).toMatchObject({ status: 'failed', reason })
    expect(await readOriginal(market, uploadId)).toBeNull()
    await expectAwaitingDelivery(vendor, contractId)
    const log = await staff.api.audit.list({ object: id, limit: 10 })
    expect(log.items.map(({ action, detail }) => [action, detail.why ?? detail.reason])).toEqual([
      ['original_key.destroy', 'given_up'],
      ['delivery.give_up', reason],
    ])
  })
})

describe('a submitted delivery', () => {
  let submitted: { contractId: string; id: string; uploadId: string }
  beforeAll(async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const { delivery, uploadId } = await submit(market, vendor, contractId)
    submitted = { contractId, id: delivery.id, uploadId }
  })

  it('whose job is lost is queued again', async () => {
    await rows('delete from graphile_worker._private_jobs')
    await resumeDeliveries(market.platform)
    await resumeDeliveries(market.platform)
    expect(await rows('select 1 from graphile_worker._private_jobs')).toHaveLength(1)
  })

  it('is suspended when the bank takes a payment back, and nothing is destroyed', async () => {
    const { contractId, id, uploadId } = submitted
    await rows(
      `update contracts set status = 'awaiting_payment', resumes_as = 'in_progress' where id = $1`,
      [contractId],
    )
    const work = { platform: market.platform, blobs: openBlobs(market.platform.config) }
    await processDelivery({ ...work, signal: new AbortController().signal }, id)
    expect(await rows('select status from deliveries where id = $1', [id])).toEqual([
      { status: 'queued' },
    ])
    expect((await readOriginal(market, uploadId))!.toString()).toBe(customersCsv())
    await rows(`update contracts set status = 'in_progress', resumes_as = null where id = $1`, [
      contractId,
    ])
    await vendor.api.deliveries.cancel({ contractId })
  })
})
