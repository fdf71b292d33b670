/** Tests that what was paid for is not measured again: a later delivery of the same files is drawn from its model. */
import { rmSync } from 'node:fs'
import { type PrivacyLevel, readCertificate, sourceAccount } from '@semblance/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import {
  type Deal,
  expectRefusal,
  fund,
  fundedDeal,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  blobPath,
  customersCsv,
  type Delivered,
  deliveredDeal,
  inspect,
  newCustomersCsv,
  submit,
} from '../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { costOf, costOfReport } from '../sources/budget.ts'

let market: Market
let first: Delivered
beforeAll(async () => {
  market = await openTestMarket()
  first = await deliveredDeal(market)
})
afterAll(() => market.close())

const rows = async (text: string, values: unknown[]) =>
  (await market.platform.db.pool.query(text, values)).rows

/** Returns the measurements of a contract, the first one first. */
const spendings = async ({ contractId }: Pick<Deal, 'contractId'>) =>
  await rows(
    `select id, state, drawn_from, rho_billionths::float8 as rho, delta
     from source_spendings where deal = $1 order by created_at, id`,
    [contractId],
  )

/** Returns the model that a contract has paid for. */
const modelOf = async ({ contractId }: Pick<Deal, 'contractId'>) =>
  (
    await rows(
      `select m.* from app.source_models m join source_spendings s on s.id = m.spending_id
       where s.deal = $1 order by s.created_at desc limit 1`,
      [contractId],
    )
  )[0]

const sourceOf = async ({ contractId }: Pick<Deal, 'contractId'>, vendor = first.vendor) =>
  (await vendor.api.sources.ofDeal({ deal: contractId }))!

async function twinOf(client: Person, { dprId }: Pick<Deal, 'dprId'>): Promise<string> {
  const { files } = await client.api.deliveries.dataset({ dprId })
  const { id } = files.find(({ name }) => name.endsWith('_synthetic.csv'))!
  const { url } = await client.api.deliveries.fileLink({ fileId: id })
  return await (await market.fetch(url.replace(market.platform.config.publicUrl, ''))).text()
}

/** Submits a file and returns what is reserved for it, in billionths; then takes it back. */
async function reservedFor(
  content: string,
  { by = first.vendor, fileName, level = 'standard' }: Submission = {},
): Promise<number> {
  const deal = await fundedDeal(first.client, by)
  await rows('update offers set privacy_level = $2 where id = $1', [deal.offerId, level])
  await inspect(market, by, deal.contractId, content, fileName)
  await by.api.deliveries.submit(deal)
  const [{ rho }] = await spendings(deal)
  await by.api.deliveries.cancel(deal)
  return rho
}

type Submission = { by?: Person; fileName?: string; level?: PrivacyLevel }

const whole = Number(costOf(3))
const report = Number(costOfReport(3))

it('a second contract on the same data is drawn from the model that was paid for, and charges its report alone', async () => {
  const { client, vendor } = first
  const [paid] = await spendings(first)
  const { spent } = await sourceOf(first)
  const second = await fundedDeal(client, vendor)
  await submit(market, vendor, second.contractId)
  expect(await spendings(second)).toMatchObject([
    { state: 'reserved', drawn_from: paid.id, rho: report },
  ])
  await runJobs(market)
  const [drawn, ...others] = await spendings(second)
  expect(others).toEqual([])
  expect(drawn).toMatchObject({ state: 'spent', drawn_from: paid.id, delta: 0 })
  expect(drawn.rho).toBeGreaterThan(0)
  expect(drawn.rho).toBeLessThanOrEqual(report)
  expect(await modelOf(second)).toBeUndefined() // there is one of the measurement
  const after = await sourceOf(first)
  expect(after.spent.epsilon - spent.epsilon).toBeLessThan(0.1)
  expect(after.spent.epsilon).toBeGreaterThan(spent.epsilon)
  expect(after.spent.delta).toBe(spent.delta)

  const { account, report: published } = await client.api.deliveries.dataset(second)
  expect(account).toMatchObject({
    before: spent,
    with: after.spent,
    drawnFrom: { id: paid.id, epsilon: spent.epsilon, delta: spent.delta },
  })
  expect(published.privacy.epsilon).toBeLessThanOrEqual(3)
  const [certified] = (await client.api.certificates.list(second)).items
  const { jws } = await client.api.certificates.get({ id: certified!.id })
  const stated = readCertificate(jws)?.privacyAccount
  expect(stated).toMatchObject(sourceAccount.parse(account))
  expect(stated!.delivery.epsilon).toBeGreaterThan(spent.epsilon)
  expect(stated!.delivery.delta).toBe(spent.delta)
  const { items } = await vendor.api.sources.spendings({ id: after.id })
  expect(items).toMatchObject([
    { deal: second.contractId, drawnFrom: { id: paid.id, deal: first.contractId } },
    { deal: first.contractId, drawnFrom: null },
  ])
})

