/** Tests that what deals measure is added up by source, and stated. */
import { type Certificate, certificate } from '@semblance/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { expectRefusal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  customersCsv,
  type Delivered,
  deliveredDeal,
  inspect,
  newCustomersCsv,
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

async function certifiedSource({ client, contractId }: Pick<Delivered, 'client' | 'contractId'>) {
  const [newest] = await client.api.certificates.list({ contractId })
  const { jws } = await client.api.certificates.get({ id: newest!.id })
  const payload: Certificate = certificate.parse(
    JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString()),
  )
  return payload.source
}

it('a delivery is charged to a source of its own, which its certificate states', async () => {
  const source = await sourceOf(first)
  expect(source).toMatchObject({ limitEpsilon: 6, name: expect.stringContaining(first.contractId) })
  expect(source.spent.epsilon).toBeGreaterThan(2.5)
  expect(source.spent.epsilon).toBeLessThanOrEqual(3)
  expect(source.committed).toEqual(source.spent)
  expect(source.committedShare).toBeCloseTo(0.29, 1)
  expect(await certifiedSource(first)).toEqual({
    sourceId: source.id,
    before: { epsilon: 0, delta: 0 },
    with: source.spent,
    limitEpsilon: 6,
  })
  const { items } = await first.vendor.api.sources.spendings({ id: source.id })
  expect(items).toMatchObject([{ purpose: 'delivery', deal: first.contractId, state: 'spent' }])
})

it('a second contract on the same data says what both together may tell', async () => {
  const { client, vendor } = first
  const { id, spent } = await sourceOf(first)
  const deal = await fundedDeal(client, vendor)
  await inspect(market, vendor, deal.contractId)
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
  expect((await client.api.deliveries.dataset(deal)).account).toEqual(account)
})

it('the same file is the same source, whatever it is declared to be', async () => {
  const { client, vendor } = first
  const file = customersCsv(500)
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

it('what does not fit is refused before it is queued, until an administrator raises the limit', async () => {
  const { client, vendor } = first
  const { id } = await sourceOf(first)
  const { contractId } = await fundedDeal(client, vendor)
  await inspect(market, vendor, contractId)
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

it('a name is given once, and lists go on where they ended', async () => {
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
  expect(rest).toMatchObject({ items: [{}, { name }], nextCursor: null })
  await expectRefusal(vendor.api.sources.list({ cursor: 'x' }), 'bad_input')
})

it('a plain member sees the account, and may not set its limit', async () => {
  const { id } = await sourceOf(first)
  const member = await market.colleague(first.vendor, 'member')
  expect(await member.api.sources.get({ id })).toMatchObject({ id })
  await expectRefusal(member.api.sources.setLimit({ id, epsilon: 20 }), 'not_permitted')
})
