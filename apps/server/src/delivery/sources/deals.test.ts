/** Tests that what deals measure is added up by source, and stated. */
import { type Certificate, certificate, sourceAccount } from '@semblance/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { expectRefusal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  customersCsv,
  type Delivered,
  deliveredDeal,
  inspect,
  newCustomersCsv,
  parquetOf,
} from '../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'

let market: Market
let first: Delivered
let administrator: Person
beforeAll(async () => {
  market = await openTestMarket()
  first = await deliveredDeal(market)
  administrator = await market.colleague(first.vendor, 'administrator')
})
afterAll(() => market.close())

const sourceOf = async ({ vendor, contractId }: Pick<Delivered, 'vendor' | 'contractId'>) =>
  (await vendor.api.sources.ofDeal({ deal: contractId }))!

/** Moves the first rows of a table to its end. */
function reordered(csv: string, count = 1): string {
  const [header, ...rows] = csv.trimEnd().split('\n')
  return `${[header, ...rows.slice(count), ...rows.slice(0, count)].join('\n')}\n`
}

async function certifiedSource({ client, contractId }: Pick<Delivered, 'client' | 'contractId'>) {
  const [newest] = (await client.api.certificates.list({ contractId })).items
  const { jws } = await client.api.certificates.get({ id: newest!.id })
  const payload: Certificate = certificate.parse(
    JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString()),
  )
  return payload.privacyAccount
}

it('a delivery is charged to a source of its own, which its certificate states', async () => {
  const source = await sourceOf(first)
  expect(source).toMatchObject({ limitEpsilon: 6, name: expect.stringContaining(first.contractId) })
  expect(source.spent.epsilon).toBeGreaterThan(2.5)
  expect(source.spent.epsilon).toBeLessThanOrEqual(3)
  expect(source.committed).toEqual(source.spent)
  expect(source.committedShare).toBeCloseTo(0.29, 1)
  expect(await certifiedSource(first)).toEqual({
    unit: 'row',
    sourceId: source.id,
    delivery: source.spent,
    before: { epsilon: 0, delta: 0 },
    with: source.spent,
    limitEpsilon: 6,
    runs: 1,
  })
  const { items } = await first.vendor.api.sources.spendings({ id: source.id })
  expect(items).toMatchObject([{ purpose: 'delivery', deal: first.contractId, state: 'spent' }])
})

it('a second contract on the same rows in another order says what both together may tell', async () => {
  const { client, vendor } = first
  const { id, spent } = await sourceOf(first)
  const deal = await fundedDeal(client, vendor)
  await inspect(market, vendor, deal.contractId, reordered(customersCsv()))
  await vendor.api.deliveries.submit({ contractId: deal.contractId, source: { id } })
  const reserved = await sourceOf(first)
  expect(reserved.spent).toEqual(spent)
  expect(reserved.committed.epsilon).toBeGreaterThan(spent.epsilon)
  await runJobs(market)
  const both = await sourceOf(first)
  expect(both.spent.epsilon).toBeGreaterThan(spent.epsilon)
  expect(both.spent.epsilon).toBeLessThan(6)
  const account = await certifiedSource({ client, ...deal })
  expect(account).toMatchObject({ before: spent, with: both.spent })
  const { account: shown } = await client.api.deliveries.dataset(deal)
  expect(account).toEqual({
    unit: 'row',
    ...sourceAccount.parse(shown),
    delivery: account!.delivery,
  })
  expect(account!.delivery.epsilon).toBeLessThan(both.spent.epsilon)
  expect(account?.drawnFrom).toBeUndefined() // other rows would be held out than the model's
})

it('the same file is the same source, whatever it is declared to be', {
  tags: 'long',
}, async () => {
  const { client, vendor } = first
  const file = newCustomersCsv()
  const [named, unnamed] = [await fundedDeal(client, vendor), await fundedDeal(client, vendor)]
  await inspect(market, vendor, named.contractId, file)
  await inspect(market, vendor, unnamed.contractId, file, 'renamed.csv')
  await vendor.api.deliveries.submit({ ...named, source: { name: 'Customers of 2026' } })
  const { id } = await sourceOf(first)
  for (const source of [{ id }, { name: 'Something else' }]) {
    const submitted = vendor.api.deliveries.submit({ ...unnamed, source })
    await expectRefusal(submitted, 'source_overlaps')
  }
  await vendor.api.deliveries.submit(unnamed)
  expect(await sourceOf({ vendor, ...unnamed })).toMatchObject({ name: 'Customers of 2026' })
  for (const { contractId } of [named, unnamed]) await vendor.api.deliveries.cancel({ contractId })
  await inspect(market, vendor, unnamed.contractId, file)
  await vendor.api.deliveries.submit({ ...unnamed, source: { id } }) // nothing was measured before
  await vendor.api.deliveries.cancel(unnamed)
})

