import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluateAgainstModel, readModel } from '@semblance/synth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actingAs } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Delivered, deliveredDeal, work } from '../../../testing/fixtures/delivery-fixtures.ts'
import { type Market, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { findMissingContent, listKeptFiles } from '../blob-gc/service.ts'
import { blobStore } from '../blob-gc/stores.ts'
import { sweepStore } from '../blob-gc/sweep.ts'
import { subjectOf } from '../deliveries/measurement.ts'
import { forgetModels, openModelOf } from './service.ts'
import { findModelOf } from './stored-models.ts'

let market: Market
let delivered: Delivered
let deliveryId: string
let blobId: string
const dir = mkdtempSync(join(tmpdir(), 'models-test-'))
beforeAll(async () => {
  market = await openTestMarket()
  delivered = await deliveredDeal(market)
  const { contractId, vendor } = delivered
  deliveryId = (await vendor.api.deliveries.latest({ contractId }))!.id
  blobId = (await rowOf())!.storage_key
})
afterAll(async () => {
  await market.close()
  rmSync(dir, { recursive: true })
})

const rowOf = () =>
  market.platform.db.transaction(system, (tx) => findModelOf(tx, subjectOf(deliveryId)))
const blobs = () => readdirSync(join(market.platform.config.dataDir, 'blobs'))

it('a delivery keeps the model that its twin was drawn from', async () => {
  const path = join(dir, 'model.semblance')
  expect(await openModelOf(work(market), subjectOf(deliveryId), path)).toBe(true)
  const model = await readModel(path)
  expect(model.families.map(({ tables }) => tables.map(({ name }) => name))).toEqual([
    ['customers'],
  ])
  const { client, dprId } = delivered
  const { files, report } = await client.api.deliveries.dataset({ dprId })
  const twin = files.find(({ name }) => name === 'customers_synthetic.csv')!
  const { url } = await client.api.deliveries.fileLink({ fileId: twin.id })
  const answer = await market.fetch(url.replace(market.platform.config.publicUrl, ''))
  const twinPath = join(dir, 'twin.csv')
  writeFileSync(twinPath, Buffer.from(await answer.arrayBuffer()))
  const [compared] = await evaluateAgainstModel({ model, twins: [twinPath], tempDir: dir })
  expect(compared!.rows.twin).toBe(report.rows.synthetic)
  expect(compared!.accuracy.univariate.high).toBeGreaterThan(0.95)
  // The client's report, which counts the model with it, has cost the rest.
  const share = model.families[0]!.privacy!.rhoSpent / report.privacy.rhoSpent!
  expect(share).toBeGreaterThan(0.9)
  expect(share).toBeLessThan(0.99)
})

it('a model is sealed, and is no file of the delivery that anyone can be sent', async () => {
  const { client, vendor, dprId } = delivered
  const stored = readFileSync(join(market.platform.config.dataDir, 'blobs', blobId, '0'))
  expect(stored.includes('manifest.json')).toBe(false)
  const { files } = await client.api.deliveries.dataset({ dprId })
  expect(files.map(({ name }) => name).filter((name) => /semblance$/.test(name))).toEqual([])
  for (const person of [client, vendor])
    await expect(
      actingAs(market, person, ({ tx }) => sql`select * from app.source_models`.execute(tx)),
    ).rejects.toThrow('permission denied')
})

it('of what was not measured there is no model', async () => {
  const none = '00000000-0000-7000-8000-000000000000'
  expect(await openModelOf(work(market), subjectOf(none), join(dir, 'none.semblance'))).toBe(false)
})

it('a model is kept by backups, missed where it is gone, and swept with its row', {
  tags: 'long',
}, async () => {
  const { platform } = market
  const kept: string[] = []
  for await (const file of listKeptFiles(platform)) kept.push(file)
  expect(kept).toContain(`blobs/${blobId}/0`)
  const inEightDays = new Date(Date.now() + 8 * 24 * 3_600_000)
  await sweepStore(platform, blobStore(platform), inEightDays)
  expect(blobs()).toContain(blobId)

  await platform.db.transaction(system, (tx) => forgetModels(tx, subjectOf(deliveryId)))
  const other = await deliveredDeal(market) // a store of which no blob is known is not swept
  await sweepStore(platform, blobStore(platform), inEightDays)
  expect(blobs()).not.toContain(blobId)

  const [, ofOther] = await findMissingContent(platform)
  expect(ofOther).toEqual({ owner: 'models of deliveries', count: 1, missing: [] })
  const { contractId, vendor } = other
  deliveryId = (await vendor.api.deliveries.latest({ contractId }))!.id
  const gone = (await rowOf())!.storage_key
  rmSync(join(platform.config.dataDir, 'blobs', gone), { recursive: true })
  expect((await findMissingContent(platform))[1]).toMatchObject({ missing: [gone] })
})
