/** Receives Stripe's events. Rejects those without a valid signature, which leave no trace. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import type { HttpEnv } from '../../../platform/http/http.ts'
import { enqueue } from '../../../platform/process/jobs.ts'
import type { StripeSettings } from './client.ts'
import { event } from './objects.ts'
import { isFromStripe } from './signature.ts'

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