it('its rows are others than those of the first, of the same columns', async () => {
  const [one, other] = [await twinOf(first.client, first), await latestTwin()]
  expect(other.split('\n')[0]).toBe(one.split('\n')[0])
  const known = new Set(one.split('\n').slice(1))
  const again = other.split('\n').filter((line) => line && known.has(line))
  expect(again.length).toBeLessThan(0.1 * known.size)
})

/** Returns the twin that the client got last. */
async function latestTwin(): Promise<string> {
  const [{ dpr_id }] = await rows(
    `select k.dpr_id from deliveries d join contracts k on k.id = d.contract_id
     where d.status = 'ready' order by d.id desc limit 1`,
    [],
  )
  return await twinOf(first.client, { dprId: dpr_id })
}

it('the same rows under another level, name or order, or of another vendor, are measured anew', {
  tags: 'long',
}, async () => {
  const [header, ...lines] = customersCsv().trimEnd().split('\n')
  expect(await reservedFor(customersCsv())).toBe(report)
  expect(await reservedFor([header, ...lines.toReversed()].join('\n'))).toBe(whole)
  expect(await reservedFor(customersCsv(), { fileName: 'renamed.csv' })).toBe(whole)
  expect(await reservedFor(customersCsv(), { by: await market.member('vendor') })).toBe(whole)
  expect(await reservedFor(customersCsv(), { level: 'high' })).toBe(Number(costOf(1)))
})

it('before anything is measured the vendor reads if a delivery is drawn, what it costs, and why it is measured', {
  tags: 'long',
}, async () => {
  const { client, vendor } = first
  const [header, ...lines] = customersCsv().trimEnd().split('\n')
  const [paid] = await spendings(first)
  const cases: [content: string, fileName: string, reason: string | null][] = [
    [customersCsv(), 'customers.csv', null],
    [[header, ...lines.slice(0, 300)].join('\n'), 'customers.csv', 'overlap'],
    [customersCsv(), 'renamed.csv', 'other_recipe'],
    [[header, ...lines.toReversed()].join('\n'), 'customers.csv', 'other_file'],
    [newCustomersCsv(), 'customers.csv', 'new_data'],
  ]
  for (const [content, fileName, reason] of cases) {
    const deal = await fundedDeal(client, vendor)
    await inspect(market, vendor, deal.contractId, content, fileName)
    const forecast = await vendor.api.deliveries.forecast(deal)
    expect(forecast).toMatchObject({ reason, fits: true })
    expect(forecast.drawsFrom).toEqual(
      reason === null ? expect.objectContaining({ id: paid.id, deal: first.contractId }) : null,
    )
    expect(await spendings(deal)).toEqual([])
    await vendor.api.deliveries.submit(deal)
    const { id, committed } = await sourceOf(deal)
    expect(forecast.source?.id ?? id).toBe(id)
    expect(committed).toEqual(forecast.with)
    await vendor.api.deliveries.cancel(deal)
    await expectRefusal(vendor.api.deliveries.forecast(deal), 'not_awaiting_delivery')
  }
  const deal = await fundedDeal(client, vendor)
  await inspect(market, vendor, deal.contractId, customersCsv())
  const choices = [{ table: 'customers', column: 'city', drop: true }]
  expect(await vendor.api.deliveries.forecast({ ...deal, choices })).toMatchObject({
    reason: 'other_recipe',
  })
  await expectRefusal(
    vendor.api.deliveries.forecast({ ...deal, source: { name: 'Other data' } }),
    'source_overlaps',
  )
  await expectRefusal(client.api.deliveries.forecast(deal), 'not_permitted')
  const other = await market.member('vendor')
  await expectRefusal(other.api.deliveries.forecast(deal), 'not_found')
  await vendor.api.deliveries.cancel(deal)
})

