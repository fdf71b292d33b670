import { setTimeout as sleep } from 'node:timers/promises'
import { paymentStates, trancheStates } from '@semblance/contract'
import { afterEach, describe, expect, it } from 'vitest'
import {
  agree,
  bankAccount,
  type Deal,
  deliver,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  pay,
  postDpr,
  release,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

const payFrom = ({ offerId }: Deal, accountNumber: string) =>
  client.api.payments.fund({
    offerId,
    bankAccount: { ...bankAccount, accountNumber },
    accepted: client.accepted,
  })
const get = (by: Person, { contractId }: Deal) => by.api.payments.get({ contractId })
const history = async (by: Person, { contractId }: Deal) =>
  (await by.api.payments.history({ contractId })).items

/** Two banking days, of a millisecond each, after the bank has settled. */
async function releaseUpfront() {
  await sleep(20)
  await market.app.jobs['escrow.release']!({}, {} as never)
}

/** 30 % are released once the payment is final. */
async function dealWithUpfront(): Promise<Deal> {
  const deal = await agree(client, vendor)
  await market.platform.db.transaction(system, (tx) =>
    tx
      .updateTable('offers')
      .set({ payment_structure: 'third_upfront' })
      .where('id', '=', deal.offerId)
      .execute(),
  )
  return deal
}

describe('statuses of money', () => {
  it('each state of a payment, a tranche, a refund and a document maps to its status', async () => {
    const rows = await market.platform.db.transaction(system, (tx) =>
      tx.selectFrom('money_labels').selectAll().execute(),
    )
    const statusOf = new Map(rows.map((row) => [`${row.object} ${row.state}`, row.status]))
    expect(statusOf.size).toBe(rows.length)
    for (const state of paymentStates) expect(statusOf.has(`funding ${state}`)).toBe(true)
    for (const state of trancheStates) expect(statusOf.has(`tranche ${state}`)).toBe(true)
    expect(Object.fromEntries(statusOf)).toMatchObject({
      'funding submitted': 'pending',
      'funding settled': 'escrow',
      'funding failed': 'failed',
      'funding returned': 'failed',
      'tranche unfunded': 'pending',
      'tranche pending': 'pending',
      'tranche held': 'held',
      'tranche frozen': 'held',
      'tranche released': 'completed',
      'refund paid': 'completed',
      'contract held': 'escrow',
      'contract settled': 'completed',
      'payout paid': 'paid',
      'payout needs_attention': 'failed',
      'invoice open': 'pending',
      'invoice paid': 'paid',
    })
  })
})

describe('the checkout', () => {
  it('says what is due, how it is split, and how long a delivery may be reviewed', async () => {
    const deal = await dealWithUpfront()
    expect(await client.api.payments.checkout({ offerId: deal.offerId })).toMatchObject({
      amountCents: 1_850_000n,
      feeCents: 46_250n,
      totalCents: 1_896_250n,
      reason: 'funding',
      structure: 'third_upfront',
      upfrontCents: 555_000n,
      onAcceptanceCents: 1_295_000n,
      reviewDays: 14,
      payment: null,
    })
  })

  it('shows everybody of the organization a payment under way, and nothing more to pay', async () => {
    const deal = await agree(client, vendor)
    await pay(client, deal.offerId)
    const colleague = await market.colleague(client, 'member')
    const { payment, totalCents } = await colleague.api.payments.checkout({ offerId: deal.offerId })
    expect(totalCents).toBe(0n)
    expect(payment).toMatchObject({
      state: 'submitted',
      amountCents: 1_896_250n,
      feeCents: 46_250n,
      failure: null,
      bankName: 'First Bank',
      last4: '6789',
    })
    expect(payment!.expectedAt!.getTime()).toBeGreaterThan(payment!.createdAt.getTime())
    await client.settle()
    const after = await client.api.payments.checkout({ offerId: deal.offerId })
    expect(after).toMatchObject({ totalCents: 0n, payment: { state: 'settled', expectedAt: null } })
  })

  it('says in words why the bank refused, and asks for the same amount again', async () => {
    const deal = await agree(client, vendor)
    await payFrom(deal, '000123459001')
    await client.settle()
    const checkout = await client.api.payments.checkout({ offerId: deal.offerId })
    expect(checkout.totalCents).toBe(1_896_250n)
    expect(checkout.payment).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/^The account does not hold enough money/),
    })
    expect(await get(client, deal)).toMatchObject({ paymentStatus: 'failed' })
  })

  it('asks again for what the bank took back', { tags: 'long' }, async () => {
    const deal = await agree(client, vendor)
    await payFrom(deal, '000123459010')
    await client.settle('returned')
    expect(await client.api.payments.checkout({ offerId: deal.offerId })).toMatchObject({
      reason: 'returned',
      totalCents: 1_896_250n,
      payment: { state: 'returned' },
    })
  })

  it('is the client’s alone, and there once the offer is accepted', async () => {
    const deal = await agree(client, vendor)
    const { offerId } = deal
    const other = await market.member('client')
    await expectRefusal(other.api.payments.checkout({ offerId }), 'not_found')
    await expectRefusal(vendor.api.payments.checkout({ offerId }), 'not_permitted')
    await expectRefusal(market.visitor.payments.checkout({ offerId }), 'sign_in_required')
    const open = await sendOffer(vendor, await postDpr(client))
    await expectRefusal(client.api.payments.checkout({ offerId: open }), 'offer_not_accepted')
  })
})

