import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  agree,
  bankAccount,
  expectRefusal,
  expectSoundLedger,
  pay,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../../testing/fixtures/market-fixtures.ts'
import {
  instructionOf,
  openStripeMarket,
  type StripeMarket,
  tryOnce,
} from '../../../../testing/fixtures/stripe-fixtures.ts'

let market: StripeMarket
let client: Person
let vendor: Person
beforeAll(async () => {
  market = await openStripeMarket()
  client = await market.payer()
  vendor = await market.member('vendor')
})
afterEach(() => expectSoundLedger(market))
afterAll(() => market.close())

/** A contract whose payment is with Stripe, the key of the payment, and Stripe's intent. */
async function paying(payer = client) {
  const deal = await agree(payer, vendor)
  await pay(payer, deal.offerId)
  const { rows } = await market.platform.db.pool.query<{ id: string }>(
    'select id from payments where contract_id = $1 order by id desc limit 1',
    [deal.contractId],
  )
  const key = `payment:${rows[0]!.id}`
  const intents = () =>
    [...market.stripe.things.values()].filter(
      (thing) =>
        thing.object === 'payment_intent' && (thing.metadata as { key: string }).key === key,
    )
  return { ...deal, key, intents }
}

async function standing(contractId: string) {
  const { rows } = await market.platform.db.pool.query<{ status: string; states: string[] }>(
    `select k.status, array_agg(p.state order by p.created_at) as states
     from contracts k join payments p on p.contract_id = k.id where k.id = $1 group by 1`,
    [contractId],
  )
  return rows[0]
}

it('a debit becomes an intent on the connected account, and escrow once it succeeds', async () => {
  const { contractId, key, intents } = await paying()
  await market.exchange()
  expect(intents()).toMatchObject([{ amount: 1_896_250, currency: 'usd', transfer_group: key }])
  expect(await standing(contractId)).toEqual({ status: 'awaiting_payment', states: ['submitted'] })
  market.stripe.settleDebit(intents()[0]!.id)
  await market.exchange()
  expect(await standing(contractId)).toEqual({ status: 'in_progress', states: ['settled'] })
  expect(await instructionOf(market, key)).toMatchObject({
    provider: 'stripe',
    state: 'settled',
    provider_ref: intents()[0]!.id,
    account_sealed: null,
  })
})

it('no account number is kept or passed on, even if one is sent', async () => {
  const { key, intents } = await paying()
  expect(await instructionOf(market, key)).toMatchObject({ account_sealed: null })
  await market.exchange()
  expect(intents()).toHaveLength(1)
  expect(JSON.stringify([...market.stripe.things.values()])).not.toContain(
    bankAccount.accountNumber,
  )
})

it('a client pays without naming an account, and sees the connected one', async () => {
  const { offerId } = await agree(client, vendor)
  await client.api.payments.fund({ offerId, accepted: client.accepted })
  const { payment } = await client.api.payments.checkout({ offerId })
  expect(payment).toMatchObject({ bankName: 'STRIPE TEST BANK', last4: '6789' })
})

it('a client without a connected bank account is told to connect one, and nothing is owed', async () => {
  const newcomer = await market.member('client')
  const { offerId } = await agree(newcomer, vendor)
  await expectRefusal(
    newcomer.api.payments.fund({ offerId, accepted: newcomer.accepted }),
    'bank_account_needed',
  )
  expect(await newcomer.api.payments.checkout({ offerId })).toMatchObject({ payment: null })
})

it('a confirmation that Stripe declines fails at once, and its event changes nothing more', {
  tags: 'long',
}, async () => {
  const { contractId, key } = await paying()
  market.stripe.declineWith('payment_method_bank_account_blocked')
  await market.exchange()
  market.stripe.declineWith(null)
  expect(await standing(contractId)).toMatchObject({ states: ['failed'] })
  expect(await instructionOf(market, key)).toMatchObject({
    state: 'failed',
    failure_code: 'payment_method_bank_account_blocked',
  })
})

