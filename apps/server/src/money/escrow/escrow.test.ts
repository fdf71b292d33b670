import { afterEach, describe, expect, it } from 'vitest'
import {
  actingAs,
  agree,
  balances,
  bankAccount,
  type Deal,
  deliver,
  EXAMPLE_FEE_BPS,
  expectRefusal,
  expectSoundLedger,
  fund,
  fundedDeal,
  postDpr,
  race,
  release,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { lockContract, requestChangesTransition } from '../../market/contracts/service.ts'
import { system } from '../../platform/database/db.ts'
import {
  freezeEscrow,
  processReviewDeadlines,
  releaseDue,
  splitEscrow,
  unfreezeEscrow,
} from './service.ts'

const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { bankDaySeconds: 86_400 },
)
afterEach(() => expectSoundLedger(market))

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

const contractOf = ({ contractId }: Deal) => client.api.contracts.get({ contractId })
const fundsOf = async ({ contractId }: Deal) => {
  const all = await balances(market)
  return (kind: string) => all.get(`${kind}:${contractId}`) ?? 0n
}

async function upfrontDeal(structure: 'upfront' | 'third_upfront' | 'half_upfront') {
  const dprId = await postDpr(client)
  const { id: offerId } = await vendor.api.offers.submit({
    dprId,
    priceCents: 1_850_000n,
    timelineDays: 10,
    description: 'Ours.',
    minAccuracyPercent: null,
    paymentStructure: structure,
    accepted: vendor.accepted,
  })
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  await client.setFee(contractId, EXAMPLE_FEE_BPS)
  await fund(client, offerId)
  return { dprId, offerId, contractId }
}

/** Runs `work` as the system on the locked contract. */
async function onContract<T>(
  { contractId }: Deal,
  work: (
    ctx: Parameters<typeof freezeEscrow>[0],
    contract: Awaited<ReturnType<typeof lockContract>>,
  ) => Promise<T>,
): Promise<T> {
  const { platform } = market
  return await platform.db.transaction(system, async (tx) =>
    work({ tx, now: new Date(), platform }, await lockContract(tx, contractId)),
  )
}

describe('the upfront share', () => {
  it('of 30 % is released with its share of the fee once the bank can no longer take it back', async () => {
    const deal = await upfrontDeal('third_upfront')
    await releaseDue(market.platform, new Date())
    expect((await fundsOf(deal))('escrow')).toBe(1_850_000n)
    const before = (await balances(market)).get(`payable:${vendor.organization.id}`) ?? 0n
    await releaseDue(market.platform, inDays(10))
    const after = await balances(market)
    expect(after.get(`payable:${vendor.organization.id}`)! - before).toBe(555_000n)
    expect(after.get(`escrow:${deal.contractId}`)).toBe(1_295_000n)
    expect(after.get(`fee_deferred:${deal.contractId}`)).toBe(46_250n - 13_875n)
    await releaseDue(market.platform, inDays(10))
    expect((await fundsOf(deal))('escrow')).toBe(1_295_000n)
    await deliver(market, deal.contractId)
    expect(await release(market, client, deal.contractId)).toEqual({ releasedCents: 1_295_000n })
    expect((await fundsOf(deal))('fee_deferred')).toBe(0n)
  })

  it('of everything leaves nothing for the acceptance', async () => {
    const deal = await upfrontDeal('upfront')
    await releaseDue(market.platform, inDays(10))
    expect(await contractOf(deal)).toMatchObject({ heldCents: 0n, releasedCents: 1_850_000n })
    await deliver(market, deal.contractId)
    expect(await release(market, client, deal.contractId)).toEqual({ releasedCents: 0n })
    expect((await contractOf(deal)).status).toBe('completed')
  })

  it('is not released while a dispute freezes it', async () => {
    const deal = await upfrontDeal('half_upfront')
    await onContract(deal, (ctx, contract) => freezeEscrow(ctx, contract))
    await releaseDue(market.platform, inDays(10))
    const funds = await fundsOf(deal)
    expect([funds('escrow'), funds('escrow_frozen')]).toEqual([0n, 1_850_000n])
    await onContract(deal, (ctx, contract) => unfreezeEscrow(ctx, contract))
    expect((await fundsOf(deal))('escrow')).toBe(1_850_000n)
  })
})

