/**
 * Tests that a reservation is released, kept or spent once, at whichever stage the process that measures dies.
 *
 * @module-tag long
 */
import { randomUUID } from 'node:crypto'
import { accountFacts, sourceAccount } from '@semblance/contract'
import { expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { fund, fundedDeal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  customersCsv,
  newCustomersCsv,
  submit,
  work,
} from '../../../testing/fixtures/delivery-fixtures.ts'
import { pdfText } from '../../../testing/fixtures/pdf-text.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { type Moment, untilDeath, withEvent } from '../../../testing/process-deaths.ts'
import { system } from '../../platform/database/db.ts'
import { processDelivery } from '../deliveries/process-delivery.ts'
import { makePreview } from '../previews/make-preview.ts'
import { costOf } from './budget.ts'
import { recordMeasuring, reserveMeasurement, settleBudget } from './service.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

const rows = async (text: string, values: unknown[]) =>
  (await market.platform.db.pool.query(text, values)).rows

/** Returns the measurements of a delivery or sample, the first one first. */
const spendings = async (subject: string) =>
  await rows(
    `select state, measured_at is not null as is_measured, rho_billionths::float8 as rho
     from source_spendings where subject = $1 order by created_at, id`,
    [subject],
  )

/** Returns what the source of a subject has reserved and spent. */
async function taken(subject: string) {
  const [found] = await rows(
    `select rho_reserved_billionths::float8 as reserved, rho_spent_billionths::float8 as spent
     from sources where id = (select source_id from source_spendings where subject = $1 limit 1)`,
    [subject],
  )
  return found
}

const measuring = 'select from source_spendings where measured_at is not null and subject'
const refused = `select from deliveries where status = 'refused' and id::text`
const stored = 'select from app.sealed_deliveries where delivery_id::text'

const queued = async (content = newCustomersCsv()) => {
  const deal = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, deal.contractId, content)
  return { ...deal, id: delivery.id }
}

const kept = { reserved: Number(costOf(3)), spent: 0 }

const keeping =
  'select from app.source_models join source_spendings s on s.id = spending_id where s.subject'

/** Returns the blob of the stored model of a delivery or sample; each measurement seals one of its own. */
const modelOf = async (id: string) =>
  (await rows(`select storage_key ${keeping.slice('select'.length)} = $1`, [id]))[0]

type Death = [stage: string, death: Moment, isMeasured: boolean, isStored: boolean]

it.each<Death>([
  ['when its model was stored', { when: keeping, is: 'after' }, true, true],
  ['while its model is stored', { when: keeping, is: 'before' }, true, false],
  ['before its first count', { when: measuring, is: 'before' }, false, false],
  ['when its first count was recorded', { when: measuring, is: 'after' }, true, false],
  ['while its result is stored', { when: stored, is: 'before' }, true, true],
])(
  'a delivery whose process dies %s keeps its reservation, and is spent once; of a stored model it measures no more',
  async (_, death, isMeasured, isStored) => {
    const { id, contractId } = await queued()
    await untilDeath(market, death, id, (place) => processDelivery(place, id))
    expect(await spendings(id)).toMatchObject([{ state: 'reserved', is_measured: isMeasured }])
    expect(await taken(id)).toEqual(kept)
    const model = await modelOf(id)
    expect(model !== undefined).toBe(isStored)
    await runJobs(market) // another process takes over
    expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
    const [spent, ...others] = await spendings(id)
    expect(spent).toMatchObject({ state: 'spent', is_measured: true })
    expect(others).toEqual([])
    expect(await taken(id)).toEqual({ reserved: 0, spent: spent.rho })
    expect(spent.rho).toBeGreaterThan(0.5 * kept.reserved) // not the report alone
    if (isStored) expect(await modelOf(id)).toEqual(model)
  },
)

it('a delivery whose process dies once its result is stored is spent, and measured no more', async () => {
  const { id, contractId } = await queued()
  await untilDeath(market, { when: stored, is: 'after' }, id, (place) => processDelivery(place, id))
  const before = await spendings(id)
  expect(before).toMatchObject([{ state: 'spent' }])
  await runJobs(market)
  expect(await spendings(id)).toEqual(before)
  expect(await taken(id)).toEqual({ reserved: 0, spent: before[0].rho })
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
})

type TakenBack = [stage: string, death: Moment, state: string, least: number, most: number]

it.each<TakenBack>([
  ['before its first count releases all', { when: measuring, is: 'before' }, 'released', 0, 0],
  ['after it spends all', { when: measuring, is: 'after' }, 'spent', 1, 1],
  ['with its model stored spends its cost', { when: keeping, is: 'after' }, 'spent', 0.5, 0.951],
])('a delivery taken back after its process died %s', async (_, death, state, least, most) => {
  const { id, contractId } = await queued()
  await untilDeath(market, death, id, (place) => processDelivery(place, id))
  await vendor.api.deliveries.cancel({ contractId })
  await runJobs(market)
  expect(await spendings(id)).toMatchObject([{ state }])
  const { reserved, spent } = await taken(id)
  expect(reserved).toBe(0)
  expect(spent).toBeGreaterThanOrEqual(least * kept.reserved)
  expect(spent).toBeLessThanOrEqual(most * kept.reserved)
  expect(await modelOf(id)).toBeUndefined() // of data that was taken back, nothing is drawn
})

