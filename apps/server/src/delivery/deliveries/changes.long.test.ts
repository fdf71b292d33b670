/**
 * A delivery sent back for changes, and the one that takes its place, through the engine.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { expectRefusal, expectSoundLedger } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  createUpload,
  customersCsv,
  type Delivered,
  deliveredDeal,
  submit,
} from '../../../testing/fixtures/delivery-fixtures.ts'
import { type Market, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'

let market: Market
let deal: Delivered
beforeAll(async () => {
  market = await openTestMarket()
  deal = await deliveredDeal(market)
})
afterAll(() => market.close())

const dataset = () => deal.client.api.deliveries.dataset(deal)

it('while it is changed, the delivery stays readable and the vendor may submit again', async () => {
  const { client, vendor, contractId } = deal
  const before = await dataset()
  expect(before).toMatchObject({ isSuperseded: false, earlier: [] })
  await client.api.deliveries.requestChanges({ contractId, reason: 'Incomes in dollars, please' })
  const during = await dataset()
  expect(during).toMatchObject({ isSuperseded: true, files: before.files, earlier: [] })
  expect((await vendor.api.deliveries.latest({ contractId }))?.supersededAt).toBeInstanceOf(Date)
  const { url } = await client.api.deliveries.fileLink({ fileId: before.files[0]!.id })
  expect(url).toContain('/api/downloads/')
  await expectRefusal(client.api.deliveries.release(deal), 'not_awaiting_review')
  await expectRefusal(client.api.deliveries.archiveLink(deal), 'not_permitted')
})

it('the next one counts, and the one before is history', async () => {
  const { client, vendor, contractId } = deal
  const first = await dataset()
  await submit(market, vendor, contractId, customersCsv(500))
  expect((await createUpload(market, vendor, { contractId })).status).toBe(409)
  await runJobs(market)
  const now = await dataset()
  expect(now).toMatchObject({ isSuperseded: false, contractStatus: 'pending_review' })
  expect(now.files.map(({ id }) => id)).not.toEqual(first.files.map(({ id }) => id))
  expect(now.earlier).toMatchObject([
    { changesAsked: 'Incomes in dollars, please', files: first.files },
  ])
  await client.api.deliveries.fileLink({ fileId: first.files[0]!.id })
})

it('release hands over the newest one and closes the books', async () => {
  const { client } = deal
  const newest = await dataset()
  const { archive } = await client.api.deliveries.release(deal)
  const zip = await market.fetch(archive.url.replace(market.platform.config.publicUrl, ''))
  const bytes = Buffer.from(await zip.arrayBuffer())
  expect(bytes.includes(Buffer.from(newest.files[0]!.name))).toBe(true)
  expect(bytes.byteLength).toBeGreaterThan(newest.files[0]!.bytes / 10)
  await expectSoundLedger(market)
})
