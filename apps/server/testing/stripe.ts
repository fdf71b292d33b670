/**
 * Stripe, as far as the platform knows it: a server that keeps what it is told, answers in the documented shapes
 * (https://docs.stripe.com/api), holds to its rules for idempotency keys, and signs its events.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'

export const KEYS = { secretKey: 'sk_test_stand_in', webhookSecret: 'whsec_stand_in' }

type Thing = { id: string; object: string; [field: string]: unknown }
type Fault = 'lost_answer' | 'busy' | 'broken' | 'rate_limited'
export type SentEvent = { id: string; body: string }

export type StripeStandIn = {
  url: string
  /** Everything there is, by id. */
  things: Map<string, Thing>
  /** POST requests that were carried out, as method and path. */
  carriedOut: string[]
  /** Not yet delivered, in the order of happening; each with the body that Stripe would send. */
  events: SentEvent[]
  /** The signature header for a body, as of now or of another time, by one secret or several. */
  sign: (body: string, options?: { at?: Date; secrets?: string[] }) => string
  /** What happens to the next POST. */
  failNext: (fault: Fault) => void
  /** Moves Stripe's clock on; idempotency keys grow old. */
  advance: (hours: number) => void
  /** What people do on Stripe's pages, and what banks do. */
  finishSetup: (url: string, bankAccount?: { bank_name: string; last4: string }) => void
  finishOnboarding: (accountId: string) => void
  settleDebit: (intentId: string) => void
  failDebit: (intentId: string, code: string) => void
  disputeDebit: (intentId: string, reason: string, networkReasonCode?: string) => void
  settleRefund: (refundId: string) => void
  failRefund: (refundId: string) => void
  payOut: (accountId: string, failureCode?: string) => void
  /** Says no to confirmations at once, with this code. */
  declineWith: (code: string | null) => void
  close: () => Promise<void>
}

const KEY_LIFE_MS = 24 * 3_600_000

class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, type: string, code?: string, more: object = {}) {
    super(code)
    this.status = status
    this.body = { error: { type, code, message: `${code ?? type}`, ...more } }
  }
}

const invalid = (code: string, more?: object) =>
  new Refusal(400, 'invalid_request_error', code, more)

type World = {
  things: Map<string, Thing>
  events: SentEvent[]
  /** Available in the platform's balance. */
  available: number
  clock: () => number
  decline: string | null
}

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`

function make(world: World, prefix: string, object: string, fields: object): Thing {
  const created = Math.floor(world.clock() / 1000)
  const thing = { id: newId(prefix), object, created, livemode: false, ...fields }
  world.things.set(thing.id, thing)
  return thing
}

function find(world: World, id: string, object: string): Thing {
  const thing = world.things.get(id)
  if (thing?.object !== object) throw new Refusal(404, 'invalid_request_error', 'resource_missing')
  return thing
}

const all = (world: World, object: string) =>
  [...world.things.values()].filter((thing) => thing.object === object).reverse()

function tell(world: World, type: string, object: Thing, account?: string): void {
  const id = newId('evt')
  const created = Math.floor(world.clock() / 1000)
  const event = { id, object: 'event', api_version: '2026-08-26.dahlia', created, livemode: false }
  const body = JSON.stringify({ ...event, type, account, data: { object } })
  world.events.push({ id, body })
}

function bookBalance(world: World, type: string, source: Thing, amount: number, fee = 0): string {
  world.available += amount - fee
  const fields = { type, source: source.id, amount, fee, net: amount - fee, currency: 'usd' }
  return make(world, 'txn', 'balance_transaction', { ...fields, status: 'available' }).id
}

/** ACH costs 0.8 %, at most $5. */
const achFee = (amount: number) => Math.min(500, Math.round(amount * 0.008))

type Form = Record<string, string>
/** `metadata[key]=k` as `{ key: 'k' }`. */
const metadataOf = (form: Form, prefix = 'metadata') =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
    ),
  )

function createIntent(world: World, form: Form): Thing {
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
  tell(world, 'payment_intent.processing', intent)
  return intent
}

function loseDebit(world: World, intentId: string, code: string): void {
  const intent = find(world, intentId, 'payment_intent')
  intent.status = 'requires_payment_method'
  intent.last_payment_error = { type: 'invalid_request_error', code }
  const charge = find(world, intent.latest_charge as string, 'charge')
  Object.assign(charge, { status: 'failed', failure_code: code })
  tell(world, 'payment_intent.payment_failed', intent)
}

const refundsOf = (world: World, intentId: string) =>
  all(world, 'refund').filter((refund) => refund.payment_intent === intentId)

function createRefund(world: World, form: Form): Thing {
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
  tell(world, 'refund.created', refund)
  tell(world, 'charge.refunded', charge)
  return refund
}

function createTransfer(world: World, form: Form): Thing {
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
  tell(world, 'transfer.created', transfer)
  return transfer
}

function reverseTransfer(world: World, transferId: string, form: Form): Thing {
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
  tell(world, 'transfer.reversed', transfer)
  return reversal
}

function createAccount(world: World, form: Form): Thing {
  return make(world, 'acct', 'account', {
    country: form.country ?? 'US',
    details_submitted: false,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    metadata: metadataOf(form),
  })
}

function createCheckout(world: World, form: Form): Thing {
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

function createLink(world: World, form: Form): Thing {
  const account = find(world, form.account ?? '', 'account')
  const url = `https://connect.stripe.test/setup/${account.id}`
  return make(world, 'link', 'account_link', { url })
}