it('runs that miss the gate are spent each, also if a process dies there, and the buyer reads how many there were', async () => {
  const dprId = await postDpr(client, { minRecords: 1500 })
  const offerId = await sendOffer(vendor, dprId)
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  await fund(client, offerId)
  const { delivery } = await submit(market, vendor, contractId, customersCsv(400, 9071))
  await untilDeath(market, { when: refused, is: 'before' }, delivery.id, (place) =>
    processDelivery(place, delivery.id),
  )
  expect(await taken(delivery.id)).toEqual(kept)
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'refused' })
  const [missed] = await spendings(delivery.id)
  expect(await modelOf(delivery.id)).toBeUndefined() // others drawn from it would miss, too
  expect(await taken(delivery.id)).toEqual({ reserved: 0, spent: missed.rho })

  const again = await submit(market, vendor, contractId, customersCsv(1500, 9071))
  await runJobs(market)
  const [passed] = await spendings(again.delivery.id)
  expect(passed).toMatchObject({ state: 'spent' })
  expect(await taken(delivery.id)).toEqual({ reserved: 0, spent: missed.rho + passed.rho })
  const { account } = await client.api.deliveries.dataset({ dprId })
  expect(account).toMatchObject({ runs: 2 })
  expect(account!.before.epsilon).toBeGreaterThan(2)
})

const offered = async () => await sendOffer(vendor, await postDpr(client))

async function sent(body = newCustomersCsv()) {
  const offerId = await offered()
  const response = await market.fetch(`/api/offers/${offerId}/sample?fileName=panel.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${vendor.token}` },
    body,
  })
  expect(response.status).toBe(201)
  const [{ sample_id }] = await rows('select sample_id from offer_previews where offer_id = $1', [
    offerId,
  ])
  return { offerId, id: sample_id as string }
}

const previewed = 'select from app.offer_samples where ending is not null and id::text'

type PreviewDeath = [stage: string, death: Moment, isMeasured: boolean]

it.each<PreviewDeath>([
  [
    'while its result is stored, and of a stored model measures no more',
    { when: previewed, is: 'before' },
    true,
  ],
  ['before its first count', { when: measuring, is: 'before' }, false],
  ['when its first count was recorded', { when: measuring, is: 'after' }, true],
])(
  'a preview at the agreed level is charged once, though its process dies %s',
  async (_, death, isMeasured) => {
    const { id, offerId } = await sent()
    await untilDeath(market, death, id, (place) => makePreview(place, id))
    expect((await spendings(id)).at(-1)).toMatchObject({
      state: 'reserved',
      is_measured: isMeasured,
    })
    expect(await taken(id)).toEqual(kept)
    const model = await modelOf(id)
    expect(model !== undefined).toBe(death.when === previewed)
    await runJobs(market)
    if (model) expect(await modelOf(id)).toEqual(model)
    expect(await vendor.api.previews.sample({ offerId })).toMatchObject({ state: 'ready' })
    const all = await spendings(id)
    const spent = all.filter(({ state }) => state === 'spent')
    expect(spent).toHaveLength(1)
    expect(all.filter(({ state }) => state === 'reserved')).toEqual([])
    expect(await taken(id)).toEqual({ reserved: 0, spent: spent[0].rho })
  },
)

it('report and certificate state what is settled, though another run was settled while the report was written', async () => {
  const { id, contractId, dprId } = await queued()
  const { id: source } = (await vendor.api.sources.ofDeal({ deal: contractId }))!
  const [{ vendor: owner }] = await rows('select vendor from sources where id = $1', [source])
  const other = { purpose: 'preview' as const, subject: randomUUID() }
  let times = 0
  const settleOther = async () => {
    times += 1
    if (times > 1) return
    const about = { vendor: owner, deals: ['OFR-0'] as [string], title: 'Panel', epsilon: 1 }
    await market.platform.db.transaction(system, async (tx) => {
      await reserveMeasurement(tx, { ...about, ...other, sha256s: [], tables: [] }, { id: source })
      await recordMeasuring(tx, { ...about, ...other, sha256s: [], tables: [] })
      await settleBudget(tx, other)
    })
  }
  const sealing = `select from app.delivery_keys where upload_id is null and delivery_id::text`
  const place = work(withEvent(market, { when: sealing, is: 'after' }, id, settleOther))
  await processDelivery(place, id)
  await runJobs(market) // the originals are destroyed
  expect(times).toBeGreaterThan(1)
  const { account, files } = await client.api.deliveries.dataset({ dprId })
  expect(account!.before.epsilon).toBeGreaterThan(0.9)
  const certified = sourceAccount.parse(account)
  const read = async (name: string) => {
    const { id: fileId } = files.find((file) => file.name === name)!
    const { url } = await client.api.deliveries.fileLink({ fileId })
    const response = await market.fetch(url.replace(market.platform.config.publicUrl, ''))
    return Buffer.from(await response.arrayBuffer())
  }
  expect(JSON.parse((await read('validation_report.json')).toString()).source).toEqual(certified)
  const pdf = pdfText(await read('validation_report.pdf')).join('\n')
  for (const { value } of accountFacts(account!))
    expect(pdf).toContain(value.replace('ε', 'epsilon').replace('δ', 'delta'))
  const [certificate] = (await client.api.certificates.list({ contractId })).items
  const { jws } = await client.api.certificates.get({ id: certificate!.id })
  const payload = JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString())
  const { unit, delivery, ...stated } = payload.privacyAccount
  expect([unit, delivery.epsilon > 0, stated]).toEqual(['row', true, certified])
})
