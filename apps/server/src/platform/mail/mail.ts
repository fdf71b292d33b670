/** Stores a mail as a row in the transaction that sends it. A job passes it to SMTP afterwards. */

import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { isHeldMail } from '../backup/restores.ts'
import { type Database, system, type Tx, withSystemRole } from '../database/db.ts'
import { DependencyError } from '../faults.ts'
import { enqueue, type Jobs, type Schedule } from '../process/jobs.ts'
import type { Log } from '../process/log.ts'
import { htmlBody, type MailContent, textBody } from './mail-body.ts'

export type Mail = MailContent & { to: string }

/** The queue waits longer from try to try; so many take about a day. */
const MAX_ATTEMPTS = 14
/** Limits the wait for a mail server's answer. */
const SMTP_TIMEOUT_MS = 20_000
/** Sent and refused mails are kept for questions that come later, no longer: they hold names and addresses. */
const KEPT_DAYS = 30

export async function sendMail(tx: Tx, { to, ...content }: Mail): Promise<void> {
  await withSystemRole(tx, async () => {
    const { id } = await tx
      .insertInto('app.mails')
      .values({
        recipient: to,
        subject: content.subject,
        text_body: textBody(content),
        html_body: htmlBody(content),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'mail.send', { id }, { maxAttempts: MAX_ATTEMPTS })
  })
}

/** Claims a refused mail and queues it again. Returns false if it was not refused. */
export async function queueAgain(tx: Tx, id: string): Promise<boolean> {
  return await withSystemRole(tx, async () => {
    const { numUpdatedRows } = await tx
      .updateTable('app.mails')
      .set({ failed_at: null, failure: null })
      .where('id', '=', id)
      .where('failed_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await enqueue(tx, 'mail.send', { id }, { maxAttempts: MAX_ATTEMPTS })
    return true
  })
}

/** Counts the unsent mails that wait since a restore. */
export async function countHeldMails(tx: Tx): Promise<number> {
  return await withSystemRole(tx, async () => {
    const { count } = await tx
      .selectFrom('app.mails')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where(isHeldMail)
      .executeTakeFirstOrThrow()
    return Number(count)
  })
}

/**
 * Sends the mails that wait since a restore, or marks them as failed. Returns their number. Call
 * before the restore is confirmed, in the same transaction.
 */
export async function endHeldMails(tx: Tx, fate: 'send' | 'discard', now: Date): Promise<number> {
  return await withSystemRole(tx, async () => {
    const discarded = { failed_at: now, failure: 'Discarded by staff after a restore.' }
    const rows = await tx
      .updateTable('app.mails')
      .set(fate === 'discard' ? discarded : { failed_at: null })
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where(isHeldMail)
      .returning('id')
      .execute()
    if (fate === 'send')
      for (const { id } of rows)
        await enqueue(tx, 'mail.send', { id }, { maxAttempts: MAX_ATTEMPTS })
    return rows.length
  })
}

type MailOptions = { smtpUrl: string | null; from: string; log: Log }

export const mailSchedule: Schedule = [{ task: 'mail.expire', match: '41 3 * * *' }]

/** Sends mails. Without an SMTP server, mails stay in their table, which /dev/mailbox shows. */
export function mailJobs(db: Database, { smtpUrl, from, log }: MailOptions): Jobs {
  const transport = smtpUrl ? openTransport(smtpUrl) : null
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'semblance'
  return {
    'mail.send': async (payload) => {
      const { id } = payload as { id: string }
      const mail = transport && (await db.transaction(system, (tx) => findUnsent(tx, id)))
      if (!mail) return
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          messageId: `<${mail.id}@${domain}>`, // the same for every try, so that duplicates are recognized
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        if (!isFinal(error)) throw asFault(error)
        log.warn({ mailId: id, err: error }, 'mail refused')
        const failure = (error as Error).message.slice(0, 500)
        return await db.transaction(system, (tx) =>
          updateMail(tx, id, { failed_at: new Date(), failure }),
        )
      }
      await db.transaction(system, (tx) => updateMail(tx, id, { sent_at: new Date() }))
    },
    'mail.expire': async () => {
      await db.transaction(system, (tx) =>
        tx
          .deleteFrom('app.mails')
          .where(
            sql<boolean>`coalesce(sent_at, failed_at) < now() - ${KEPT_DAYS} * interval '1 day'`,
          )
          .execute(),
      )
    },
  }
}

const openTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })

/** Wraps refusals that concern no single mail as a fault of the mail server. */
function asFault(error: unknown): unknown {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const isOfServer = responseCode !== undefined || SERVER_AWAY.has(code ?? '')
  if (!isOfServer) return error
  return new DependencyError(
    'mail',
    `The mail server did not take a mail: ${(error as Error).message}`,
    {
      cause: error,
    },
  )
}

/** Lists nodemailer's codes for a server that does not answer or refuses the connection or the account. */
const SERVER_AWAY = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'EAUTH',
  'ETLS',
  'EPROTOCOL',
])

/**
 * Returns true if the server permanently refused this recipient or this message: a 5xx reply (RFC
 * 5321, 4.2.1). The same reply to the sender means wrong settings; the mail waits until they are
 * corrected.
 */
function isFinal(error: unknown): boolean {
  const refusal = error as { code?: string; command?: string; responseCode?: number }
  const isItsOwn = refusal.command === 'RCPT TO' || refusal.code === 'EMESSAGE'
  return isItsOwn && (refusal.responseCode ?? 0) >= 500
}

async function findUnsent(tx: Tx, id: string) {
  return await tx
    .selectFrom('app.mails')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => eb.not(isHeldMail))
    .executeTakeFirst()
}

async function updateMail(
  tx: Tx,
  id: string,
  change: { sent_at: Date } | { failed_at: Date; failure: string },
): Promise<void> {
  await tx.updateTable('app.mails').set(change).where('id', '=', id).execute()
}

/** Lists the newest mails, all or to one address. Call as the system. */
export async function listMails(tx: Tx, recipient: string | undefined) {
  return await tx
    .selectFrom('app.mails')
    .select(['recipient', 'subject', 'text_body', 'html_body', 'created_at'])
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient!))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** Lists the mails to an address, without the one-time links in them. Requires the system role. */
export async function listMailsTo(tx: Tx, recipient: string) {
  return await tx
    .selectFrom('app.mails')
    .select(['subject', 'created_at', 'sent_at'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}

/** Deletes the mails to a recipient; queued ones are not sent. Call as the system. */
export async function deleteMailsTo(tx: Tx, recipient: string): Promise<void> {
  await tx.deleteFrom('app.mails').where('recipient', '=', recipient).execute()
}

/** Stores a text message in the development mailbox; no job sends it. */
export async function insertMailboxMessage(
  tx: Tx,
  message: { to: string; text: string },
): Promise<void> {
  await tx
    .insertInto('app.mails')
    .values({
      recipient: message.to,
      subject: 'SMS',
      text_body: message.text,
      html_body: `<p>${message.text}</p>`,
      sent_at: new Date(),
    })
    .execute()
}