describe('payment details', () => {
  it('show each side its own total, and the same parts', async () => {
    const deal = await dealWithUpfront()
    expect(await get(client, deal)).toMatchObject({
      side: 'client',
      totalCents: 1_896_250n,
      feeCents: 46_250n,
      paymentStatus: 'pending',
    })
    const { tranches, ...details } = await get(vendor, deal)
    expect(details).toMatchObject({
      side: 'vendor',
      totalCents: 1_850_000n,
      feeCents: null,
      payment: null,
    })
    expect(tranches).toMatchObject([
      { title: 'Upfront (30%)', amountCents: 555_000n, status: 'pending' },
      { title: 'On delivery (70%)', amountCents: 1_295_000n, status: 'pending' },
    ])
  })

  it('follow the money from the bank through escrow to the vendor', async () => {
    const deal = await dealWithUpfront()
    await pay(client, deal.offerId)
    expect(await get(vendor, deal)).toMatchObject({
      paymentStatus: 'pending',
      escrow: { pendingCents: 1_850_000n, heldCents: 0n },
    })
    await client.settle()
    expect(await get(vendor, deal)).toMatchObject({
      paymentStatus: 'escrow',
      escrow: { pendingCents: 0n, heldCents: 1_850_000n, expectedBy: 'delivery' },
      tranches: [{ status: 'held' }, { status: 'held' }],
    })
    await releaseUpfront()
    expect(await get(vendor, deal)).toMatchObject({
      escrow: { heldCents: 1_295_000n, releasedCents: 555_000n },
      tranches: [{ status: 'completed', condition: 'Released to the vendor' }, { status: 'held' }],
    })
    await deliver(market, deal.contractId)
    const { escrow } = await get(vendor, deal)
    expect(escrow.expectedBy).toBe('review')
    expect(escrow.expectedRelease!.getTime()).toBeGreaterThan(Date.now() + 13 * 86_400_000)
    await release(market, client, deal.contractId)
    expect(await get(vendor, deal)).toMatchObject({
      paymentStatus: 'completed',
      escrow: { heldCents: 0n, releasedCents: 1_850_000n, expectedRelease: null },
    })
    expect(await history(vendor, deal)).toMatchObject([
      { kind: 'release', amountCents: 1_295_000n, status: 'completed', method: 'Escrow release' },
      { kind: 'release', amountCents: 555_000n, status: 'completed' },
      { kind: 'funding', amountCents: 1_850_000n, status: 'escrow', method: 'ACH' },
    ])
    const own = await history(client, deal)
    expect(own.at(-1)).toMatchObject({
      amountCents: 1_896_250n,
      method: 'ACH, First Bank ····6789',
    })
    expect(own[0]!.transactionId).toMatch(/^TXN-[0-9A-F]{8}$/)
  })

  it('tell a dispute from ordinary holding', { tags: 'long' }, async () => {
    const deal = await fundedDeal(client, vendor)
    await client.api.disputes.open({
      contractId: deal.contractId,
      reason: 'unreachable',
      asks: 'full_refund',
      statement: 'Nothing has come, and nobody answers.',
    })
    expect(await get(vendor, deal)).toMatchObject({
      paymentStatus: 'escrow',
      escrow: { heldCents: 1_850_000n, frozenCents: 1_850_000n, expectedRelease: null },
      tranches: [{ status: 'held', condition: 'In dispute: held until it is settled' }],
      cancellation: null,
    })
  })

  it('say to the cent what a cancellation gives back, and then that it did', {
    tags: 'long',
  }, async () => {
    const deal = await dealWithUpfront()
    expect((await get(client, deal)).cancellation).toEqual({
      refundCents: 0n,
      feeCents: 0n,
      keptCents: 0n,
    })
    await pay(client, deal.offerId)
    await client.settle()
    await releaseUpfront()
    const expected = { refundCents: 1_295_000n, feeCents: 32_375n, keptCents: 555_000n }
    expect((await get(client, deal)).cancellation).toEqual(expected)
    const { refundCents, feeCents } = await client.api.payments.cancel(deal)
    expect({ refundCents, feeCents }).toEqual({ refundCents: 1_295_000n, feeCents: 32_375n })
    await client.settle()
    const details = await get(client, deal)
    expect(details).toMatchObject({
      paymentStatus: 'completed',
      escrow: { heldCents: 0n, refundedCents: 1_295_000n, releasedCents: 555_000n },
      cancellation: null,
    })
    expect((await history(client, deal))[0]).toMatchObject({
      kind: 'refund',
      amountCents: 1_327_375n,
      status: 'completed',
    })
  })

  it('tell the client alone what its bank said', async () => {
    const deal = await agree(client, vendor)
    await payFrom(deal, '000123459002')
    await client.settle()
    expect((await history(client, deal))[0]).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^The account is closed/),
    })
    expect((await history(vendor, deal))[0]).toMatchObject({
      status: 'failed',
      failure: null,
      method: 'ACH',
    })
  })

  it('go on by pages', async () => {
    const deal = await fundedDeal(client, vendor)
    await deliver(market, deal.contractId)
    await release(market, client, deal.contractId)
    const { contractId } = deal
    const first = await client.api.payments.history({ contractId, limit: 1 })
    const second = await client.api.payments.history({
      contractId,
      limit: 1,
      cursor: first.nextCursor!,
    })
    expect([...first.items, ...second.items].map(({ kind }) => kind)).toEqual([
      'release',
      'funding',
    ])
    expect(second.nextCursor).toBeNull()
  })

  it('are nobody else’s', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const other = await market.member('both')
    for (const read of [other.api.payments.get, other.api.payments.history] as const)
      await expectRefusal(read({ contractId }), 'not_found')
    await expectRefusal(market.visitor.payments.get({ contractId }), 'sign_in_required')
    await expectRefusal(market.visitor.payments.history({ contractId }), 'sign_in_required')
    const seen = await market.platform.db.transaction(
      { role: 'authenticated', sub: other.userId, org_ids: [other.organization.id] },
      (tx) => tx.selectFrom('money_history').selectAll().execute(),
    )
    expect(seen).toEqual([])
  })
})