it('a debit for which Stripe wants the account proven again is called off', async () => {
  await market.exchange() // the answer is for the next debit
  const { contractId, key, intents } = await paying()
  market.stripe.askForProof()
  await market.exchange()
  expect(intents()).toMatchObject([{ status: 'canceled' }])
  expect(await standing(contractId)).toMatchObject({ states: ['failed'] })
  expect(await instructionOf(market, key)).toMatchObject({
    failure_code: 'bank_account_unverified',
  })
})

it('a debit that the bank refuses days later fails with its return code, and can be paid again', async () => {
  const { contractId, offerId, key, intents } = await paying()
  await market.exchange()
  market.stripe.failDebit(intents()[0]!.id, 'insufficient_funds')
  await market.exchange()
  expect(await instructionOf(market, key)).toMatchObject({ state: 'failed', failure_code: 'R01' })
  await pay(client, offerId)
  expect(await standing(contractId)).toMatchObject({ states: ['failed', 'submitted'] })
})

it('a dispute after success takes the payment back for good', async () => {
  const { contractId, key, intents } = await paying()
  await market.exchange()
  market.stripe.settleDebit(intents()[0]!.id)
  await market.exchange()
  market.stripe.disputeDebit(intents()[0]!.id, 'debit_not_authorized', 'R29')
  await market.exchange()
  expect(await instructionOf(market, key)).toMatchObject({ state: 'returned', failure_code: 'R29' })
  expect(await standing(contractId)).toMatchObject({ states: ['returned'] })
})

it('a dispute without a return code has the code of its reason', { tags: 'long' }, async () => {
  const { key, intents } = await paying()
  await market.exchange()
  market.stripe.settleDebit(intents()[0]!.id)
  market.stripe.disputeDebit(intents()[0]!.id, 'insufficient_funds')
  await market.exchange()
  expect(await instructionOf(market, key)).toMatchObject({ state: 'returned', failure_code: 'R01' })
})

it('events twice and backwards end where they would in order', { tags: 'long' }, async () => {
  const { contractId, intents } = await paying()
  await market.exchange((events) => events)
  market.stripe.settleDebit(intents()[0]!.id)
  market.stripe.disputeDebit(intents()[0]!.id, 'debit_not_authorized')
  await market.exchange((events) => [...events, ...events].reverse())
  expect(await standing(contractId)).toMatchObject({ states: ['returned'] })
})

it('an event that comes after the state has moved on changes nothing', {
  tags: 'long',
}, async () => {
  const { contractId, intents } = await paying()
  await market.exchange()
  market.stripe.settleDebit(intents()[0]!.id)
  const late = market.stripe.events.splice(0)
  market.stripe.disputeDebit(intents()[0]!.id, 'debit_not_authorized')
  market.stripe.events.unshift(...late)
  await market.exchange()
  market.stripe.events.push(...late)
  await market.exchange()
  expect(await standing(contractId)).toMatchObject({ states: ['returned'] })
})

it('an answer lost on the way leads to one debit', async () => {
  const { key, intents } = await paying()
  market.stripe.failNext('lost_answer')
  await market.exchange()
  expect(intents()).toHaveLength(1)
  expect(await instructionOf(market, key)).toMatchObject({ state: 'submitted', attempts: 2 })
})

it('the debit is found again when Stripe has forgotten its key', { tags: 'long' }, async () => {
  const { key, intents } = await paying()
  market.stripe.failNext('lost_answer')
  await expect(tryOnce(market, key)).rejects.toThrow()
  expect(await instructionOf(market, key)).toMatchObject({ state: 'queued', attempts: 1 })
  market.stripe.advance(25)
  await market.exchange()
  expect(intents()).toHaveLength(1)
  expect(await instructionOf(market, key)).toMatchObject({ provider_ref: intents()[0]!.id })
})

it.each(['busy', 'broken', 'rate_limited'] as const)(
  'a %s Stripe is asked again',
  { tags: 'long' },
  async (fault) => {
    const { key, intents } = await paying()
    market.stripe.failNext(fault)
    await market.exchange()
    expect(intents()).toHaveLength(1)
    expect(await instructionOf(market, key)).toMatchObject({ state: 'submitted', attempts: 2 })
  },
)
