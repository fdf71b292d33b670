/** Signs webhooks as Standard Webhooks says: standardwebhooks.com. */
import { createHmac, randomBytes } from 'node:crypto'
import { webhookSecretPrefix } from '@semblance/contract'

/** Returns a new secret of 256 bits. It belongs in no log, and in no row unsealed. */
export const makeWebhookSecret = () => webhookSecretPrefix + randomBytes(32).toString('base64')

type Message = { id: string; at: Date; body: string }

/** Returns the headers that prove a message: a signature by each of the secrets. */
export function signatureHeaders(secrets: readonly string[], { id, at, body }: Message) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