it('the vendor reads in the review what it measured before, and no other source is taken', {
  tags: 'long',
}, async () => {
  const { client, vendor } = first
  const [header, ...rows] = newCustomersCsv().trimEnd().split('\n')
  const shuffled = [header, ...rows.toReversed()].join('\n')
  const [named, again] = [await fundedDeal(client, vendor), await fundedDeal(client, vendor)]
  const before = await inspect(market, vendor, named.contractId, [header, ...rows].join('\n'))
  expect(before.delivery.overlaps).toEqual([])
  const seen = async () => (await vendor.api.deliveries.latest(again))!.overlaps
  await inspect(market, vendor, again.contractId, await parquetOf(shuffled), 'panel.parquet')
  expect(await seen()).toEqual([]) // an inspection alone accounts for nothing
  await vendor.api.deliveries.submit({ ...named, source: { name: 'Panel of 2025' } })
  const { id } = await sourceOf({ vendor, ...named })
  expect(await seen()).toEqual([{ id, name: 'Panel of 2025', match: 'rows' }])
  expect(await client.api.deliveries.latest(again)).toBeNull()
  const { id: other } = await sourceOf(first)
  for (const source of [{ id: other }, { name: 'Panel, in another order' }])
    await expectRefusal(vendor.api.deliveries.submit({ ...again, source }), 'source_overlaps')
  await vendor.api.deliveries.submit(again)
  expect(await sourceOf({ vendor, ...again })).toMatchObject({ id })
  for (const deal of [named, again]) await vendor.api.deliveries.cancel(deal)
  const kept = await market.platform.db.pool.query(
    `select prints from app.delivery_reviews where delivery_id = $1`,
    [before.delivery.id],
  )
  expect(kept.rows).toEqual([{ prints: null }])
})

it('an original whose review has no prints is printed before it is measured', {
  tags: 'long',
}, async () => {
  const { client, vendor } = first
  const [header, ...rows] = newCustomersCsv().trimEnd().split('\n')
  const [one, other] = [await fundedDeal(client, vendor), await fundedDeal(client, vendor)]
  const part = [header, ...rows.slice(50)].join('\n')
  const { delivery } = await inspect(market, vendor, other.contractId, part)
  await market.platform.db.pool.query(
    `update app.delivery_reviews set prints = null where delivery_id = $1`,
    [delivery.id],
  ) // as a release has left it that printed nothing
  await inspect(market, vendor, one.contractId, [header, ...rows].join('\n'))
  await vendor.api.deliveries.submit({ ...one, source: { name: 'Panel of 2024' } })
  await vendor.api.deliveries.submit({ ...other, source: { name: 'Other panel of 2024' } })
  await runJobs(market)
  expect(await vendor.api.deliveries.latest(one)).toMatchObject({ status: 'ready' })
  expect(await vendor.api.deliveries.latest(other)).toMatchObject({
    status: 'review',
    reason: expect.stringMatching(/^Some of these rows are accounted for already.* Choose that/),
    overlaps: [{ name: 'Panel of 2024', match: 'some_rows' }],
  })
  expect((await sourceOf({ vendor, ...other })).committed.epsilon).toBe(0)
})

it('what does not fit is refused before it is queued, until an administrator raises the limit', async () => {
  const { client, vendor } = first
  const { id } = await sourceOf(first)
  const { contractId } = await fundedDeal(client, vendor)
  await inspect(market, vendor, contractId, reordered(customersCsv(), 100))
  const { committed } = await sourceOf(first)
  const enough = committed.epsilon + 0.3 // limits are at a smaller delta
  await expectRefusal(
    administrator.api.sources.setLimit({ id, epsilon: committed.epsilon - 0.1 }),
    'limit_below_spent',
  )
  const lowered = await administrator.api.sources.setLimit({ id, epsilon: enough })
  expect(lowered).toMatchObject({ limitRaisedAt: null })
  const submit = () => vendor.api.deliveries.submit({ contractId, source: { id } })
  await expectRefusal(submit(), 'privacy_budget_exhausted')
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'review' })
  const raised = await administrator.api.sources.setLimit({ id, epsilon: 8 })
  expect(raised.limitRaisedAt).not.toBeNull()
  await submit()
  await vendor.api.deliveries.cancel({ contractId })
  expect((await sourceOf(first)).committed).toEqual(committed)
})

it('another organization neither reads a source nor measures from it or sets its limit', async () => {
  const { id } = await sourceOf(first)
  const rival = await market.member('both')
  const { sources } = rival.api
  expect((await sources.list({})).items).toEqual([])
  expect(await sources.ofDeal({ deal: first.contractId })).toBeNull()
  await expectRefusal(sources.get({ id }), 'not_found')
  await expectRefusal(sources.spendings({ id }), 'not_found')
  const theirs = await market.colleague(rival, 'administrator')
  await expectRefusal(theirs.api.sources.setLimit({ id, epsilon: 20 }), 'not_found')
  await expectRefusal(first.client.api.sources.get({ id }), 'not_permitted')
  const { contractId } = await fundedDeal(first.client, rival)
  await inspect(market, rival, contractId)
  await expectRefusal(rival.api.deliveries.submit({ contractId, source: { id } }), 'not_found')
})

it('a name is given once, and lists go on where they ended', { tags: 'long' }, async () => {
  const { client, vendor } = first
  const { contractId } = await fundedDeal(client, vendor)
  await inspect(market, vendor, contractId, newCustomersCsv())
  const { name } = await sourceOf(first)
  await expectRefusal(
    vendor.api.deliveries.submit({ contractId, source: { name } }),
    'source_exists',
  )
  await vendor.api.deliveries.submit({ contractId, source: { name: 'Loyalty panel 2026' } })
  const page = await vendor.api.sources.list({ limit: 1 })
  expect(page.items).toMatchObject([{ name: 'Loyalty panel 2026' }])
  const rest = await vendor.api.sources.list({ cursor: page.nextCursor ?? '' })
  expect(rest.items.at(-1)).toMatchObject({ name })
  expect(rest.nextCursor).toBeNull()
  await expectRefusal(vendor.api.sources.list({ cursor: 'x' }), 'bad_input')
})

it('a plain member sees the account, and may not set its limit', async () => {
  const { id } = await sourceOf(first)
  const member = await market.colleague(first.vendor, 'member')
  expect(await member.api.sources.get({ id })).toMatchObject({ id })
  await expectRefusal(member.api.sources.setLimit({ id, epsilon: 20 }), 'not_permitted')
})
