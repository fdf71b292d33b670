/** The end of an original, step by step: any of them may be the last before a server dies. */
import { existsSync, readdirSync, renameSync } from 'node:fs'
import {
  clearStatement,
  destructionStatements,
  hashesStatement,
  modelStatement,
} from '@semblance/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { runJobs, skipBackoff } from '../../../testing/drain-jobs.ts'
import {
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  besideOlderServer,
  createUpload,
  inspect,
  keyPathOf,
  newCustomersCsv,
  originalExists,
  readOriginal,
  sendBytes,
  submit,
  work,
} from '../../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { openKeyStore } from '../../platform/key-store/open-key-store.ts'
import { processDelivery } from '../deliveries/process-delivery.ts'
import { finishDelivery, listStored } from '../deliveries/service.ts'
import { destroyOriginalsOf, sweepKeys } from './destroy.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
const { platform } = market
const { keyDir } = platform.config

const rows = async (text: string, values: unknown[] = []) =>
  (await platform.db.pool.query(text, values)).rows

const without = (task: string) =>
  Object.fromEntries(Object.entries(market.app.jobs).filter(([name]) => name !== task))

const latest = async (contractId: string) => (await vendor.api.deliveries.latest({ contractId }))!

const keyPath = (id: string) => keyPathOf(market, id)

/** Brings a delivery to where its twin is sealed and its original is still to be destroyed. */
async function sealed() {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { uploadId, delivery } = await submit(market, vendor, contractId, newCustomersCsv())
  await runJobs(market, without('original.destroy'))
  return { contractId, dprId, uploadId, id: delivery.id }
}

const destroy = (id: string, onDestroyed = finishDelivery) =>
  destroyOriginalsOf(
    platform,
    { deliveryId: id },
    { onDestroyed, signal: new AbortController().signal },
  )

/** Expects that a delivery became ready once, with one of all that follows. */
async function expectReadyOnce({
  contractId,
  dprId,
  uploadId,
  id,
}: Awaited<ReturnType<typeof sealed>>) {
  expect(await latest(contractId)).toMatchObject({ status: 'ready', notice: null })
  expect(await client.api.contracts.get({ contractId })).toMatchObject({ status: 'pending_review' })
  expect((await client.api.deliveries.dataset({ dprId })).files.length).toBeGreaterThan(1)
  const counted = await rows(
    `select (select count(*)::int from certificates where delivery_id = $1) as certificates,
      (select count(*)::int from app.audit_log where action = 'original_key.destroy'
        and object = 'delivery:' || $1 and detail ->> 'why' = 'delivered') as audited,
      (select count(*)::int from notifications where path = '/download/' || $2) as notices,
      (select count(*)::int from app.sealed_deliveries where delivery_id = $1) as sealed,
      (select count(*)::int from app.destructions where delivery_id = $1 and method is null) as pending`,
    [id, dprId],
  )
  expect(counted).toEqual([{ certificates: 1, audited: 1, notices: 1, sealed: 0, pending: 0 }])
  await runJobs(market)
  expect(originalExists(market, uploadId)).toBe(false)
  expect(existsSync(await keyPath(uploadId))).toBe(false)
}

async function destructionOf(contractId: string) {
  const [listed] = (await client.api.certificates.list({ contractId })).items
  const { jws } = await market.visitor.certificates.get({ id: listed!.id })
  return JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString()).destruction
}

