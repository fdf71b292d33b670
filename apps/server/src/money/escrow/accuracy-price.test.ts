import { feeCents, type PaymentStructure } from '@semblance/contract'
import { afterEach, describe, expect, it } from 'vitest'
import {
  balances,
  bankAccount,
  type Deal,
  deliver,
  EXAMPLE_FEE_BPS,
  expectRefusal,
  expectSoundLedger,
  fund,
  postDpr,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { casesOf } from '../../../testing/test-length.ts'
import { system } from '../../platform/database/db.ts'
import { processReviewDeadlines, releaseDue } from './service.ts'

const { market, client, vendor, rival } = await useMarket(
  { client: 'client', vendor: 'vendor', rival: 'client' },
  { bankDaySeconds: 86_400 },
)
afterEach(() => expectSoundLedger(market))

const PRICE = 1_000_000n
const slope = { minAccuracyPercent: 90, targetAccuracyPercent: 95, floorPricePercent: 60 }
/** The built-in bank takes back what it has settled from this account. */
const COMES_BACK = '000123459010'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function offer(terms: object = slope, priceCents = PRICE) {
  const dprId = await postDpr(client)
  const { id: offerId } = await vendor.api.offers.submit({
    dprId,
    priceCents,
    timelineDays: 10,
    description: 'Ours.',
    minAccuracyPercent: null,
    accepted: vendor.accepted,
    ...terms,
  })
  return { dprId, offerId }
}

async function pricedDeal(terms: object = slope, priceCents = PRICE): Promise<Deal> {
  const { dprId, offerId } = await offer(terms, priceCents)
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  await client.setFee(contractId, EXAMPLE_FEE_BPS)
  await fund(client, offerId)
  return { dprId, offerId, contractId }
}

const duePrice = async ({ contractId }: Deal) =>
  (await client.api.contracts.get({ contractId })).duePrice
const refundOf = async ({ contractId }: Deal) =>
  await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('refunds')
      .select(['amount_cents', 'fee_cents', 'reason'])
      .where('contract_id', '=', contractId)
      .executeTakeFirst(),
  )
const mailsTo = async (email: string) => {
  const rows = await market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('app.mails').select('text_body').where('recipient', '=', email).execute(),
  )
  return rows.map(({ text_body }) => text_body)
}
/** Runs `work`, and returns by how much the vendor's payable account has grown. */
async function earnedBy(work: () => Promise<unknown>): Promise<bigint> {
  const payable = async () =>
    (await balances(market)).get(`payable:${vendor.organization.id}`) ?? 0n
  const before = await payable()
  await work()
  return (await payable()) - before
}
const expectEmptyEscrow = async ({ contractId }: Deal) => {
  const all = await balances(market)
  for (const kind of ['escrow', 'escrow_frozen', 'fee_deferred'])
    expect(all.get(`${kind}:${contractId}`) ?? 0n).toBe(0n)
}