describe('a review', () => {
  const newest = async ({ api }: Person) => (await api.notifications.list({ limit: 1 })).items[0]!

  it('is brought to mind 7, 3 and 1 days before its end, once each, and ends in acceptance', async () => {
    const deal = await fundedDeal(client, vendor)
    await deliver(market, deal.contractId)
    for (const [day, words] of [
      [8, 'in 7 days'],
      [12, 'in 3 days'],
      [13.5, 'in 1 day'],
    ] as const) {
      await processReviewDeadlines(market.platform, inDays(day))
      await processReviewDeadlines(market.platform, inDays(day))
      expect((await newest(client)).message).toContain(words)
    }
    const { items } = await client.api.notifications.list({ limit: 100 })
    expect(items.filter(({ title }) => title === 'Delivery awaiting your review')).toHaveLength(3)
    await processReviewDeadlines(market.platform, inDays(14.1))
    expect(await contractOf(deal)).toMatchObject({
      status: 'completed',
      releasedCents: 1_850_000n,
      heldCents: 0n,
    })
    expect((await newest(client)).title).toBe('Delivery accepted automatically')
    expect((await newest(vendor)).title).toBe('Escrow released')
  })

  it('that asked for changes has no clock until the next delivery', async () => {
    const deal = await fundedDeal(client, vendor)
    await deliver(market, deal.contractId)
    const { contractId } = deal
    await actingAs(market, client, (ctx) =>
      requestChangesTransition(ctx, { contractId, reason: 'More rows.' }),
    )
    await processReviewDeadlines(market.platform, inDays(40))
    expect((await contractOf(deal)).status).toBe('in_progress')
    await deliver(market, contractId)
    await processReviewDeadlines(market.platform, inDays(13))
    expect((await contractOf(deal)).status).toBe('pending_review')
    await processReviewDeadlines(market.platform, inDays(15))
    expect((await contractOf(deal)).status).toBe('completed')
  })

  it('of silence against acceptance at the same moment releases once', {
    tags: 'long',
  }, async () => {
    const deal = await fundedDeal(client, vendor)
    await deliver(market, deal.contractId)
    const payable = `payable:${vendor.organization.id}`
    const before = (await balances(market)).get(payable)!
    await Promise.allSettled([
      ...Array.from({ length: 10 }, () => release(market, client, deal.contractId)),
      ...Array.from({ length: 10 }, () => processReviewDeadlines(market.platform, inDays(20))),
    ])
    expect((await balances(market)).get(payable)).toBe(before + 1_850_000n)
  })
})

describe('a split', () => {
  it('of 13,500 to 5,000 shares the fee as the ledger says', async () => {
    const deal = await upfrontDeal('third_upfront')
    await releaseDue(market.platform, inDays(10))
    await onContract(deal, async (ctx, contract) => {
      await freezeEscrow(ctx, contract)
      const parts = { toVendorCents: 795_000n, toClientCents: 500_000n }
      await splitEscrow(ctx, contract, { ...parts, reason: 'ruling' })
    })
    await client.settle()
    const funds = await fundsOf(deal)
    expect([funds('escrow'), funds('escrow_frozen'), funds('fee_deferred')]).toEqual([0n, 0n, 0n])
    const refund = await market.platform.db.transaction(system, (tx) =>
      tx
        .selectFrom('refunds')
        .select(['amount_cents', 'fee_cents', 'state'])
        .where('contract_id', '=', deal.contractId)
        .executeTakeFirstOrThrow(),
    )
    expect(refund).toEqual({ amount_cents: 512_500n, fee_cents: 12_500n, state: 'paid' })
    await closeUnsettled(deal)
  })

  it('whose parts are not the whole is refused', async () => {
    const deal = await fundedDeal(client, vendor)
    for (const parts of [
      { toVendorCents: 1n, toClientCents: 1n },
      { toVendorCents: 1_850_001n, toClientCents: -1n },
    ])
      await expectRefusal(
        onContract(deal, (ctx, contract) =>
          splitEscrow(ctx, contract, { ...parts, reason: 'ruling' }),
        ),
        'amounts_differ',
      )
  })
})

/** The test split a live contract's money without ending it. */
async function closeUnsettled({ contractId }: Deal): Promise<void> {
  await market.platform.db.transaction(system, (tx) =>
    tx
      .updateTable('contracts')
      .set({ status: 'cancelled', stage: null, cancelled_at: new Date() })
      .where('id', '=', contractId)
      .execute(),
  )
}

