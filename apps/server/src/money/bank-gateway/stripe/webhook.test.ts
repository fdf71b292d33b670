import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SentEvent } from '../../../../testing/fakes/stripe-simulator.ts'
import { openTestMarket } from '../../../../testing/fixtures/market-fixtures.ts'
import {
  openStripeMarket,
  runEvents,
  type StripeMarket,
} from '../../../../testing/fixtures/stripe-fixtures.ts'

let market: StripeMarket
beforeAll(async () => {
  market = await openStripeMarket()
})
beforeEach(() => market.platform.db.pool.query('delete from graphile_worker._private_jobs'))
afterAll(() => market.close())

const told = (type: string, id = 'pi_none'): SentEvent => {
  const event = {
    id: 'evt_1',
    object: 'event',
    type,
    created: 1_700_000_000,
    data: { object: { id } },
  }
  return { id: 'evt_1', body: JSON.stringify(event) }
}

async function waiting(): Promise<number> {
  const { rows } = await market.platform.db.pool.query(
    `select count(*)::int as jobs from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'stripe.event'`,
  )
  return rows[0].jobs
}

async function expectNothingKept(response: Response) {
  expect(response.status).toBe(400)
  expect(await waiting()).toBe(0)
  const { rows } = await market.platform.db.pool.query('select 1 from bank_events')
  expect(rows).toEqual([])
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

it('takes a signed event, once however often it comes', async () => {
  const event = told('payment_intent.succeeded')
  for (let i = 0; i < 3; i++) expect((await market.post(event)).status).toBe(200)
  expect(await waiting()).toBe(1)
})

it('refuses an event without a signature', async () => {
  await expectNothingKept(await market.post(told('payment_intent.succeeded'), null))
})

it.each(['', 't=1', 'v1=00', 't=,v1=', 't=abc,v1=abc', 'nonsense', `t=9${'9'.repeat(30)},v1=00`])(
  'refuses a signature that is none: %s',
  async (signature) => {
    await expectNothingKept(await market.post(told('payment_intent.succeeded'), signature))
  },
)

it('refuses an event signed with another secret', async () => {
  const event = told('payment_intent.succeeded')
  const signature = market.stripe.sign(event.body, { secrets: ['whsec_other'] })
  await expectNothingKept(await market.post(event, signature))
})

it('refuses a body that was altered by one byte', async () => {
  const event = told('payment_intent.succeeded')
  const signature = market.stripe.sign(event.body)
  await expectNothingKept(await market.post({ ...event, body: `${event.body} ` }, signature))
})

it('refuses a recorded event after five minutes, and one from the future', async () => {
  const event = told('payment_intent.succeeded')
  for (const minutes of [6, -6]) {
    const signature = market.stripe.sign(event.body, { at: minutesAgo(minutes) })
    await expectNothingKept(await market.post(event, signature))
  }
  const recent = market.stripe.sign(event.body, { at: minutesAgo(4) })
  expect((await market.post(event, recent)).status).toBe(200)
})

it('takes an event while the secret is rolled, signed with the old one and the new', async () => {
  const event = told('payment_intent.succeeded')
  const secrets = ['whsec_old', 'whsec_stand_in']
  expect((await market.post(event, market.stripe.sign(event.body, { secrets }))).status).toBe(200)
})

it('refuses a signature of another scheme', async () => {
  const event = told('payment_intent.succeeded')
  const signature = market.stripe.sign(event.body).replace('v1=', 'v0=')
  await expectNothingKept(await market.post(event, signature))
})

it('an event about what is none of ours leads to nothing', async () => {
  await market.post(told('invoice.paid', 'in_1'))
  await runEvents(market)
  expect(await waiting()).toBe(0)
})

it('an event whose object Stripe does not find waits for another try', async () => {
  await market.post(told('payment_intent.succeeded'))
  await runEvents(market)
  expect(await waiting()).toBe(1)
})

it('refuses more than an event can be', async () => {
  const event = told('payment_intent.succeeded', 'x'.repeat(600_000))
  expect((await market.post(event)).status).toBe(413)
  expect(await waiting()).toBe(0)
})

it('is not there without Stripe', async () => {
  const other = await openTestMarket()
  const { body } = told('payment_intent.succeeded')
  const headers = { 'stripe-signature': market.stripe.sign(body) }
  const response = await other.fetch('/api/bank/stripe/events', { method: 'POST', body, headers })
  expect(response.status).toBe(404)
  await other.close()
})
