/** Tests the whole course of a client's money through Stripe, and checks the ledger after each step. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  agree,
  balances,
  deliver,
  expectSoundLedger,
  release,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../../testing/fixtures/market-fixtures.ts'
import { bankingForm } from '../../../../testing/fixtures/payout-fixtures.ts'
import {
  openStripeMarket,
  type StripeMarket,
} from '../../../../testing/fixtures/stripe-fixtures.ts'
import { runPayouts } from '../../payouts/service.ts'
import { openBank } from '../providers.ts'

let market: StripeMarket
let client: Person
beforeAll(async () => {
  market = await openStripeMarket()
  client = await market.payer()
})
afterEach(() => expectSoundLedger(market))
afterAll(() => market.close())

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const latest = (object: string) =>
  [...market.stripe.things.values()].filter((thing) => thing.object === object).at(-1)!

/** A contract whose price and fee Stripe has collected. */
async function funded(vendor: Person) {
  const deal = await agree(client, vendor, 100_000n)
  await client.api.payments.fund({ offerId: deal.offerId, accepted: client.accepted })
  await market.exchange()
  market.stripe.settleDebit(latest('payment_intent').id)
  await market.exchange()
  return deal
}

/** Sums Stripe's bookings so far, without its fees. */
async function booked(): Promise<bigint> {
  const day = new Date().toISOString().slice(0, 10)
  const lines = await openBank(market.platform, () => new Date()).statement(day)
  return lines.reduce((sum, { key, amountCents }) => (key ? sum + amountCents : sum), 0n)
}

it('released money waits until Stripe pays the vendor out, and then goes there once', {
  tags: 'long',
}, async () => {
  const vendor = await market.member('vendor')
  const admin = await market.colleague(vendor, 'administrator')
  await admin.api.banking.save({ ...bankingForm('6789'), revision: 0 })
  const { contractId } = await funded(vendor)
  await deliver(market, contractId)
  await release(market, client, contractId)
  await runPayouts(market.platform, inDays(8))
  expect((await vendor.api.payouts.list({})).items).toEqual([])
  const { url } = await admin.api.stripe.onboard()
  market.stripe.finishOnboarding(url.split('/').at(-1)!)
  await market.exchange()
  await runPayouts(market.platform, inDays(9))
  await market.exchange()
  expect(latest('transfer')).toMatchObject({ amount: 100_000, destination: url.split('/').at(-1) })
  expect((await vendor.api.payouts.list({})).items).toMatchObject([{ state: 'paid' }])
  expect((await balances(market)).get('cash_trust')).toBe(-(await booked()))
})

it('a cancelled contract is refunded the way it was paid', async () => {
  const vendor = await market.member('vendor')
  const { contractId } = await funded(vendor)
  await client.api.payments.cancel({ contractId })
  await market.exchange()
  const refund = latest('refund')
  expect(refund).toMatchObject({ payment_intent: latest('payment_intent').id, status: 'pending' })
  market.stripe.settleRefund(refund.id)
  await market.exchange()
  const { items } = await client.api.payments.history({ contractId })
  expect(items[0]).toMatchObject({ kind: 'refund', status: 'completed' })
  expect((await balances(market)).get('cash_trust')).toBe(-(await booked()))
})

it('a refund that fails is made anew', { tags: 'long' }, async () => {
  const vendor = await market.member('vendor')
  const { contractId } = await funded(vendor)
  await client.api.payments.cancel({ contractId })
  await market.exchange()
  const first = latest('refund')
  market.stripe.failRefund(first.id)
  await market.exchange()
  expect(latest('refund').id).not.toBe(first.id)
  market.stripe.settleRefund(latest('refund').id)
  await market.exchange()
  expect((await balances(market)).get('cash_trust')).toBe(-(await booked()))
})
