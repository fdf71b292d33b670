/**
 * Simulates Stripe as far as the platform uses it: a server that stores what it receives, answers
 * in the documented shapes (https://docs.stripe.com/api), follows its rules for idempotency keys,
 * and signs its events.
 */
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { answerGet, answerPost, type Kept } from './stripe-requests.ts'
import {
  invalid,
  Refusal,
  type SentEvent,
  type StripeState,
  stripeScenarios,
  type Thing,
} from './stripe-simulator.ts'

export const KEYS = { secretKey: 'sk_test_stand_in', webhookSecret: 'whsec_stand_in' }

type Fault = 'lost_answer' | 'busy' | 'broken' | 'rate_limited' | 'unserved_country'

export type FakeStripe = {
  url: string
  /** Holds all objects, by id. */
  things: Map<string, Thing>
  /** POST requests that were carried out, as method and path. */
  carriedOut: string[]
  /** Holds undelivered events in order, each with the body that Stripe would send. */
  events: SentEvent[]
  /** The signature header for a body, as of now or of another time, by one secret or several. */
  sign: (body: string, options?: { at?: Date; secrets?: string[] }) => string
  /** Makes the next POST fail in this way. */
  failNext: (fault: Fault) => void
  /** Moves Stripe's clock on; idempotency keys grow old. */
  advance: (hours: number) => void
  /** Simulates the actions of people on Stripe's pages, and those of banks. */
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
  /** Requires the next payer to prove the account again, which no user does. */
  askForProof: () => void
  close: () => Promise<void>
}

/** Before the request is carried out, so that nothing is kept under its key. */
const refusals: Partial<Record<Fault, Refusal>> = {
  busy: new Refusal(409, 'invalid_request_error', 'lock_timeout'),
  broken: new Refusal(503, 'api_error'),
  rate_limited: new Refusal(429, 'invalid_request_error', 'rate_limit'),
  unserved_country: invalid('country_unsupported', { param: 'country' }),
}

export async function startStripe(): Promise<FakeStripe> {
  let passedMs = 0
  const clock = () => Date.now() + passedMs
  const world: StripeState = {
    things: new Map(),
    events: [],
    available: 0,
    clock,
    decline: null,
    asksForProof: false,
  }
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
    askForProof: () => {
      world.asksForProof = true
    },
    ...stripeScenarios(world),
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