const posts: [RegExp, (world: World, form: Form, id: string) => Thing][] = [
  [/^\/v1\/customers$/, (world, form) => make(world, 'cus', 'customer', { name: form.name })],
  [/^\/v1\/checkout\/sessions$/, createCheckout],
  [/^\/v1\/accounts$/, createAccount],
  [/^\/v1\/account_links$/, createLink],
  [/^\/v1\/payment_intents$/, createIntent],
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
function list(world: World, object: string, query: Form) {
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

function answerGet(world: World, path: string, query: Form, account?: string): object {
  const [, , kind = '', id] = path.split('/')
  const object = objects[kind]
  if (!object) throw new Refusal(404, 'invalid_request_error', 'resource_missing')
  if (!id) return list(world, object, query)
  const thing = find(world, id, object)
  // What belongs to a connected account is seen only by who asks as that account.
  if (thing.account && thing.account !== account)
    throw new Refusal(404, 'invalid_request_error', 'resource_missing')
  return thing
}

const withSource = (world: World, thing: Thing) => ({
  ...thing,
  source: world.things.get(String(thing.source)) ?? null,
})

type Kept = { request: string; at: number; status: number; body: object }

/** The same key answers the same for 24 hours; with another request it is an error. */
function answerPost(world: World, kept: Map<string, Kept>, carriedOut: string[], request: Post) {
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

/** Before the request is carried out, so that nothing is kept under its key. */
const refusals: Partial<Record<Fault, Refusal>> = {
  busy: new Refusal(409, 'invalid_request_error', 'lock_timeout'),
  broken: new Refusal(503, 'api_error'),
  rate_limited: new Refusal(429, 'invalid_request_error', 'rate_limit'),
}

export async function startStripe(): Promise<StripeStandIn> {
  let passedMs = 0
  const clock = () => Date.now() + passedMs
  const world: World = { things: new Map(), events: [], available: 0, clock, decline: null }
  const kept = new Map<string, Kept>()
  const carriedOut: string[] = []
  let fault: Fault | null = null
  const json = (c: Context, body: object, status: number) => c.json(body, status as 200)

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.onError((error, c) => {
    if (error instanceof Refusal) return json(c, error.body, error.status)
    throw error
  })
  app.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${KEYS.secretKey}`)
      throw new Refusal(401, 'invalid_request_error', 'api_key_invalid')
    if (!/^\d{4}-\d\d-\d\d\.\w+$/.test(c.req.header('stripe-version') ?? ''))
      throw invalid('invalid_version')
    await next()
  })
  app.get('/v1/*', (c) =>
    c.json(answerGet(world, c.req.path, c.req.query(), c.req.header('stripe-account'))),
  )
  app.post('/v1/*', async (c) => {
    const now = fault
    fault = null
    const refusal = now && refusals[now]
    if (refusal) throw refusal
    const request = {
      path: c.req.path,
      key: c.req.header('idempotency-key'),
      body: await c.req.text(),
    }
    const answer = answerPost(world, kept, carriedOut, request)
    if (now === 'lost_answer') c.env.incoming.socket.destroy()
    return json(c, answer.body, answer.status)
  })
  const server = serve({
    fetch: app.fetch,
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    things: world.things,
    carriedOut,
    events: world.events,
    sign,
    failNext: (next) => {
      fault = next
    },
    advance: (hours) => {
      passedMs += hours * 3_600_000
    },
    declineWith: (code) => {
      world.decline = code
    },
    ...happenings(world),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function sign(body: string, { at = new Date(), secrets = [KEYS.webhookSecret] } = {}): string {
  const stamp = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex'),
  )
  return [`t=${stamp}`, ...signatures.map((text) => `v1=${text}`), 'v0=ignored'].join(',')
}

function happenings(world: World) {
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
      tell(world, 'setup_intent.succeeded', setup)
    },
    finishOnboarding: (accountId: string) => {
      const account = find(world, accountId, 'account')
      const capabilities = { transfers: 'active' }
      Object.assign(account, { details_submitted: true, payouts_enabled: true, capabilities })
      tell(world, 'account.updated', account, account.id)
    },
    settleDebit: (intentId: string) => {
      const intent = find(world, intentId, 'payment_intent')
      const amount = Number(intent.amount)
      intent.status = 'succeeded'
      const charge = find(world, intent.latest_charge as string, 'charge')
      charge.status = 'succeeded'
      charge.balance_transaction = bookBalance(world, 'payment', charge, amount, achFee(amount))
      tell(world, 'payment_intent.succeeded', intent)
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
      tell(world, 'charge.dispute.created', dispute)
      tell(world, 'charge.dispute.funds_withdrawn', dispute)
    },
    settleRefund: (refundId: string) => {
      const refund = find(world, refundId, 'refund')
      refund.status = 'succeeded'
      tell(world, 'refund.updated', refund)
    },
    failRefund: (refundId: string) => {
      const refund = find(world, refundId, 'refund')
      Object.assign(refund, { status: 'failed', failure_reason: 'unknown' })
      bookBalance(world, 'refund_failure', refund, Number(refund.amount))
      tell(world, 'refund.failed', refund)
    },
    payOut: (accountId: string, failureCode?: string) => {
      const status = failureCode ? 'failed' : 'paid'
      const fields = { status, failure_code: failureCode ?? null, account: accountId }
      tell(world, `payout.${status}`, make(world, 'po', 'payout', fields), accountId)
    },
  }
}