it('a report that fits is sold though no measurement would fit', { tags: 'long' }, async () => {
  const { client, vendor } = first
  const administrator = await market.colleague(vendor, 'administrator')
  const { id, committed } = await sourceOf(first)
  await administrator.api.sources.setLimit({ id, epsilon: committed.epsilon + 0.4 })
  const other = await fundedDeal(client, vendor)
  const [header, ...lines] = customersCsv().trimEnd().split('\n')
  await inspect(market, vendor, other.contractId, [header, ...lines.toReversed()].join('\n'))
  await expectRefusal(vendor.api.deliveries.submit(other), 'privacy_budget_exhausted')
  expect(await reservedFor(customersCsv())).toBe(report)
  await administrator.api.sources.setLimit({ id, epsilon: 20 })
})

it('after changes were asked for, the same file gives other rows for its report alone', {
  tags: 'long',
}, async () => {
  const { client, vendor, contractId } = first
  const before = await twinOf(client, first)
  await client.api.deliveries.requestChanges({ contractId, reason: 'The dates are of last year.' })
  await submit(market, vendor, contractId)
  await runJobs(market)
  const [paid, drawn] = await spendings(first)
  expect(drawn).toMatchObject({ state: 'spent', drawn_from: paid.id })
  expect(await twinOf(client, first)).not.toBe(before)
})

it('what is stored of a model that is lost or altered is measured again, and charged in full', {
  tags: 'long',
}, async () => {
  const { client, vendor } = first
  const [header, ...lines] = customersCsv().trimEnd().split('\n')
  const file = `${[header, ...lines.slice(1), lines[0]].join('\n')}\n`
  const measured = await fundedDeal(client, vendor)
  await submit(market, vendor, measured.contractId, file)
  await runJobs(market)
  const { storage_key } = await modelOf(measured)
  const lost = await fundedDeal(client, vendor)
  await submit(market, vendor, lost.contractId, file)
  expect(await spendings(lost)).toMatchObject([{ rho: report }])
  rmSync(blobPath(market, storage_key), { recursive: true })
  await runJobs(market)
  const [again] = await spendings(lost)
  expect(again).toMatchObject({ state: 'spent', drawn_from: null, delta: 1e-6 })
  expect(again.rho).toBeGreaterThan(0.5 * whole)
})

it('a model from which a contract was refused is not drawn from for that contract again', {
  tags: 'long',
}, async () => {
  const { client, vendor } = first
  const deal = await fundedDeal(client, vendor)
  await submit(market, vendor, deal.contractId)
  await runJobs(market)
  const [drawn] = await spendings(deal)
  expect(drawn.drawn_from).not.toBeNull()
  await rows(
    `update deliveries set status = 'refused', reason = 'It is less accurate than agreed.'
     where contract_id = $1`,
    [deal.contractId],
  )
  await rows(`update contracts set status = 'in_progress' where id = $1`, [deal.contractId])
  await submit(market, vendor, deal.contractId)
  const [, again] = await spendings(deal)
  expect(again).toMatchObject({ state: 'reserved', drawn_from: null, rho: whole })
  await vendor.api.deliveries.cancel(deal)
  expect(await reservedFor(customersCsv())).toBe(report)
})

it('previews of one sample are measured once, and so is the delivery of the same file', {
  tags: 'long',
}, async () => {
  const { client, vendor } = first
  const file = newCustomersCsv()
  const offers = [await offered(), await offered()] as const
  for (const { offerId } of offers) {
    await sendSample(offerId, file)
    await runJobs(market)
    expect(await vendor.api.previews.sample({ offerId })).toMatchObject({ state: 'ready' })
  }
  const [[paid], [drawn]] = [await spentOn(offers[0]), await spentOn(offers[1])]
  expect(paid).toMatchObject({ drawn_from: null })
  expect(drawn).toMatchObject({ drawn_from: paid.id, delta: 0 })
  expect(drawn.rho).toBeLessThanOrEqual(report)
  const { offerId } = offers[1]
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  await fund(client, offerId)
  await inspect(market, vendor, contractId, file, 'panel.csv')
  await vendor.api.deliveries.submit({ contractId })
  expect(await spendings({ contractId })).toMatchObject([{ drawn_from: paid.id, rho: report }])
  await vendor.api.deliveries.cancel({ contractId })
})

async function offered() {
  return { offerId: await sendOffer(first.vendor, await postDpr(first.client)) }
}

const spentOn = async ({ offerId }: { offerId: string }) =>
  (await spendings({ contractId: offerId })).filter(({ state }) => state === 'spent')

async function sendSample(offerId: string, body: string): Promise<void> {
  const response = await market.fetch(`/api/offers/${offerId}/sample?fileName=panel.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.vendor.token}` },
    body,
  })
  expect(response.status).toBe(201)
}
