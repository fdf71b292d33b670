import { Webhook } from 'standardwebhooks'

/** Describes an event as it is sent: IDs and states alone; the rest is read from the API. */
export type WebhookEvent = { type: string; timestamp: string; data: Record<string, unknown> }

/**
 * Returns the event of a webhook that this endpoint's secret signed within the last five minutes. `body` is
 * the body as it arrived, byte for byte. Throws an Error for all others: answer those with 400.
 */
export function verifyWebhook(
  secret: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string | Buffer,
): WebhookEvent {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const single = entries.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Webhook(secret).verify(body, Object.fromEntries(single)) as WebhookEvent
}
