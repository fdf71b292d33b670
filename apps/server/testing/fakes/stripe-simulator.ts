/**
 * Stores the state of the stand-in for Stripe, and simulates what happens there without a request:
 * the actions of people and banks.
 */
import { randomBytes } from 'node:crypto'

export type Thing = { id: string; object: string; [field: string]: unknown }
export type SentEvent = { id: string; body: string }

export class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, type: string, code?: string, more: object = {}) {
    super(code)
    this.status = status
    this.body = { error: { type, code, message: `${code ?? type}`, ...more } }
  }
}

export const invalid = (code: string, more?: object) =>
  new Refusal(400, 'invalid_request_error', code, more)

export type StripeState = {
  things: Map<string, Thing>
  events: SentEvent[]
  /** Available in the platform's balance. */
  available: number
  clock: () => number
  decline: string | null
  /** Requires the next payer to prove the account again, which no user does. */
  asksForProof: boolean
}

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`

export function make(world: StripeState, prefix: string, object: string, fields: object): Thing {
  const created = Math.floor(world.clock() / 1000)
  const thing = { id: newId(prefix), object, created, livemode: false, ...fields }
  world.things.set(thing.id, thing)
  return thing
}

export function find(world: StripeState, id: string, object: string): Thing {
  const thing = world.things.get(id)
  if (thing?.object !== object) throw new Refusal(404, 'invalid_request_error', 'resource_missing')
  return thing
}

export const all = (world: StripeState, object: string) =>
  [...world.things.values()].filter((thing) => thing.object === object).reverse()

export function emitEvent(world: StripeState, type: string, object: Thing, account?: string): void {
  const id = newId('evt')
  const created = Math.floor(world.clock() / 1000)
  const event = { id, object: 'event', api_version: '2026-08-26.dahlia', created, livemode: false }
  const body = JSON.stringify({ ...event, type, account, data: { object } })
  world.events.push({ id, body })
}

export function bookBalance(
  world: StripeState,
  type: string,
  source: Thing,
  amount: number,
  fee = 0,
): string {
  world.available += amount - fee
  const fields = { type, source: source.id, amount, fee, net: amount - fee, currency: 'usd' }
  return make(world, 'txn', 'balance_transaction', { ...fields, status: 'available' }).id
}

/** ACH costs 0.8 %, at most $5. */
const achFee = (amount: number) => Math.min(500, Math.round(amount * 0.008))

export type Form = Record<string, string>
/** `metadata[key]=k` as `{ key: 'k' }`. */
export const metadataOf = (form: Form, prefix = 'metadata') =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
    ),
  )

export function loseDebit(world: StripeState, intentId: string, code: string): void {
  const intent = find(world, intentId, 'payment_intent')
  intent.status = 'requires_payment_method'
  intent.last_payment_error = { type: 'invalid_request_error', code }
  const charge = find(world, intent.latest_charge as string, 'charge')
  Object.assign(charge, { status: 'failed', failure_code: code })
  emitEvent(world, 'payment_intent.payment_failed', intent)
}

export function stripeScenarios(world: StripeState) {
  return {
    finishSetup: (url: string, bankAccount = { bank_name: 'STRIPE TEST BANK', last4: '6789' }) => {
      const session = find(world, url.split('/').at(-1)!, 'checkout.session')
      const setup = find(world, session.setup_intent as string, 'setup_intent')
      const method = make(world, 'pm', 'payment_method', {
        type: 'us_bank_account',
        customer: setup.customer,
        us_bank_account: { ...bankAccount, account_type: 'checking' },
      })
      Object.assign(setup, { status: 'succeeded', payment_method: method.id })
      emitEvent(world, 'setup_intent.succeeded', setup)
    },
    finishOnboarding: (accountId: string) => {
      const account = find(world, accountId, 'account')
      const capabilities = { transfers: 'active' }
      Object.assign(account, { details_submitted: true, payouts_enabled: true, capabilities })
      emitEvent(world, 'account.updated', account, account.id)
    },
    settleDebit: (intentId: string) => {
      const intent = find(world, intentId, 'payment_intent')
      const amount = Number(intent.amount)
      intent.status = 'succeeded'
      const charge = find(world, intent.latest_charge as string, 'charge')
      charge.status = 'succeeded'
      charge.balance_transaction = bookBalance(world, 'payment', charge, amount, achFee(amount))
      emitEvent(world, 'payment_intent.succeeded', intent)
    },
    failDebit: (intentId: string, code: string) => loseDebit(world, intentId, code),
    disputeDebit: (intentId: string, reason: string, networkReasonCode?: string) => {
      const intent = find(world, intentId, 'payment_intent')
      const charge = find(world, intent.latest_charge as string, 'charge')
      charge.disputed = true
      const dispute = make(world, 'du', 'dispute', {
        amount: intent.amount,
        charge: charge.id,
        payment_intent: intent.id,
        reason,
        network_reason_code: networkReasonCode ?? null,
        status: 'lost',
      })
      bookBalance(world, 'adjustment', dispute, -Number(intent.amount), 1500)
      emitEvent(world, 'charge.dispute.created', dispute)
      emitEvent(world, 'charge.dispute.funds_withdrawn', dispute)
    },
    settleRefund: (refundId: string) => {
      const refund = find(world, refundId, 'refund')
      refund.status = 'succeeded'
      emitEvent(world, 'refund.updated', refund)
    },
    failRefund: (refundId: string) => {
      const refund = find(world, refundId, 'refund')
      Object.assign(refund, { status: 'failed', failure_reason: 'unknown' })
      bookBalance(world, 'refund_failure', refund, Number(refund.amount))
      emitEvent(world, 'refund.failed', refund)
    },
    payOut: (accountId: string, failureCode?: string) => {
      const status = failureCode ? 'failed' : 'paid'
      const fields = { status, failure_code: failureCode ?? null, account: accountId }
      emitEvent(world, `payout.${status}`, make(world, 'po', 'payout', fields), accountId)
    },
  }
}
