/** Passes stored mails to the SMTP server, and records what it answers. */
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { isHeldMail } from '../backup/restores.ts'
import { type Database, system, type Tx } from '../database/db.ts'
import { DependencyError } from '../faults.ts'
import type { Jobs, Schedule } from '../process/jobs.ts'
import type { Log } from '../process/log.ts'
import { markRefusing } from './mail.ts'
import type { ReturnPaths } from './return-path.ts'

/** Limits the wait for a mail server's answer. */
const SMTP_TIMEOUT_MS = 20_000
/** Sent and refused mails are kept for questions that come later, no longer: they hold names and addresses. */
const KEPT_DAYS = 30
/** Servers give up on a mail and report it within five days (RFC 5321, 4.5.4.1). */
const REPORT_DAYS = 6

export type MailDocument = { fileName: string; content: Buffer }

type MailOptions = {
  smtpUrl: string | null
  from: string
  /** Null: reports are not read, and mail comes back to `from`. */
  returnPaths: Pick<ReturnPaths, 'pathOf'> | null
  log: Log
  /** Draws the document of that number. */
  draw: (tx: Tx, document: string) => Promise<MailDocument>
}

export const mailSchedule: Schedule = [{ task: 'mail.expire', match: '41 3 * * *' }]

/** Sends mails. Without an SMTP server, mails stay in their table, which /dev/mailbox shows. */
export function mailJobs(
  db: Database,
  { smtpUrl, from, returnPaths, log, draw }: MailOptions,
): Jobs {
  const transport = smtpUrl ? openTransport(smtpUrl) : null
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'semblance'
  return {
    'mail.send': async (payload) => {
      const { id } = payload as { id: string }
      const found = transport && (await db.transaction(system, (tx) => readUnsent(tx, id, draw)))
      if (!found) return
      const { mail, attachments } = found
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.recipient },
          ...(returnPaths && {
            envelope: { from: returnPaths.pathOf(mail.id), to: mail.recipient },
          }),
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          attachments,
          messageId: `<${mail.id}@${domain}>`, // the same for every try, so that duplicates are recognized
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
        })
      } catch (error) {
        if (!isFinal(error)) throw asFault(error)
        log.warn({ mailId: id, err: error }, 'mail refused')
        return await db.transaction(system, (tx) => recordRefusal(tx, mail, error as Error))
      }
      await db.transaction(system, (tx) => recordSent(tx, mail))
    },
    'mail.expire': async () => {
      await db.transaction(system, (tx) =>
        tx
          .deleteFrom('app.mails')
          .where(
            sql<boolean>`coalesce(sent_at, failed_at, returned_at) < now() - ${KEPT_DAYS} * interval '1 day'`,
          )
          .execute(),
      )
      await db.transaction(system, endReportedMarks)
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
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return isOfAddress(error) || (code === 'EMESSAGE' && responseCode >= 500)
}

/** Returns true if the server permanently refused this recipient. */
function isOfAddress(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode >= 500
}

/** Names the address where one POST unsubscribes (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe_url: url }: UnsentMail): Record<string, string> =>
  url === null
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

type UnsentMail = NonNullable<Awaited<ReturnType<typeof findUnsent>>>

async function readUnsent(tx: Tx, id: string, draw: MailOptions['draw']) {
  const mail = await findUnsent(tx, id)
  if (!mail) return null
  const document = mail.document === null ? null : await draw(tx, mail.document)
  const attachments = document
    ? [
        {
          filename: document.fileName,
          content: document.content,
          contentType: 'application/pdf',
        },
      ]
    : []
  return { mail, attachments }
}

async function findUnsent(tx: Tx, id: string) {
  return await tx
    .selectFrom('app.mails')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('returned_at', 'is', null)
    .where((eb) => eb.not(isHeldMail))
    .executeTakeFirst()
}

async function recordSent(tx: Tx, { id, recipient }: UnsentMail): Promise<void> {
  await tx.updateTable('app.mails').set({ sent_at: new Date() }).where('id', '=', id).execute()
  await tx
    .deleteFrom('app.refusing_addresses')
    .where('address', '=', recipient.toLowerCase())
    .where('is_reported', '=', false)
    .execute()
}

/** Ends the marks by reports of addresses to which a later mail has brought none since. */
async function endReportedMarks(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('app.refusing_addresses as r')
    .where('r.is_reported', '=', true)
    .where(
      sql<boolean>`exists (
        select from app.mails m
        where lower(m.recipient) = r.address
          and m.sent_at > r.refused_at and m.sent_at < now() - ${REPORT_DAYS} * interval '1 day'
          and m.returned_at is null
      )`,
    )
    .execute()
}

/** Records the refusal on the mail, and on the address if the server refused that. */
async function recordRefusal(tx: Tx, { id, recipient }: UnsentMail, error: Error): Promise<void> {
  const reply = error.message.slice(0, 500)
  const at = new Date()
  await tx
    .updateTable('app.mails')
    .set({ failed_at: at, failure: reply })
    .where('id', '=', id)
    .execute()
  if (!isOfAddress(error)) return
  await markRefusing(tx, recipient, { refused_at: at, reply, is_reported: false })
}