describe('cancelling', () => {
  it('before payment gives the request back to the market', async () => {
    const deal = await agree(client, vendor)
    const refunded = await client.api.payments.cancel({ contractId: deal.contractId })
    expect(refunded).toEqual({ refundCents: 0n, feeCents: 0n })
    expect((await contractOf(deal)).status).toBe('cancelled')
    expect(await client.api.dprs.get({ dprId: deal.dprId })).toMatchObject({
      status: 'open',
      isAgreed: false,
    })
    const again = await sendOffer(await market.member('vendor'), deal.dprId)
    const { contractId } = await client.api.offers.accept({ offerId: again, revision: 1 })
    await fund(client, again)
    expect((await contractOf({ ...deal, contractId })).status).toBe('in_progress')
  })

  it('after payment returns everything that is held, with its fee', async () => {
    const deal = await fundedDeal(client, vendor)
    expect(await client.api.payments.cancel({ contractId: deal.contractId })).toEqual({
      refundCents: 1_850_000n,
      feeCents: 46_250n,
    })
    const transit = `refund_transit:${client.organization.id}`
    expect((await balances(market)).get(transit)).toBe(1_896_250n)
    await client.settle()
    expect((await balances(market)).get(transit)).toBe(0n)
    expect((await contractOf(deal)).status).toBe('cancelled')
    expect((await client.api.dprs.get({ dprId: deal.dprId })).status).toBe('cancelled')
  })

  it('leaves a released upfront share with the vendor', async () => {
    const deal = await upfrontDeal('half_upfront')
    await releaseDue(market.platform, inDays(10))
    const { refundCents, feeCents } = await vendor.api.payments.cancel({
      contractId: deal.contractId,
    })
    expect([refundCents, feeCents]).toEqual([925_000n, null])
    await client.settle()
    expect(await contractOf(deal)).toMatchObject({ heldCents: 0n, releasedCents: 925_000n })
  })

  it('is refused after the delivery, to strangers, to visitors and a second time', async () => {
    const deal = await fundedDeal(client, vendor)
    const { contractId } = deal
    await expectRefusal(
      (await market.member('both')).api.payments.cancel({ contractId }),
      'not_found',
    )
    await expectRefusal(market.visitor.payments.cancel({ contractId }), 'sign_in_required')
    await deliver(market, contractId)
    for (const { api } of [client, vendor])
      await expectRefusal(api.payments.cancel({ contractId }), 'contract_fixed')
    const other = await fundedDeal(client, vendor)
    const { wins, codes } = await race(10, () =>
      client.api.payments.cancel({ contractId: other.contractId }),
    )
    expect([wins, codes]).toEqual([1, new Set(['contract_fixed'])])
    await client.settle()
  })
})

it('a refund that the bank sends back after paying it is in transit again, and staff are told', {
  tags: 'long',
}, async () => {
  const deal = await agree(client, vendor)
  const sentBack = { ...bankAccount, accountNumber: '000123459502' }
  const { offerId } = deal
  await client.api.payments.fund({ offerId, bankAccount: sentBack, accepted: client.accepted })
  await client.settle()
  const transit = `refund_transit:${client.organization.id}`
  const before = (await balances(market)).get(transit) ?? 0n
  await client.api.payments.cancel({ contractId: deal.contractId })
  await client.settle()
  expect((await balances(market)).get(transit)).toBe(before)
  await client.settle('returned')
  expect((await balances(market)).get(transit)).toBe(before + 1_896_250n)
  const [refund] = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('refunds')
      .select(['state', 'failure_code'])
      .where('contract_id', '=', deal.contractId)
      .execute(),
  )
  expect(refund).toEqual({ state: 'failed', failure_code: 'R02' })
})

it('a refund that the bank refuses is tried three times, then it is for staff', {
  tags: 'long',
}, async () => {
  const deal = await agree(client, vendor)
  const closed = { ...bankAccount, accountNumber: '000123459402' }
  const { offerId, contractId } = deal
  await client.api.payments.fund({ offerId, bankAccount: closed, accepted: client.accepted })
  await client.settle()
  await client.api.payments.cancel({ contractId })
  await client.settle()
  const [refund] = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('refunds')
      .select(['state', 'attempt'])
      .where('contract_id', '=', contractId)
      .execute(),
  )
  expect(refund).toEqual({ state: 'failed', attempt: 3 })
})
