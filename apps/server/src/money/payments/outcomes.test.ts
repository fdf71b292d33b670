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
  pay,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { changeTerms } from '../../market/offers/service.ts'
import { system } from '../../platform/database/db.ts'
import { releaseDue } from '../escrow/service.ts'
import { applyPaymentOutcome } from './service.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

/** Accounts that the built-in bank treats so, by their last digits; see docs/bank.md. */
const insufficientFunds = { ...bankAccount, accountNumber: '000123459001' }
const takenBackLate = { ...bankAccount, accountNumber: '000123459010' }

const payFrom = ({ offerId }: Deal, account: typeof bankAccount) =>
  client.api.payments.fund({ offerId, bankAccount: account, accepted: client.accepted })
const contractOf = ({ contractId }: Deal) => client.api.contracts.get({ contractId })
const fundsOf = async ({ contractId }: Deal) => {
  const all = await balances(market)
  return (kind: string) => all.get(`${kind}:${contractId}`) ?? 0n
}
const newest = async ({ api }: Person) => (await api.notifications.list({ limit: 1 })).items[0]!
const net = async (code: string) => (await balances(market)).get(code) ?? 0n

/** Returns the organizations whose open pages read the contract again. */
async function changesRead({ contractId }: Deal): Promise<Set<string>> {
  const { rows } = await market.platform.db.pool.query<{ organization: string }>(
    `select organization from app.events where topic = 'contract.changed' and payload ->> 'id' = $1`,
    [contractId],
  )
  return new Set(rows.map(({ organization }) => organization))
}

async function changePrice({ offerId }: Deal, priceCents: bigint) {
  const { revision } = await vendor.api.offers.getSent({ offerId })
  return await actingAs(market, vendor, (ctx) =>
    changeTerms(ctx, {
      offerId,
      baseRevision: revision,
      changes: { priceCents },
      changedBy: vendor.organization.id,
      consent: null,
    }),
  )
}

describe('a payment with the bank', () => {
  it('is pending until it settles, and no work begins', async () => {
    const deal = await agree(client, vendor)
    await pay(client, deal.offerId)
    expect((await fundsOf(deal))('escrow_pending')).toBe(1_896_250n)
    expect(await contractOf(deal)).toMatchObject({ status: 'awaiting_payment', heldCents: 0n })
    await expectRefusal(pay(client, deal.offerId), 'already_funded')
    await client.settle()
    expect((await fundsOf(deal))('escrow_pending')).toBe(0n)
    expect(await contractOf(deal)).toMatchObject({ status: 'in_progress', heldCents: 1_850_000n })
  })

  it('that is refused leaves nothing behind, and another one can be made', async () => {
    const deal = await agree(client, vendor)
    const before = await net('cash_trust')
    await payFrom(deal, insufficientFunds)
    await client.settle()
    expect(await net('cash_trust')).toBe(before)
    expect((await fundsOf(deal))('escrow_pending')).toBe(0n)
    expect((await newest(client)).title).toBe('Payment failed')
    expect((await contractOf(deal)).status).toBe('awaiting_payment')
    await fund(client, deal.offerId)
    expect((await contractOf(deal)).status).toBe('in_progress')
  })

  it('can be cancelled before the bank has it, and not after', async () => {
    const early = await agree(client, vendor)
    await pay(client, early.offerId)
    await client.api.payments.cancel({ contractId: early.contractId })
    expect((await fundsOf(early))('escrow_pending')).toBe(0n)
    const late = await agree(client, vendor)
    await pay(client, late.offerId)
    await client.settle('submitted')
    await expectRefusal(
      client.api.payments.cancel({ contractId: late.contractId }),
      'payment_underway',
    )
    await client.settle()
    expect((await contractOf(early)).status).toBe('cancelled')
    expect((await contractOf(late)).status).toBe('in_progress')
  })

  it('that settles twice is in escrow once', async () => {
    const deal = await fundedDeal(client, vendor)
    const { platform } = market
    await platform.db.transaction(system, async (tx) => {
      const { id } = await tx
        .selectFrom('payments')
        .select('id')
        .where('contract_id', '=', deal.contractId)
        .executeTakeFirstOrThrow()
      const again = { key: `payment:${id}`, outcome: 'settled', code: null } as const
      await applyPaymentOutcome({ tx, now: new Date(), platform }, again)
    })
    expect((await fundsOf(deal))('escrow')).toBe(1_850_000n)
  })
})

