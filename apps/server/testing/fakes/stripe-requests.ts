/**
 * Answers requests to the stand-in for Stripe: a GET with the stored objects, a POST with its
 * result, once per key.
 */
import {
  all,
  bookBalance,
  emitEvent,
  type Form,
  find,
  invalid,
  loseDebit,
  make,
  metadataOf,
  Refusal,
  type StripeState,
  type Thing,
} from './stripe-simulator.ts'

const KEY_LIFE_MS = 24 * 3_600_000

function createIntent(world: StripeState, form: Form): Thing {
  const amount = Number(form.amount)
  if (form['payment_method_types[]'] !== 'us_bank_account' || form.currency !== 'usd')
    throw invalid('parameter_invalid_string_empty')
  find(world, form.customer ?? '', 'customer')
  find(world, form.payment_method ?? '', 'payment_method')
  const metadata = metadataOf(form)
  const group = form.transfer_group ?? null
  const intent = make(world, 'pi', 'payment_intent', {
    amount,
    currency: 'usd',
    status: 'processing',
    customer: form.customer,
    metadata,
    transfer_group: group,
    last_payment_error: null,
  })
  const charge = make(world, 'ch', 'charge', {
    amount,
    status: 'pending',
    payment_intent: intent.id,
    metadata,
    transfer_group: group,
    disputed: false,
  })
  intent.latest_charge = charge.id
  if (world.decline) {
    loseDebit(world, intent.id, world.decline)
    throw new Refusal(402, 'card_error', world.decline, { payment_intent: intent })
  }
  if (world.asksForProof) {
    world.asksForProof = false
    intent.status = 'requires_action'
    world.things.delete(charge.id)
    return intent
  }
  emitEvent(world, 'payment_intent.processing', intent)
  return intent
}

function cancelIntent(world: StripeState, intentId: string): Thing {
  const intent = find(world, intentId, 'payment_intent')
  if (intent.status !== 'requires_action') throw invalid('payment_intent_unexpected_state')
  intent.status = 'canceled'
  emitEvent(world, 'payment_intent.canceled', intent)
  return intent
}

const refundsOf = (world: StripeState, intentId: string) =>
  all(world, 'refund').filter((refund) => refund.payment_intent === intentId)

function createRefund(world: StripeState, form: Form): Thing {
  const intent = find(world, form.payment_intent ?? '', 'payment_intent')
  const charge = find(world, intent.latest_charge as string, 'charge')
  if (charge.disputed) throw invalid('charge_disputed')
  const refunded = refundsOf(world, intent.id)
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  if (refunded + Number(form.amount) > Number(intent.amount))
    throw invalid('charge_already_refunded')
  const refund = make(world, 're', 'refund', {
    amount: Number(form.amount),
    currency: 'usd',
    status: 'pending',
    charge: charge.id,
    payment_intent: intent.id,
    metadata: metadataOf(form),
  })
  refund.balance_transaction = bookBalance(world, 'payment_refund', refund, -Number(form.amount))
  emitEvent(world, 'refund.created', refund)
  emitEvent(world, 'charge.refunded', charge)
  return refund
}

function createTransfer(world: StripeState, form: Form): Thing {
  const account = find(world, form.destination ?? '', 'account')
  const { transfers } = account.capabilities as { transfers: string }
  if (transfers !== 'active') throw invalid('insufficient_capabilities_for_transfer')
  const amount = Number(form.amount)
  if (amount > world.available) throw invalid('balance_insufficient')
  const transfer = make(world, 'tr', 'transfer', {
    amount,
    amount_reversed: 0,
    reversed: false,
    currency: 'usd',
    destination: account.id,
    transfer_group: form.transfer_group ?? null,
    metadata: metadataOf(form),
  })
  transfer.balance_transaction = bookBalance(world, 'transfer', transfer, -amount)
  emitEvent(world, 'transfer.created', transfer)
  return transfer
}

function reverseTransfer(world: StripeState, transferId: string, form: Form): Thing {
  const transfer = find(world, transferId, 'transfer')
  const amount = Number(form.amount ?? transfer.amount)
  const left = Number(transfer.amount) - Number(transfer.amount_reversed)
  if (amount > left) throw invalid('transfer_reversal_amount_invalid')
  transfer.amount_reversed = Number(transfer.amount_reversed) + amount
  transfer.reversed = transfer.amount_reversed === transfer.amount
  const reversal = make(world, 'trr', 'transfer_reversal', {
    amount,
    transfer: transfer.id,
    metadata: metadataOf(form),
  })
  bookBalance(world, 'transfer_refund', reversal, amount)
  emitEvent(world, 'transfer.reversed', transfer)
  return reversal
}

function createAccount(world: StripeState, form: Form): Thing {
  return make(world, 'acct', 'account', {
    country: form.country,
    default_currency: form.default_currency,
    details_submitted: false,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    metadata: metadataOf(form),
  })
}