describe('a server that dies', () => {
  afterEach(() => expectSoundLedger(market))

  it('after the twin is sealed leaves a delivery that is processed, and nobody can open, take back or run', {
    tags: 'long',
  }, async () => {
    const deal = await sealed()
    const { contractId, dprId, uploadId, id } = deal
    expect(existsSync(await keyPath(uploadId))).toBe(true)
    expect(await readOriginal(market, uploadId)).toBeNull()
    for (const { api } of [client, vendor])
      expect(await api.deliveries.latest({ contractId })).toMatchObject({ status: 'processing' })
    await expectRefusal(client.api.deliveries.dataset({ dprId }), 'not_found')
    await expectRefusal(client.api.deliveries.release({ dprId }), 'not_awaiting_review')
    await expectRefusal(vendor.api.deliveries.cancel({ contractId }), 'not_awaiting_delivery')
    expect((await client.api.certificates.list({ contractId })).items).toEqual([])
    await processDelivery(work(market), id) // as its job does once the dead server's lease is over
    expect(await latest(contractId)).toMatchObject({ status: 'processing' })
    await runJobs(market)
    await expectReadyOnce(deal)
  })

  it('after the key is destroyed and before it is recorded leaves a delivery that becomes ready, and claims less', {
    tags: 'long',
  }, async () => {
    const deal = await sealed()
    await rows('update uploads set was_on_disk = false where id = $1', [deal.uploadId])
    await openKeyStore(platform).destroy(deal.uploadId)
    await runJobs(market)
    await expectReadyOnce(deal)
    const { method, statement } = await destructionOf(deal.contractId)
    expect(method).toBe('unlinked')
    expect(statement).toContain(destructionStatements.unlinked)
    expect(statement).not.toContain(clearStatement)
  })

  it('within the record leaves nothing of it; the next try becomes ready, alone or many at a time, and one more changes nothing', {
    tags: 'long',
  }, async () => {
    const deal = await sealed()
    const dies: typeof finishDelivery = async (ctx, ...args) => {
      await finishDelivery(ctx, ...args)
      throw new Error('killed')
    }
    await expect(destroy(deal.id, dies)).rejects.toThrow('killed')
    expect(await latest(deal.contractId)).toMatchObject({ status: 'processing' })
    expect(await rows('select 1 from certificates where delivery_id = $1', [deal.id])).toEqual([])
    await Promise.all([destroy(deal.id), destroy(deal.id), destroy(deal.id)])
    await destroy(deal.id)
    await expectReadyOnce(deal)
  })
})

it('whose job is lost is destroyed an hour later, and the certificate says that it was on a disk in the clear', {
  tags: 'long',
}, async () => {
  const deal = await sealed()
  await rows('update uploads set was_on_disk = true where id = $1', [deal.uploadId])
  await rows('delete from graphile_worker._private_jobs')
  await sweepKeys(platform, async () => [deal.uploadId])
  expect(await rows('select 1 from graphile_worker._private_jobs')).toEqual([])
  await sweepKeys(platform, async () => [deal.uploadId], new Date(Date.now() + 3_700_000))
  await runJobs(market)
  await expectReadyOnce(deal)
  expect((await destructionOf(deal.contractId)).statement).toContain(clearStatement)
})

it('the original of a delivery that is taken back ends at once, and its key with the job', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId, delivery } = await inspect(market, vendor, contractId)
  await vendor.api.deliveries.cancel({ contractId })
  expect(await readOriginal(market, uploadId)).toBeNull()
  expect(existsSync(await keyPath(uploadId))).toBe(true)
  await runJobs(market)
  expect(existsSync(await keyPath(uploadId))).toBe(false)
  expect(originalExists(market, uploadId)).toBe(false)
  const records = await rows(
    'select why, destroyed_at from app.destructions where delivery_id = $1',
    [delivery.id],
  )
  expect(records).toEqual([{ why: 'cancelled', destroyed_at: expect.any(Date) }])
})

