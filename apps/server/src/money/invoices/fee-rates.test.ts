import { feeCents, PLATFORM_FEE_BPS } from '@semblance/contract'
import { afterEach, expect, it } from 'vitest'
import {
  actingAs,
  agree,
  balances,
  deliver,
  expectSoundLedger,
  fund,
  fundedDeal,
  postDpr,
  release,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { readDocument } from './document.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

/** Two contracts over the same price that await payment, at 3% and at 1.75%. */
async function twoRates() {
  const high = await agree(client, vendor)
  const low = await agree(client, vendor)
  await client.setFee(high.contractId, 300)
  await client.setFee(low.contractId, 175)
  return { high, low }
}

const earnedFees = async () => (await balances(market)).get('fee_revenue') ?? 0n

const documentsOf = async (by: Person, contractId: string) => {
  const { items } = await by.api.invoices.list({ contractId })
  return await actingAs(market, by, async (ctx) => {
    const documents = []
    for (const { number } of items) documents.push(await readDocument(ctx, number))
    return documents
  })
}
const linesOf = ({ blocks }: Awaited<ReturnType<typeof readDocument>>) =>
  blocks.flatMap((block) => ('table' in block ? block.table.rows : []))

it('a contract is drawn up at the rate of new contracts, which its offer had shown', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  const { items } = await client.api.offers.listReceived({ dprId })
  expect(items).toMatchObject([{ feeBps: PLATFORM_FEE_BPS }])
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  expect(await client.api.contracts.get({ contractId })).toMatchObject({
    feeBps: PLATFORM_FEE_BPS,
    feeCents: feeCents(1_850_000n, PLATFORM_FEE_BPS),
  })
})

it('two contracts side by side are offered, checked out and shown at their own rates', async () => {
  const { high, low } = await twoRates()
  expect(await client.api.payments.checkout({ offerId: high.offerId })).toMatchObject({
    feeBps: 300,
    feeCents: 55_500n,
    totalCents: 1_905_500n,
  })
  expect(await client.api.payments.checkout({ offerId: low.offerId })).toMatchObject({
    feeBps: 175,
    feeCents: 32_375n,
    totalCents: 1_882_375n,
  })
  for (const [{ offerId, contractId, dprId }, feeBps, feeCents] of [
    [high, 300, 55_500n],
    [low, 175, 32_375n],
  ] as const) {
    expect(await client.api.contracts.get({ contractId })).toMatchObject({ feeBps, feeCents })
    expect(await client.api.payments.get({ contractId })).toMatchObject({ feeBps, feeCents })
    expect(await vendor.api.offers.getSent({ offerId })).toMatchObject({ feeBps })
    const received = await client.api.offers.listReceived({ dprId })
    expect(received.items).toMatchObject([{ id: offerId, feeBps }])
  }
})

it('two contracts side by side are invoiced, released and earned at their own rates', async () => {
  const { high, low } = await twoRates()
  const before = await earnedFees()
  await fund(client, high.offerId)
  await fund(client, low.offerId)
  for (const [{ contractId }, rate, fee, total] of [
    [high, '3%', '$555.00', '$19,055.00'],
    [low, '1.75%', '$323.75', '$18,823.75'],
  ] as const) {
    const [invoice] = await documentsOf(client, contractId)
    expect(linesOf(invoice!).slice(1)).toEqual([
      [`Platform fee (${rate})`, fee],
      ['Total', total],
    ])
  }
  expect(await earnedFees()).toBe(before)
  await deliver(market, high.contractId)
  await release(market, client, high.contractId)
  expect((await earnedFees()) - before).toBe(55_500n)
  await deliver(market, low.contractId)
  await release(market, client, low.contractId)
  expect((await earnedFees()) - before).toBe(55_500n + 32_375n)
  const { items } = await vendor.api.earnings.list({})
  for (const [{ contractId }, rate] of [
    [high, '3%'],
    [low, '1.75%'],
  ] as const) {
    expect(items.filter((earning) => earning.contractId === contractId)).toMatchObject([
      { amountCents: 1_850_000n, status: 'processing' },
    ])
    const [statement] = await documentsOf(vendor, contractId)
    expect(JSON.stringify(statement)).toContain(`pays the platform fee of ${rate} on top`)
    expect(linesOf(statement!).at(-1)).toEqual(['Total', '$18,500.00'])
    expect((await balances(market)).get(`fee_deferred:${contractId}`) ?? 0n).toBe(0n)
  }
})

it('a settled dispute follows the rate of the contract', { tags: 'long' }, async () => {
  const { high, low } = await twoRates()
  await fund(client, high.offerId)
  await fund(client, low.offerId)
  const before = await earnedFees()
  for (const { contractId } of [high, low]) {
    const claim = { reason: 'quality', statement: 'Constant.', asks: 'full_refund' } as const
    const { id: disputeId } = await client.api.disputes.open({ contractId, ...claim })
    await vendor.api.disputes.answer({ disputeId, statement: 'Partly.', asks: 'release' })
    const { settlements } = await vendor.api.disputes.propose({
      disputeId,
      toVendorCents: 1_000_000n,
    })
    await client.api.disputes.accept({ settlementId: settlements[0]!.id })
  }
  // 3% and 1.75% of the vendor's $10,000.
  expect((await earnedFees()) - before).toBe(30_000n + 17_500n)
  const [credit] = await documentsOf(client, high.contractId)
  expect(linesOf(credit!).slice(1)).toEqual([
    ['Platform fee (3%)', '-$255.00'],
    ['Total', '-$8,755.00'],
  ])
})

it('a document keeps the rate it was issued with', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const issued = await documentsOf(client, contractId)
  await client.setFee(contractId, 900)
  expect(await documentsOf(client, contractId)).toEqual(issued)
})