function createCheckout(world: StripeState, form: Form): Thing {
  if (form.mode !== 'setup') throw invalid('parameter_invalid_string_empty')
  find(world, form.customer ?? '', 'customer')
  const setup = make(world, 'seti', 'setup_intent', {
    status: 'requires_payment_method',
    customer: form.customer,
    payment_method: null,
    metadata: metadataOf(form, 'setup_intent_data[metadata]'),
  })
  const session = make(world, 'cs', 'checkout.session', { mode: 'setup', setup_intent: setup.id })
  session.url = `https://checkout.stripe.test/${session.id}`
  return session
}

function createLink(world: StripeState, form: Form): Thing {
  const account = find(world, form.account ?? '', 'account')
  const url = `https://connect.stripe.test/setup/${account.id}`
  return make(world, 'link', 'account_link', { url })
}

const posts: [RegExp, (world: StripeState, form: Form, id: string) => Thing][] = [
  [/^\/v1\/customers$/, (world, form) => make(world, 'cus', 'customer', { name: form.name })],
  [/^\/v1\/checkout\/sessions$/, createCheckout],
  [/^\/v1\/accounts$/, createAccount],
  [/^\/v1\/account_links$/, createLink],
  [/^\/v1\/payment_intents$/, createIntent],
  [/^\/v1\/payment_intents\/(\w+)\/cancel$/, (world, _, id) => cancelIntent(world, id)],
  [/^\/v1\/refunds$/, createRefund],
  [/^\/v1\/transfers$/, createTransfer],
  [/^\/v1\/transfers\/(\w+)\/reversals$/, (world, form, id) => reverseTransfer(world, id, form)],
]

const objects: Record<string, string> = {
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  transfers: 'transfer',
  disputes: 'dispute',
  accounts: 'account',
  payouts: 'payout',
  setup_intents: 'setup_intent',
  payment_methods: 'payment_method',
  balance_transactions: 'balance_transaction',
}

/** Filters by equal fields and `created[gte]`, `created[lt]`; newest first, `starting_after` and `limit`. */
function list(world: StripeState, object: string, query: Form) {
  const { limit = '10', starting_after, 'expand[]': expand, ...filters } = query
  const found = all(world, object).filter((thing) =>
    Object.entries(filters).every(([name, value]) => {
      if (name === 'created[gte]') return Number(thing.created) >= Number(value)
      if (name === 'created[lt]') return Number(thing.created) < Number(value)
      return thing[name] === value
    }),
  )
  const from = starting_after ? found.findIndex(({ id }) => id === starting_after) + 1 : 0
  const page = found.slice(from, from + Number(limit))
  const data = expand === 'data.source' ? page.map((thing) => withSource(world, thing)) : page
  return {
    object: 'list',
    url: `/v1/${object}s`,
    data,
    has_more: from + data.length < found.length,
  }
}

export function answerGet(world: StripeState, path: string, query: Form, account?: string): object {
  const [, , kind = '', id] = path.split('/')
  const object = objects[kind]
  if (!object) throw new Refusal(404, 'invalid_request_error', 'resource_missing')
  if (!id) return list(world, object, query)
  const thing = find(world, id, object)
  // Objects of a connected account are visible only to requests as that account.
  if (thing.account && thing.account !== account)
    throw new Refusal(404, 'invalid_request_error', 'resource_missing')
  return thing
}

const withSource = (world: StripeState, thing: Thing) => ({
  ...thing,
  source: world.things.get(String(thing.source)) ?? null,
})

export type Kept = { request: string; at: number; status: number; body: object }

/**
 * Answers a POST as Stripe does: the same key gets the same answer for 24 hours, and an error with
 * another request.
 */
export function answerPost(
  world: StripeState,
  kept: Map<string, Kept>,
  carriedOut: string[],
  request: Post,
) {
  const { path, key, body } = request
  const print = `${path} ${body}`
  const known = key ? kept.get(key) : undefined
  if (known && world.clock() - known.at < KEY_LIFE_MS) {
    if (known.request !== print) throw new Refusal(400, 'idempotency_error')
    return known
  }
  const form = Object.fromEntries(new URLSearchParams(body))
  const [pattern, act] = posts.find(([pattern]) => pattern.test(path)) ?? []
  if (!pattern || !act) throw new Refusal(404, 'invalid_request_error', 'resource_missing')
  let answer: { status: number; body: object }
  try {
    answer = { status: 200, body: { ...act(world, form, pattern.exec(path)?.[1] ?? '') } }
    carriedOut.push(`POST ${path}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    answer = error
  }
  const result = { request: print, at: world.clock(), status: answer.status, body: answer.body }
  if (key) kept.set(key, result)
  return result
}

type Post = { path: string; key: string | undefined; body: string }
