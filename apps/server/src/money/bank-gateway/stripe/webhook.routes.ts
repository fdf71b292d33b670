/** Receives Stripe's events. Rejects those without a valid signature, which leave no trace. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import type { HttpEnv } from '../../../platform/http/http.ts'
import { enqueue } from '../../../platform/process/jobs.ts'
import type { StripeSettings } from './client.ts'
import { event } from './objects.ts'

/** Stripe's events are a few kilobytes. */
const MAX_EVENT_BYTES = 512 * 1024

/**
 * Limits the attempts, which with the queue's waits last some days, as long as Stripe would try.
 */
const MAX_ATTEMPTS = 25

/** Answers at once: the event's object is fetched by a job, which bears repetition. */
export function stripeEventRoutes({ db }: Platform, settings: StripeSettings): Hono<HttpEnv> {
  return new Hono<HttpEnv>().post(
    '/bank/stripe/events',
    bodyLimit({ maxSize: MAX_EVENT_BYTES }),
    async (c) => {
      const body = new Uint8Array(await c.req.arrayBuffer())
      const signature = c.req.header('stripe-signature')
      if (!isFromStripe(body, signature, settings.webhookSecrets, new Date()))
        return c.json({ code: 'bad_input', message: 'The signature does not fit.' }, 400)
      const { data, ...told } = event.parse(JSON.parse(new TextDecoder().decode(body)))
      const payload = { ...told, objectId: data.object.id }
      await db.transaction(system, (tx) =>
        enqueue(tx, 'stripe.event', payload, {
          jobKey: `stripe.event:${told.id}`,
          maxAttempts: MAX_ATTEMPTS,
        }),
      )
      return c.json({ received: true })
    },
  )
}

/** Limits the difference between the clocks, and the age of a recorded request. */
const TOLERANCE_SECONDS = 300

/**
 * Returns true if an event is from Stripe (https://docs.stripe.com/webhooks/signature). While a
 * secret is being rolled, Stripe signs with both; each endpoint has secrets of its own.
 */
function isFromStripe(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const stamp = parts.find(([scheme]) => scheme === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(stamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(stamp)) > TOLERANCE_SECONDS) return false
  const given = parts.flatMap(([scheme, text]) => (scheme === 'v1' && text ? [text] : []))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${stamp}.`).update(body).digest()
    return given.some((text) => isSame(expected, Buffer.from(text, 'hex')))
  })
}

const isSame = (expected: Buffer, given: Buffer) =>
  given.length === expected.length && timingSafeEqual(expected, given)