describe('a delivery whose price depends on its accuracy', () => {
  it('pays the vendor the price at its accuracy, and the client gets the rest back with the fee on it', async () => {
    const deal = await pricedDeal()
    expect(await duePrice(deal)).toBeNull()
    await deliver(market, deal.contractId, 925, { lowTenths: 912, highTenths: 937 })
    const stated = {
      cents: 800_000n,
      accuracyTenths: 925,
      interval: { lowTenths: 912, highTenths: 937, lowCents: 696_000n, highCents: 896_000n },
      minPercent: 90,
      targetPercent: 95,
      floorPercent: 60,
    }
    expect(await duePrice(deal)).toEqual(stated)
    expect((await vendor.api.contracts.get({ contractId: deal.contractId })).duePrice).toEqual(
      stated,
    )
    expect(await earnedBy(() => release(market, client, deal.contractId))).toBe(800_000n)
    expect(await refundOf(deal)).toEqual({
      amount_cents: 205_000n,
      fee_cents: 5_000n,
      reason: 'accuracy',
    })
    await expectEmptyEscrow(deal)
    const { status } = await client.api.contracts.get({ contractId: deal.contractId })
    expect(status).toBe('completed')
    expect((await mailsTo(vendor.email)).join()).toMatch(/between 91.2% and 93.7%.*\$6,960.00/s)
    const invoices = await market.platform.db.transaction(system, (tx) =>
      tx
        .selectFrom('invoices')
        .select(['kind', 'price_cents', 'fee_cents'])
        .where('contract_id', '=', deal.contractId)
        .execute(),
    )
    expect(invoices.map(({ price_cents }) => price_cents)).toContain(800_000n)
  })

  it('adds up to the cent, whatever price, accuracy and share at the start', {
    tags: 'scaled',
  }, async () => {
    const cases = casesOf<
      [priceCents: bigint, accuracyTenths: number, paymentStructure: PaymentStructure]
    >(
      [[333_333n, 931, 'half_upfront']],
      [
        [100_001n, 900, 'third_upfront'],
        [77_777n, 949, 'on_delivery'],
      ],
    )
    for (const [priceCents, accuracyTenths, paymentStructure] of cases) {
      const deal = await pricedDeal({ ...slope, paymentStructure }, priceCents)
      const early = await earnedBy(() => releaseDue(market.platform, inDays(10)))
      await deliver(market, deal.contractId, accuracyTenths)
      const { cents } = (await duePrice(deal))!
      const late = await earnedBy(() => release(market, client, deal.contractId))
      expect(early + late).toBe(cents)
      const refund = (await refundOf(deal))!
      expect(refund.amount_cents - refund.fee_cents).toBe(priceCents - cents)
      expect(refund.fee_cents).toBe(
        feeCents(priceCents, EXAMPLE_FEE_BPS) - feeCents(cents, EXAMPLE_FEE_BPS),
      )
      await expectEmptyEscrow(deal)
    }
  })

  it('is paid in full at the target, and when the review ends by itself at what is due', {
    tags: 'long',
  }, async () => {
    const full = await pricedDeal()
    await deliver(market, full.contractId, 950)
    expect(await earnedBy(() => release(market, client, full.contractId))).toBe(PRICE)
    expect(await refundOf(full)).toBeUndefined()
    const late = await pricedDeal()
    await deliver(market, late.contractId, 900)
    const paid = await earnedBy(() => processReviewDeadlines(market.platform, inDays(30)))
    expect(paid).toBe(600_000n)
    await expectEmptyEscrow(late)
  })

  it('is priced again when it is delivered again', { tags: 'long' }, async () => {
    const deal = await pricedDeal()
    await deliver(market, deal.contractId, 910)
    expect((await duePrice(deal))?.cents).toBe(680_000n)
    await client.api.deliveries.requestChanges({
      contractId: deal.contractId,
      reason: 'Too coarse.',
    })
    expect(await duePrice(deal)).toBeNull()
    await deliver(market, deal.contractId, 940)
    expect((await duePrice(deal))?.cents).toBe(920_000n)
    expect(await earnedBy(() => release(market, client, deal.contractId))).toBe(920_000n)
  })

  it('bounds what a settlement of a dispute gives to the vendor', async () => {
    const deal = await pricedDeal()
    await deliver(market, deal.contractId, 925)
    const { id: disputeId } = await client.api.disputes.open({
      contractId: deal.contractId,
      reason: 'quality',
      statement: 'Constant.',
      asks: 'full_refund',
    })
    await expectRefusal(
      vendor.api.disputes.propose({ disputeId, toVendorCents: 800_001n }),
      'bad_input',
    )
    const proposed = await vendor.api.disputes.propose({
      disputeId,
      toVendorCents: 800_000n,
    })
    const settlementId = proposed.settlements[0]!.id
    expect(await earnedBy(() => client.api.disputes.accept({ settlementId }))).toBe(800_000n)
    await expectEmptyEscrow(deal)
  })

  it('is neither read nor accepted by others', async () => {
    const { dprId, contractId } = await pricedDeal()
    await deliver(market, contractId, 925)
    await expectRefusal(rival.api.contracts.get({ contractId }), 'not_found')
    await expectRefusal(rival.api.deliveries.release({ dprId }), 'not_found')
    await release(market, client, contractId)
  })

  it('costs what was agreed at a fixed price, at any accuracy', async () => {
    const deal = await pricedDeal({ minAccuracyPercent: 90 })
    await deliver(market, deal.contractId, 901)
    expect(await duePrice(deal)).toBeNull()
    expect(await earnedBy(() => release(market, client, deal.contractId))).toBe(PRICE)
  })
})