describe('a payment that the bank takes back', () => {
  it('stops the work; another one lets it go on where it was', async () => {
    const deal = await agree(client, vendor)
    await payFrom(deal, takenBackLate)
    await client.settle()
    expect((await newest(vendor)).title).toBe('Escrow funded')
    await deliver(market, deal.contractId)
    await market.platform.db.pool.query('delete from app.events')
    await client.settle('returned')
    expect(await contractOf(deal)).toMatchObject({ status: 'awaiting_payment', heldCents: 0n })
    expect(await vendor.api.contracts.get({ contractId: deal.contractId })).toMatchObject({
      status: 'awaiting_payment',
      heldCents: 0n,
    })
    expect((await newest(vendor)).title).toBe('Escrow interrupted')
    const { items } = await client.api.payments.history({ contractId: deal.contractId })
    expect(items.map(({ kind }) => kind)).toEqual(['return', 'funding'])
    expect(await changesRead(deal)).toEqual(
      new Set([client.organization.id, vendor.organization.id]),
    )
    await expectRefusal(release(market, client, deal.contractId), 'not_awaiting_review')
    await fund(client, deal.offerId)
    expect(await contractOf(deal)).toMatchObject({
      status: 'pending_review',
      heldCents: 1_850_000n,
    })
    expect(await release(market, client, deal.contractId)).toEqual({ releasedCents: 1_850_000n })
  })

  it('is not made good by a top-up that was on its way meanwhile', { tags: 'long' }, async () => {
    const deal = await agree(client, vendor)
    await payFrom(deal, takenBackLate)
    await client.settle()
    await changePrice(deal, 2_000_000n)
    await pay(client, deal.offerId)
    await client.settle('returned')
    expect(await contractOf(deal)).toMatchObject({
      status: 'awaiting_payment',
      heldCents: 150_000n,
    })
    await fund(client, deal.offerId)
    expect(await contractOf(deal)).toMatchObject({ status: 'in_progress', heldCents: 2_000_000n })
  })

  it('after the release is owed by the client, and no other escrow pays for it', {
    tags: 'long',
  }, async () => {
    const other = await fundedDeal(client, vendor)
    const deal = await agree(client, vendor)
    await payFrom(deal, takenBackLate)
    await client.settle()
    await deliver(market, deal.contractId)
    await release(market, client, deal.contractId)
    await client.settle('returned')
    const receivable = `receivable_client:${client.organization.id}`
    expect(-(await net(receivable))).toBe(1_850_000n)
    expect((await fundsOf(other))('escrow')).toBe(1_850_000n)
    expect(await contractOf(deal)).toMatchObject({
      status: 'completed',
      releasedCents: 1_850_000n,
    })
    await fund(client, deal.offerId)
    expect(await net(receivable)).toBe(0n)
    await expectRefusal(pay(client, deal.offerId), 'already_funded')
  })

  it('after an upfront share counts that share as owed, and the rest as unpaid', {
    tags: 'long',
  }, async () => {
    const { id: offerId, contractId, dprId } = await upfront()
    const deal = { offerId, contractId, dprId }
    await payFrom(deal, takenBackLate)
    await client.settle()
    await releaseDue(market.platform, new Date(Date.now() + 864_000_000))
    await client.settle('returned')
    expect(await contractOf(deal)).toMatchObject({
      status: 'awaiting_payment',
      heldCents: 0n,
      releasedCents: 555_000n,
    })
    expect(-(await net(`receivable_client:${client.organization.id}`))).toBe(555_000n)
    await fund(client, deal.offerId)
    expect(await contractOf(deal)).toMatchObject({
      status: 'in_progress',
      heldCents: 1_295_000n,
      releasedCents: 555_000n,
    })
    expect((await fundsOf(deal))('fee_deferred')).toBe(32_375n)
    expect(await net(`receivable_client:${client.organization.id}`)).toBe(0n)
  })

  it('leaves the price open: lowered again, it takes what is unpaid, the upfront share last', {
    tags: 'long',
  }, async () => {
    const { id: offerId, contractId, dprId } = await upfront()
    const deal = { offerId, contractId, dprId }
    await payFrom(deal, takenBackLate)
    await client.settle()
    await changePrice(deal, 1_000_000n)
    await client.settle('returned')
    await changePrice(deal, 400_000n)
    expect((await contractOf(deal)).heldCents).toBe(0n)
    await fund(client, deal.offerId)
    expect(await contractOf(deal)).toMatchObject({ status: 'in_progress', heldCents: 400_000n })
    await releaseDue(market.platform, new Date(Date.now() + 864_000_000))
    expect((await contractOf(deal)).releasedCents).toBe(400_000n)
  })

  async function upfront() {
    const { dprId } = await agree(client, vendor).then(async (deal) => {
      await client.api.payments.cancel({ contractId: deal.contractId })
      return deal
    })
    const { id } = await vendor.api.offers.submit({
      dprId,
      priceCents: 1_850_000n,
      timelineDays: 10,
      description: 'Ours.',
      minAccuracyPercent: null,
      paymentStructure: 'third_upfront',
      accepted: vendor.accepted,
    })
    const { contractId } = await client.api.offers.accept({ offerId: id, revision: 1 })
    await client.setFee(contractId, EXAMPLE_FEE_BPS)
    return { id, contractId, dprId }
  }
})

describe('a price changed in escrow', () => {
  it('upward is topped up before the delivery can be accepted', async () => {
    const deal = await fundedDeal(client, vendor)
    await changePrice(deal, 2_000_000n)
    expect((await newest(client)).title).toBe('Top-up due')
    expect((await contractOf(deal)).heldCents).toBe(1_850_000n)
    await deliver(market, deal.contractId)
    await expectRefusal(release(market, client, deal.contractId), 'top_up_due')
    await fund(client, deal.offerId)
    const funds = await fundsOf(deal)
    expect([funds('escrow'), funds('fee_deferred')]).toEqual([2_000_000n, 50_000n])
    expect(await release(market, client, deal.contractId)).toEqual({ releasedCents: 2_000_000n })
  })

  it('downward goes back in part, with its fee', async () => {
    const deal = await fundedDeal(client, vendor)
    await changePrice(deal, 1_800_000n)
    await client.settle()
    const funds = await fundsOf(deal)
    expect([funds('escrow'), funds('fee_deferred')]).toEqual([1_800_000n, 45_000n])
    expect(await net(`refund_transit:${client.organization.id}`)).toBe(0n)
  })

  it('up and down again before the top-up is paid moves no money', { tags: 'long' }, async () => {
    const deal = await fundedDeal(client, vendor)
    await changePrice(deal, 2_000_000n)
    await changePrice(deal, 1_850_000n)
    await expectRefusal(pay(client, deal.offerId), 'already_funded')
    expect((await fundsOf(deal))('escrow')).toBe(1_850_000n)
  })

  it('waits while the bank has a payment', async () => {
    const deal = await agree(client, vendor)
    await pay(client, deal.offerId)
    await expectRefusal(changePrice(deal, 1_000_000n), 'payment_underway')
    await client.settle()
  })
})
