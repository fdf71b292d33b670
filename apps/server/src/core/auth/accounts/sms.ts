/** Sends codes to phones. */
import { createHmac } from 'node:crypto'
import type { Tx } from '../../../platform/database/db.ts'
import { insertMailboxMessage } from '../../../platform/mail/mail.ts'
import { enqueue, type Jobs } from '../../../platform/process/jobs.ts'

export type Sms = { to: string; text: string }

export type SmsPort = {
  name: string
  /** Sends a text in the transaction that creates the code; `to` is E.164 with its plus sign. */
  send: (tx: Tx, sms: Sms) => Promise<void>
}

/** Leaves the message in the sample mailbox, with the number as its recipient. */
export const mailboxSms: SmsPort = {
  name: 'mailbox',
  send: (tx, sms) => insertMailboxMessage(tx, sms),
}

/** Hands the message to a gateway of the operator's, from the job queue. */
export const webhookSms: SmsPort = {
  name: 'webhook',
  send: (tx, sms) => enqueue(tx, 'sms.send', sms, { maxAttempts: 5 }),
}

const GATEWAY_TIMEOUT_MS = 10_000

/**
 * Sends texts to the gateway as `{ to, text }`, signed in X-Semblance-Signature: hex HMAC-SHA256 of
 * the body.
 */
export function smsJobs(gateway: { url: string; secret: string } | null): Jobs {
  return {
    'sms.send': async (payload) => {
      if (!gateway) return
      const body = JSON.stringify(payload)
      const signature = createHmac('sha256', gateway.secret).update(body).digest('hex')
      const response = await fetch(gateway.url, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', 'X-Semblance-Signature': signature },
        signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}.`)
    },
  }
}