describe('terms of a price that depends on the accuracy', () => {
  it.each([
    [{ ...slope, minAccuracyPercent: null }, 'price_terms_incomplete'],
    [{ ...slope, floorPricePercent: null }, 'price_terms_incomplete'],
    [{ ...slope, targetAccuracyPercent: 89 }, 'target_below_minimum'],
    [{ ...slope, paymentStructure: 'upfront' }, 'floor_below_released'],
  ] as const)('%j are refused', async (terms, code) => {
    await expectRefusal(offer(terms), code)
  })

  const talkAbout = async (dprId: string) =>
    (await client.api.negotiation.open({ dprId, vendorId: vendor.organization.id })).id

  it('are taken away by a proposal, both together, and the price is fixed from then on', {
    tags: 'long',
  }, async () => {
    const { dprId, offerId } = await offer()
    const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
    const input = { conversationId: await talkAbout(dprId), revision: 1 }
    await expectRefusal(
      vendor.api.negotiation.propose({ ...input, changes: { targetAccuracyPercent: null } }),
      'price_terms_incomplete',
    )
    const changes = { targetAccuracyPercent: null, floorPricePercent: null }
    const proposal = await vendor.api.negotiation.propose({ ...input, changes })
    expect(proposal.changes).toEqual([
      { field: 'target', from: 95, to: null },
      { field: 'floor', from: 60, to: null },
    ])
    expect(proposal.proposed).toEqual(changes)
    await client.api.negotiation.approve({ proposalId: proposal.id })
    const { values } = (await client.api.negotiation.terms(input))!
    expect(values).toMatchObject({ minAccuracyPercent: 90, ...changes })
    await fund(client, offerId)
    await deliver(market, contractId, 900)
    expect((await client.api.contracts.get({ contractId })).duePrice).toBeNull()
    expect(await earnedBy(() => release(market, client, contractId))).toBe(PRICE)
  })

  it('that are agreed after the delivery price it at the accuracy that was measured', {
    tags: 'long',
  }, async () => {
    const { dprId, offerId } = await offer({ minAccuracyPercent: 90 })
    const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
    await client.api.payments.fund({
      offerId,
      bankAccount: { ...bankAccount, accountNumber: COMES_BACK },
      accepted: client.accepted,
    })
    await client.settle()
    await deliver(market, contractId, 925, { lowTenths: 912, highTenths: 937 })
    await client.settle('returned')
    const input = { conversationId: await talkAbout(dprId), revision: 1 }
    const changes = { targetAccuracyPercent: 95, floorPricePercent: 60 }
    const proposal = await client.api.negotiation.propose({ ...input, changes })
    await vendor.api.negotiation.approve({ proposalId: proposal.id })
    expect((await client.api.contracts.get({ contractId })).duePrice).toMatchObject({
      cents: 800_000n,
      interval: { lowCents: 696_000n, highCents: 896_000n },
    })
    await fund(client, offerId)
    expect(await earnedBy(() => release(market, client, contractId))).toBe(800_000n)
  })

  it('are negotiated as values, and bind the contract', async () => {
    const { dprId, offerId } = await offer()
    const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
    const conversationId = await talkAbout(dprId)
    const input = { conversationId, revision: 1 }
    await expectRefusal(
      client.api.negotiation.propose({ ...input, changes: { targetAccuracyPercent: 80 } }),
      'target_below_minimum',
    )
    const proposal = await client.api.negotiation.propose({
      ...input,
      changes: { floorPricePercent: 50 },
    })
    expect(proposal.changes).toEqual([{ field: 'floor', from: 60, to: 50 }])
    await vendor.api.negotiation.approve({ proposalId: proposal.id })
    await fund(client, offerId)
    await deliver(market, contractId, 900)
    expect((await client.api.contracts.get({ contractId })).duePrice?.cents).toBe(500_000n)
  })
})