describe('while KEY_DIR is away', () => {
  const away = () => renameSync(keyDir!, `${keyDir}-away`)
  const back = () => renameSync(`${keyDir}-away`, keyDir!)
  const content = 'x,y\n'.repeat(1000)

  it('an upload is answered 503, and goes on where it stopped', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    away()
    const created = await createUpload(market, vendor, { contractId, bytes: content.length })
    expect(created.status).toBe(201)
    const location = created.headers.get('location')!
    const refused = await sendBytes(market, vendor, location, 0, content)
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { code: 'storage_unavailable' },
    ])
    back()
    expect((await sendBytes(market, vendor, location, 0, content)).status).toBe(204)
    const id = location.split('/').at(-1)!
    expect((await readOriginal(market, id))!.toString()).toBe(content)
    expect(readdirSync(`${keyDir}`)).toHaveLength(2) // the tag, and the keys of this database
  })

  it('a run waits at no cost, and its original stays', { tags: 'long' }, async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const { uploadId, delivery } = await submit(market, vendor, contractId, newCustomersCsv())
    away()
    await runJobs(market)
    expect(
      await rows('select status, attempt from deliveries where id = $1', [delivery.id]),
    ).toEqual([{ status: 'processing', attempt: 0 }])
    back()
    expect(await readOriginal(market, uploadId)).not.toBeNull()
    await skipBackoff(market)
    await runJobs(market)
    expect(await latest(contractId)).toMatchObject({ status: 'ready' })
  })

  it('nothing counts as destroyed: the delivery waits, its parties and staff learn of it, and it becomes ready', {
    tags: 'long',
  }, async () => {
    const deal = await sealed()
    away()
    await runJobs(market)
    expect(
      await rows('select method from app.destructions where original = $1', [deal.uploadId]),
    ).toEqual([{ method: null }])
    const incidents = `select last_error from app.incidents where dependency = 'storage' and closed_at is null`
    expect(await rows(incidents)).toEqual([{ last_error: expect.stringContaining('KEY_DIR') }])
    await rows(
      `update deliveries set fault_since = fault_since - interval '3 minutes' where id = $1`,
      [deal.id],
    )
    expect(await latest(deal.contractId)).toMatchObject({ status: 'processing', notice: 'delayed' })
    back()
    await skipBackoff(market)
    await runJobs(market)
    await expectReadyOnce(deal)
    expect(await rows(incidents)).toEqual([])
  })
})

it('keys that no original has are destroyed after an hour; those of uploads and of what is being destroyed are kept', {
  tags: 'long',
}, async () => {
  const deal = await sealed()
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await inspect(market, vendor, contractId)
  await openKeyStore(platform).create('orphan')
  await rows(
    `insert into app.destructions (original, delivery_id, bytes, key_store, why)
    select 'pending', id, 1, 'files', 'removed' from deliveries where contract_id = $1`,
    [contractId],
  )
  await openKeyStore(platform).create('pending')
  await sweepKeys(platform, listStored)
  expect(existsSync(await keyPath('orphan'))).toBe(true)
  await sweepKeys(platform, listStored, new Date(Date.now() + 3_700_000))
  expect(existsSync(await keyPath('orphan'))).toBe(false)
  for (const id of [uploadId, 'pending']) expect(existsSync(await keyPath(id))).toBe(true)
  await vendor.api.deliveries.cancel({ contractId })
  await runJobs(market)
  await expectReadyOnce(deal)
})

it('an original that arrived beside an older server keeps its wrapped key, and its certificate claims less', {
  tags: 'long',
}, async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { uploadId, delivery } = await besideOlderServer(market, () =>
    submit(market, vendor, contractId, newCustomersCsv()),
  )
  expect(existsSync(await keyPath(uploadId))).toBe(false)
  await runJobs(market)
  const wrapped = 'select wrapped_key from app.delivery_keys where upload_id = $1'
  expect(await rows(wrapped, [uploadId])).toEqual([{ wrapped_key: null }])
  expect(await destructionOf(contractId)).toMatchObject({
    method: 'unlinked',
    keyStore: 'database',
    statement: `${destructionStatements.unlinked} ${clearStatement} ${hashesStatement} ${modelStatement}`,
  })
  await expectReadyOnce({ contractId, dprId, uploadId, id: delivery.id })
})

it('a sealed delivery of a contract that has ended is cancelled, and its original is destroyed', {
  tags: 'long',
}, async () => {
  const { contractId, uploadId, id } = await sealed()
  await rows(
    `update contracts set status = 'cancelled', stage = null, cancelled_at = now() where id = $1`,
    [contractId],
  )
  await runJobs(market)
  expect(await rows('select status from deliveries where id = $1', [id])).toEqual([
    { status: 'cancelled' },
  ])
  expect(await rows('select 1 from certificates where delivery_id = $1', [id])).toEqual([])
  expect(existsSync(await keyPath(uploadId))).toBe(false)
})
