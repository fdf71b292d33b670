/** Stores a mail as a row in the transaction that sends it. A job passes it to SMTP afterwards. */

import { isHeldMail } from '../backup/restores.ts'
import { type Tx, withSystemRole } from '../database/db.ts'
import { enqueue } from '../process/jobs.ts'
import type { DeliveryReport } from './delivery-report.ts'
import { htmlBody, type MailContent, textBody } from './mail-body.ts'

export type Mail = MailContent & {
  to: string
  /** Names an invoice, statement or credit note to attach; its PDF is drawn when the mail is sent. */
  document?: string
  /** Holds the address that ends mails of this kind by one POST without a session. */
  unsubscribeUrl?: string
}

/** The queue waits longer from try to try; so many take about a day. */
const MAX_ATTEMPTS = 14

export async function sendMail(
  tx: Tx,
  { to, document, unsubscribeUrl, ...content }: Mail,
): Promise<void> {
  await withSystemRole(tx, async () => {
    const { id } = await tx
      .insertInto('app.mails')
      .values({
        recipient: to,
        subject: content.subject,
        text_body: textBody(content),
        html_body: htmlBody(content),
        document: document ?? null,
        unsubscribe_url: unsubscribeUrl ?? null,
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

/**
 * Records that a mail came back, and that its address is at fault where the report says so. Does
 * nothing about a mail that is gone or came back before. Call as the system.
 */
export async function recordReturned(
  tx: Tx,
  id: string,
  { reason, isOfAddress }: Pick<DeliveryReport, 'reason' | 'isOfAddress'>,
  now: Date,
): Promise<void> {
  const mail = await tx
    .updateTable('app.mails')
    .set({ returned_at: now, returned: reason })
    .where('id', '=', id)
    .where('returned_at', 'is', null)
    .returning('recipient')
    .executeTakeFirst()
  if (mail && isOfAddress)
    await markRefusing(tx, mail.recipient, { refused_at: now, reply: reason, is_reported: true })
}

/** Marks an address that mail cannot be delivered to. */
export async function markRefusing(
  tx: Tx,
  recipient: string,
  mark: { refused_at: Date; reply: string; is_reported: boolean },
): Promise<void> {
  await tx
    .insertInto('app.refusing_addresses')
    .values({ address: recipient.toLowerCase(), ...mark })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(mark))
    .execute()
}

/** Returns when and why mail to an address came back or was refused, null without such a mark. */
export async function findRefusal(tx: Tx, recipient: string) {
  const found = await withSystemRole(tx, () =>
    tx
      .selectFrom('app.refusing_addresses')
      .select(['refused_at as at', 'reply'])
      .where('address', '=', recipient.toLowerCase())
      .executeTakeFirst(),
  )
  return found ?? null
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

/** Lists the newest mails, all or to one address. Call as the system. */
export async function listMails(tx: Tx, recipient: string | undefined) {
  return await tx
    .selectFrom('app.mails')
    .select(['recipient', 'subject', 'text_body', 'html_body', 'document', 'created_at'])
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

/** Deletes what is kept of mails to a recipient; queued ones are not sent. Call as the system. */
export async function deleteMailsTo(tx: Tx, recipient: string): Promise<void> {
  await tx.deleteFrom('app.mails').where('recipient', '=', recipient).execute()
  await tx
    .deleteFrom('app.refusing_addresses')
    .where('address', '=', recipient.toLowerCase())
    .execute()
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
