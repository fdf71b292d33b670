/** Outgoing mail as staff see it, without its secrets. Callers have checked that it is staff who asks. */
import { type MailState, mailCan, type OpenedMail, type SentMail } from '@semblance/contract'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { queueAgain } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { redactSecrets } from '../../platform/security/redact.ts'
import * as queries from './queries.ts'

export async function listMails(
  { tx, platform }: Ctx,
  { cursor, ...filter }: Page & { state?: MailState; search: string },
) {
  const after = decodeUuidCursor(cursor)
  const rows = await withSystemRole(tx, () => queries.listMails(tx, { ...filter, after }))
  const position = ({ created_at: at, id }: queries.MailRow) => ({ at, id })
  return {
    ...pageOf(rows, filter.limit, position, toMail),
    hasServer: platform.config.smtpUrl !== null,
  }
}

/** Opens a user's mail for a member of staff, and records the access in the audit log. */
export async function openMail(ctx: Ctx, staffId: string, id: string): Promise<OpenedMail> {
  const row = await getMail(ctx, id)
  await record(ctx, staffId, 'open', id)
  return toOpened(row)
}

export async function sendAgain(ctx: Ctx, staffId: string, id: string): Promise<OpenedMail> {
  const mail = toOpened(await getMail(ctx, id))
  if (!mailCan.sendAgain(mail) || !(await queueAgain(ctx.tx, id)))
    throw new AppError('mail_changed')
  await record(ctx, staffId, 'resend', id)
  return toOpened(await getMail(ctx, id))
}

async function getMail({ tx }: Ctx, id: string): Promise<queries.MailRow> {
  const row = await withSystemRole(tx, () => queries.findMail(tx, id))
  if (!row) throw new AppError('not_found')
  return row
}

async function record({ tx }: Ctx, staffId: string, verb: 'open' | 'resend', id: string) {
  await audit(tx, { actor: { userId: staffId }, action: `mail.${verb}`, object: `mail:${id}` })
}

const toMail = (row: queries.MailRow): SentMail => {
  const failure = row.returned ?? row.failure ?? row.last_error
  return {
    id: row.id,
    recipient: row.recipient,
    subject: row.subject,
    state: row.state,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    failedAt: row.failed_at,
    returnedAt: row.returned_at,
    failure: failure && redactSecrets(failure),
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    nextTryAt: row.attempts ? row.run_at : null,
    addressRefusedAt: row.address_refused_at,
    document: row.document,
    jobId: row.job_id === null ? null : String(row.job_id),
  }
}

function toOpened(row: queries.MailRow): OpenedMail {
  const text = redactSecrets(row.text_body)
  return { ...toMail(row), text, hasSecrets: text !== row.text_body }
}
