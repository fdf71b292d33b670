/** Money that goes out: transfers to vendors, refunds to clients, and the statement of both. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { KEYS } from '../../../../testing/fakes/fake-stripe.ts'
import type { Person } from '../../../../testing/fixtures/market-fixtures.ts'
import {
  instructAlone,
  instructionOf,
  openStripeMarket,
  outcomesOf,
  runEvents,
  type StripeMarket,
  tryOnce,
} from '../../../../testing/fixtures/stripe-fixtures.ts'
import { system } from '../../../platform/database/db.ts'
import { openBank } from '../providers.ts'
import { canReceive } from '../service.ts'
import { openStripe } from './client.ts'
import { transfer } from './objects.ts'

let market: StripeMarket
let client: Person
let vendor: Awaited<ReturnType<StripeMarket['receiver']>>
beforeAll(async () => {
  market = await openStripeMarket()
  client = await market.payer()
  vendor = await market.receiver()
})
beforeEach(() => void market.stripe.events.splice(0))
afterAll(() => market.close())

/** Delivers Stripe's pending events and returns the outcomes. */
async function hear() {
  for (const event of market.stripe.events.splice(0)) await market.post(event)
  await runEvents(market)
  return await outcomesOf(market)
}

async function collected(amountCents: bigint) {
  const key = `payment:${randomUUID()}`
  const { id: organization } = client.organization
  await instructAlone(market, { key, kind: 'debit', organization, amountCents })
  await outcomesOf(market)
  const ref = (await instructionOf(market, key)).provider_ref!
  market.stripe.settleDebit(ref)
  await hear()
  return { key, ref }
}

async function paid(amountCents: bigint, organization = vendor.organization.id) {
  const key = `payout:${randomUUID()}:1`
  await instructAlone(market, { key, kind: 'credit', organization, amountCents })
  return key
}

async function refunded(debit: { key: string }, amountCents: bigint) {
  const key = `refund:${randomUUID()}:1`
  const { id: organization } = client.organization
  await instructAlone(market, {
    key,
    kind: 'refund',
    organization,
    amountCents,
    refundOf: debit.key,
  })
  return key
}

const ofKind = (object: string, key: string) =>
  [...market.stripe.things.values()].filter(
    (thing) => thing.object === object && (thing.metadata as { key?: string }).key === key,
  )

it('a debit of a client that Stripe does not know is refused, and nothing is asked of Stripe', async () => {
  const { id: organization } = vendor.organization
  const key = `payment:${randomUUID()}`
  await instructAlone(market, { key, kind: 'debit', organization, amountCents: 100n })
  const before = market.stripe.carriedOut.length
  expect(await outcomesOf(market)).toEqual([{ key, outcome: 'failed', code: 'no_bank_account' }])
  expect(market.stripe.carriedOut).toHaveLength(before)
})

it("a payout is a transfer to the vendor's account, done once made", async () => {
  await collected(500_000n)
  const key = await paid(120_000n)
  expect(await outcomesOf(market)).toEqual([])
  expect(ofKind('transfer', key)).toMatchObject([
    { amount: 120_000, destination: vendor.accountId },
  ])
  expect(await hear()).toEqual([{ key, outcome: 'settled', code: null }])
})

it('a transfer that is reversed as a whole has come back', async () => {
  await collected(100_000n)
  const key = await paid(60_000n)
  await outcomesOf(market)
  await hear()
  const [made] = ofKind('transfer', key)
  await openStripe(market.platform.config.stripe!).post(
    transfer.pick({ id: true }),
    `/v1/transfers/${made!.id}/reversals`,
    {},
    randomUUID(),
  )
  expect(await hear()).toEqual([{ key, outcome: 'returned', code: 'transfer_reversed' }])
})

