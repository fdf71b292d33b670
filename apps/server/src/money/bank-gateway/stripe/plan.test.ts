/** The plan paid through Stripe: the account is connected there, chosen here, and no number passes through. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { expectRefusal, expectSoundLedger } from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  openStripeMarket,
  type StripeMarket,
} from '../../../../testing/fixtures/stripe-fixtures.ts'
import { runBilling } from '../../subscriptions/service.ts'

let market: StripeMarket
beforeAll(async () => {
  market = await openStripeMarket()
})
afterEach(() => expectSoundLedger(market))
afterAll(() => market.close())

const latestIntent = () =>
  [...market.stripe.things.values()].filter(({ object }) => object === 'payment_intent').at(-1)!

it('a vendor connects an account, allows the debits and pays for its plan', async () => {
  const vendor = await market.member('vendor')
  const admin = await market.colleague(vendor, 'administrator')
  const save = () => admin.api.billing.saveMethod({ isAuthorized: true })
  expect(await vendor.api.billing.get()).toMatchObject({ stripe: { connected: null } })
  await expectRefusal(save(), 'bank_account_needed')
  const returnTo = '/billing-payments'
  await expectRefusal(vendor.api.stripe.connectBankAccount({ returnTo }), 'role_missing')
  const { url } = await admin.api.stripe.connectBankAccount({ returnTo })
  market.stripe.finishSetup(url)
  await market.exchange()
  // A connected account is not a chosen one: the vendor has not authorized debits for the plan yet.
  const before = await vendor.api.billing.get()
  expect(before).toMatchObject({ method: null, nextChargeCents: 0n })
  const { last4 } = before.stripe!.connected!
  expect(await save()).toMatchObject({ method: { account: { last4, routingNumber: null } } })

  await runBilling(market.platform, before.periodEnd)
  await market.exchange()
  expect(latestIntent()).toMatchObject({ amount: 2900 })
  market.stripe.settleDebit(latestIntent().id)
  await market.exchange()
  expect((await vendor.api.billing.charges({})).items).toMatchObject([
    { state: 'paid', account: { last4 }, invoiceNumber: expect.stringMatching(/^INV-/) },
  ])
})
