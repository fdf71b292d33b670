/** Questions to applicants: mailed with a link that answers once, and stops the clock until then. */
import { createHash, randomBytes } from 'node:crypto'
import { kindsOf } from '@semblance/contract'
import { keepUndecided } from '../../core/documents/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { hasApplication } from './queries.ts'
import * as queries from './question-queries.ts'

const sha256Of = (token: string) => createHash('sha256').update(token).digest()

/** Mails a question. A second one, while the first waits, replaces its link and leaves the clock stopped. */
export async function askApplicant(
  ctx: Ctx,
  { id, question, asksDocument }: { id: string; question: string; asksDocument: boolean },
  staffId: string,
): Promise<void> {
  const { tx, now, platform } = ctx
  const token = randomBytes(32).toString('base64url')
  const row = await withSystemRole(tx, async () => {
    const stopped = await queries.stopClock(tx, id, now)
    if (!stopped) return null
    await queries.insertQuestion(tx, {
      application_id: id,
      question,
      asks_document: asksDocument,
      asked_by: staffId,
      asked_at: now,
      token_sha256: sha256Of(token),
    })
    await keepUndecided(tx, id, now)
    return stopped
  })
  if (!row) throw new AppError((await hasApplication(tx, id)) ? 'application_decided' : 'not_found')
  await audit(tx, {
    actor: { userId: staffId },
    action: 'application.ask',
    object: `application:${id}`,
  })
  await sendMail(tx, {
    to: row.business_email,
    subject: 'A question about your business application',
    paragraphs: [
      `Hello ${row.contact_person}, our compliance team has a question about the application of ${row.business_name}:`,
      question,
      ...(asksDocument
        ? [
            `Please add the document on the page of the link, as a ${kindsOf('document')} file, before you answer.`,
          ]
        : []),
      'The review goes on once you have answered. The link works once, for one answer.',
    ],
    link: {
      label: 'Answer the question',
      url: `${platform.config.publicUrl}/application-question#${token}`,
    },
  })
}

/** Reads the question of a link. Throws question_closed for a link that is used, replaced or invented. */
export async function readQuestion({ tx }: Ctx, token: string) {
  const row = await withSystemRole(tx, () => queries.findByToken(tx, sha256Of(token)))
  if (!row) throw new AppError('question_closed')
  return {
    businessName: row.business_name,
    question: row.question,
    asksDocument: row.asks_document,
    askedAt: row.asked_at,
  }
}

/** Stores the answer, uses the link up, and puts the application back into the queue. */
export async function answerQuestion(
  ctx: Ctx,
  { token, answer }: { token: string; answer: string },
): Promise<void> {
  const { tx, now } = ctx
  const row = await withSystemRole(tx, async () => {
    const open = await queries.findByToken(tx, sha256Of(token))
    if (!open || !(await queries.startClock(tx, open.application_id, now))) return null
    await keepUndecided(tx, open.application_id, now)
    return (await queries.answerQuestion(tx, open.id, { answer, now })) ? open : null
  })
  if (!row) throw new AppError('question_closed')
  await notify(ctx, {
    audience: 'staff',
    type: 'system',
    title: 'An applicant has answered',
    message: row.business_name,
    path: `/admin/applications?id=${row.application_id}`,
  })
}