it('a payout is refused to a vendor without an account, and to one that Stripe does not pay yet', async () => {
  await collected(100_000n)
  const newcomer = await market.member('vendor')
  const without = await paid(1_000n, newcomer.organization.id)
  expect(await outcomesOf(market)).toEqual([
    { key: without, outcome: 'failed', code: 'no_bank_account' },
  ])
  const admin = await market.colleague(newcomer, 'administrator')
  await admin.api.stripe.onboard()
  const unready = await paid(1_000n, newcomer.organization.id)
  expect(await outcomesOf(market)).toEqual([
    { key: unready, outcome: 'failed', code: 'insufficient_capabilities_for_transfer' },
  ])
})

it('a payout beyond the balance is refused, and no transfer is made', async () => {
  const key = await paid(900_000_000n)
  expect(await outcomesOf(market)).toEqual([
    { key, outcome: 'failed', code: 'balance_insufficient' },
  ])
  expect(ofKind('transfer', key)).toEqual([])
})

it('a transfer whose answer is lost is made once, also after its key is forgotten', async () => {
  await collected(100_000n)
  const key = await paid(10_000n)
  market.stripe.failNext('lost_answer')
  await expect(tryOnce(market, key)).rejects.toThrow()
  market.stripe.advance(25)
  await tryOnce(market, key)
  expect(ofKind('transfer', key)).toHaveLength(1)
  expect(await instructionOf(market, key)).toMatchObject({ state: 'submitted', attempts: 2 })
  await hear()
})

it('a refund goes back the way the debit came, and is settled when the bank has it', async () => {
  const debit = await collected(80_000n)
  const key = await refunded(debit, 30_000n)
  expect(await outcomesOf(market)).toEqual([])
  const [made] = ofKind('refund', key)
  expect(made).toMatchObject({ amount: 30_000, payment_intent: debit.ref, status: 'pending' })
  expect(await hear()).toEqual([])
  market.stripe.settleRefund(made!.id)
  expect(await hear()).toEqual([{ key, outcome: 'settled', code: null }])
})

it('a refund that the bank refuses fails; one that comes back after it was paid is returned', async () => {
  const debit = await collected(80_000n)
  const refused = await refunded(debit, 10_000n)
  await outcomesOf(market)
  market.stripe.failRefund(ofKind('refund', refused)[0]!.id)
  expect(await hear()).toEqual([{ key: refused, outcome: 'failed', code: 'unknown' }])
  const back = await refunded(debit, 10_000n)
  await outcomesOf(market)
  const { id } = ofKind('refund', back)[0]!
  market.stripe.settleRefund(id)
  await hear()
  market.stripe.failRefund(id)
  expect(await hear()).toEqual([{ key: back, outcome: 'returned', code: 'unknown' }])
})

it('more than the debit is never refunded, nor a debit that was taken back', async () => {
  const debit = await collected(20_000n)
  const tooMuch = await refunded(debit, 20_001n)
  expect(await outcomesOf(market)).toEqual([
    { key: tooMuch, outcome: 'failed', code: 'charge_already_refunded' },
  ])
  market.stripe.disputeDebit(debit.ref, 'debit_not_authorized')
  await hear()
  const twice = await refunded(debit, 20_000n)
  expect(await outcomesOf(market)).toEqual([
    { key: twice, outcome: 'failed', code: 'charge_disputed' },
  ])
})

it('a refund whose answer is lost is made once, also after its key is forgotten', async () => {
  const debit = await collected(50_000n)
  const key = await refunded(debit, 20_000n)
  market.stripe.failNext('lost_answer')
  await expect(tryOnce(market, key)).rejects.toThrow()
  market.stripe.advance(25)
  await tryOnce(market, key)
  expect(ofKind('refund', key)).toHaveLength(1)
})

it('what was transferred out of a debit is reversed before it is refunded, and no more than that', async () => {
  const debit = await collected(50_000n)
  const made = await openStripe(market.platform.config.stripe!).post(
    transfer,
    '/v1/transfers',
    {
      amount: 30_000,
      currency: 'usd',
      destination: vendor.accountId,
      transfer_group: debit.key,
      metadata: { by: 'hand' },
    },
    randomUUID(),
  )
  await refunded(debit, 15_000n)
  await outcomesOf(market)
  expect(market.stripe.things.get(made.id)).toMatchObject({ amount_reversed: 0 })
  await refunded(debit, 20_000n)
  await outcomesOf(market)
  expect(market.stripe.things.get(made.id)).toMatchObject({ amount_reversed: 15_000 })
  expect(await hear()).toEqual([]) // belongs to no payout
})

it("a payout that the vendor's own bank refuses is told to the vendor; the transfer stays made", async () => {
  market.stripe.payOut(vendor.accountId, 'account_closed')
  expect(await hear()).toEqual([])
  expect(await vendor.api.stripe.standing()).toMatchObject({ payoutFailure: 'R02' })
  const { items } = await vendor.api.notifications.list({ limit: 10 })
  expect(items[0]).toMatchObject({ title: 'Payout not delivered', path: '/bank-tax-info' })
  market.stripe.payOut(vendor.accountId)
  await hear()
  expect(await vendor.api.stripe.standing()).toMatchObject({ payoutFailure: null })
})

it('only a vendor that Stripe pays out can receive', async () => {
  const newcomer = await market.member('vendor')
  const ask = (organization: string) =>
    market.platform.db.transaction(system, (tx) =>
      canReceive({ tx, platform: market.platform }, organization),
    )
  expect(await ask(vendor.organization.id)).toBe(true)
  expect(await ask(newcomer.organization.id)).toBe(false)
})

it('the statement has every booking of the day under its key, and the fees beside them', {
  tags: 'long',
}, async () => {
  const other = await openStripeMarket()
  market = await swap(other, async () => {
    const debit = await collected(100_000n)
    const payout = await paid(40_000n)
    await outcomesOf(market)
    const refund = await refunded(debit, 25_000n)
    await outcomesOf(market)
    market.stripe.failRefund(ofKind('refund', refund)[0]!.id)
    market.stripe.disputeDebit(debit.ref, 'debit_not_authorized')
    const day = new Date().toISOString().slice(0, 10)
    const lines = await openBank(market.platform, () => new Date()).statement(day)
    const short = lines.map(({ key, type, amountCents }) => [key, type, amountCents])
    expect(short.filter(([key]) => key).sort()).toEqual(
      [
        [debit.key, 'settled', 100_000n],
        [debit.key, 'returned', -100_000n],
        [payout, 'settled', -40_000n],
        [refund, 'settled', -25_000n],
        [refund, 'returned', 25_000n],
      ].sort(),
    )
    expect(short.filter(([key]) => !key)).toEqual([[null, 'settled', -2_000n]])
    expect(lines.find(({ key }) => key === debit.key)?.ref).toBe(debit.ref)
    const before = await openBank(market.platform, () => new Date()).statement('2020-01-01')
    expect(before).toEqual([])
  })
})

/** Runs `work` on a market of its own. */
async function swap(other: StripeMarket, work: () => Promise<void>): Promise<StripeMarket> {
  const shared = market
  market = other
  client = await market.payer()
  vendor = await market.receiver()
  await work()
  await other.close()
  return shared
}

it('the stand-in keeps to the rules for keys: one body a key, and forgotten after a day', async () => {
  const { apiBase } = market.platform.config.stripe!
  const key = randomUUID()
  const ask = (name: string) =>
    fetch(`${apiBase}/v1/customers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEYS.secretKey}`,
        'stripe-version': '2026-08-26.dahlia',
        'idempotency-key': key,
      },
      body: new URLSearchParams({ name }),
    }).then(async (response) => {
      const body = (await response.json()) as { id: string }
      return { status: response.status, ...body }
    })
  const first = await ask('A')
  expect(await ask('A')).toEqual(first)
  expect(await ask('B')).toMatchObject({ status: 400, error: { type: 'idempotency_error' } })
  market.stripe.advance(25)
  expect((await ask('A')).id).not.toBe(first.id)
})
