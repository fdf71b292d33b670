import { type Application, isUndecided, type Side } from '@semblance/contract'
import { keepAccepted, keepDeclined, listDocumentsOf } from '../../core/documents/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { createOrganization } from '../organizations/service.ts'
import { issueApprovalLink } from './approval-links.ts'
import {
  type ApplicationRow,
  decideApplication,
  findApplication,
  hasApplication,
  listDecided,
  listDue,
  listNewest,
} from './queries.ts'
import {
  closeQuestions,
  insertNote,
  listNotes,
  listQuestions,
  type NoteRow,
  type QuestionRow,
} from './question-queries.ts'
import { askApplicant } from './questions.ts'
import { type ComparisonRow, compareForDecision, listComparisons } from './sanctions/comparisons.ts'

export { readStatus } from './acknowledge.ts'
export { provesAddress, readApprovalLink } from './approval-links.ts'
export { backfillApplications, deleteApplications } from './backfill.ts'
export { receiveApplicantDocument } from './documents.ts'

export { answerQuestion, readQuestion } from './questions.ts'
export { readComparison } from './sanctions/comparisons.ts'

export async function readApplication({ tx }: Ctx, id: string): Promise<Application> {
  const row = await findApplication(tx, id)
  if (!row) throw new AppError('not_found')
  return toApplication(row, await readHistory(tx, [row]))
}

export async function listApplications(
  ctx: Ctx,
  { status, cursor, limit }: Page & { status: Application['status'] },
) {
  const page = { after: decodeUuidCursor(cursor), limit }
  if (isUndecided(status)) {
    const rows = await listDue(ctx.tx, { status, ...page })
    return await complete(
      ctx.tx,
      pageOf(rows, limit, ({ due_at: at, id }) => ({ at, id }), asIs),
    )
  }
  const rows = await listNewest(ctx.tx, { status, ...page })
  return await complete(
    ctx.tx,
    pageOf(rows, limit, ({ created_at: at, id }) => ({ at, id }), asIs),
  )
}

/** Lists staff's decisions so far, with decider and date. */
export async function listHistory(ctx: Ctx, { cursor, limit }: Page) {
  const rows = await listDecided(ctx.tx, { after: decodeUuidCursor(cursor), limit })
  return await complete(
    ctx.tx,
    pageOf(rows, limit, ({ decided_at, id }) => ({ at: decided_at!, id }), asIs),
  )
}

const asIs = (row: ApplicationRow) => row

/** Adds questions and notes to the rows of a page. */
async function complete(
  tx: Tx,
  page: { items: ApplicationRow[]; nextCursor: string | null },
): Promise<{ items: Application[]; nextCursor: string | null }> {
  const history = await readHistory(tx, page.items)
  return { ...page, items: page.items.map((row) => toApplication(row, history)) }
}

type History = {
  questions: readonly QuestionRow[]
  notes: readonly NoteRow[]
  documents: Awaited<ReturnType<typeof listDocumentsOf>>
  comparisons: readonly ComparisonRow[]
}

async function readHistory(tx: Tx, rows: readonly ApplicationRow[]): Promise<History> {
  const ids = rows.map(({ id }) => id)
  return await withSystemRole(tx, async () => ({
    questions: await listQuestions(tx, ids),
    notes: await listNotes(tx, ids),
    documents: await listDocumentsOf(tx, ids),
    comparisons: await listComparisons(tx, ids),
  }))
}

/** Writes a note for other staff, in any state of the application. */
export async function noteApplication(
  ctx: Ctx,
  { id, note }: { id: string; note: string },
  staffId: string,
): Promise<Application> {
  const { tx, now } = ctx
  if (!(await hasApplication(tx, id))) throw new AppError('not_found')
  const row = { application_id: id, note, written_by: staffId, written_at: now }
  await withSystemRole(tx, () => insertNote(tx, row))
  await audit(tx, {
    actor: { userId: staffId },
    action: 'application.note',
    object: `application:${id}`,
  })
  return await readApplication(ctx, id)
}

/** Mails the applicant a question, and stops the clock until the answer. */
export async function askForMore(
  ctx: Ctx,
  input: { id: string; question: string; asksDocument: boolean },
  staffId: string,
): Promise<Application> {
  await askApplicant(ctx, input, staffId)
  return await readApplication(ctx, input.id)
}

/** Approves once: the organization appears and the business learns its ID by mail. */
export async function approveApplication(
  ctx: Ctx,
  input: { id: string; roles: Side[]; sanctions?: string | undefined },
  staffId: string,
) {
  const { row, comparison } = await decide(ctx, input, {
    status: 'approved',
    decision_reason: null,
    decided_by: staffId,
  })
  const { id, organizationId } = await createOrganization(ctx, {
    application_id: row.id,
    name: row.business_name,
    email: row.business_email,
    website: row.business_website,
    phone: row.contact_phone,
    address: row.business_address,
    city: row.city,
    country: row.country,
    industry: row.industry,
    description: row.business_description,
    registration_number: row.registration_number,
    is_client: input.roles.includes('client'),
    is_vendor: input.roles.includes('vendor'),
  })
  await audit(ctx.tx, {
    actor: { userId: staffId },
    action: 'application.approve',
    object: `application:${row.id}`,
    detail: { organization: id, roles: input.roles.join(', '), comparison },
  })
  await withSystemRole(ctx.tx, () => keepAccepted(ctx.tx, row.id))
  const link = await withSystemRole(ctx.tx, () =>
    issueApprovalLink(ctx, {
      organization: id,
      email: row.business_email,
      contact_person: row.contact_person,
    }),
  )
  await sendMail(ctx.tx, {
    to: row.business_email,
    subject: 'Your business has been approved',
    paragraphs: [
      `${row.business_name} is now on Semblance. Your organization ID is ${organizationId}.`,
      'The link below opens the sign-up filled in with this ID and this address. It works once, within 14 days; after that, sign up with the ID, and confirm the address by a second mail.',
      'Whoever signs up with this address administers the organization. Other employees sign up with the ID, and wait for that person’s approval.',
    ],
    link: { label: 'Set up your account', url: link },
  })
  return await readApplication(ctx, row.id)
}

export async function declineApplication(
  ctx: Ctx,
  input: { id: string; reason: string; sanctions?: string | undefined },
  staffId: string,
) {
  const { row, comparison } = await decide(ctx, input, {
    status: 'declined',
    decision_reason: input.reason,
    decided_by: staffId,
  })
  await withSystemRole(ctx.tx, () => keepDeclined(ctx.tx, row.id, ctx.now))
  await audit(ctx.tx, {
    actor: { userId: staffId },
    action: 'application.decline',
    object: `application:${row.id}`,
    detail: { comparison },
  })
  await sendMail(ctx.tx, {
    to: row.business_email,
    subject: 'Your business application was not approved',
    paragraphs: [
      `We could not approve the application of ${row.business_name}.`,
      `Reason: ${input.reason}`,
    ],
  })
  return await readApplication(ctx, row.id)
}

/**
 * Decides once, and keeps how the names compare with the lists of sanctions at that moment. Returns the digest
 * of that comparison. Throws sanctions_changed if another one was seen.
 */
async function decide(
  ctx: Ctx,
  { id, sanctions }: { id: string; sanctions?: string | undefined },
  decision: { status: 'approved' | 'declined'; decision_reason: string | null; decided_by: string },
) {
  const row = await decideApplication(ctx.tx, id, { ...decision, decided_at: ctx.now })
  if (!row)
    throw new AppError((await hasApplication(ctx.tx, id)) ? 'application_decided' : 'not_found')
  const comparison = await compareForDecision(ctx, row, sanctions)
  await withSystemRole(ctx.tx, () => closeQuestions(ctx.tx, id))
  return { row, comparison }
}

function toApplication(
  row: ApplicationRow,
  { questions, notes, documents, comparisons }: History,
): Application {
  const comparison = comparisons.find((one) => one.application_id === row.id)
  return {
    id: row.id,
    businessName: row.business_name,
    businessWebsite: row.business_website,
    businessEmail: row.business_email,
    registrationNumber: row.registration_number,
    businessAddress: row.business_address,
    city: row.city,
    country: row.country,
    industry: row.industry,
    businessDescription: row.business_description,
    intent: row.intent,
    contactPerson: row.contact_person,
    contactPhone: row.contact_phone,
    status: row.status,
    decisionReason: row.decision_reason,
    organizationId: row.organization_id,
    createdAt: row.created_at,
    dueAt: row.due_at,
    waitingSince: row.waiting_since,
    questions: questions
      .filter((one) => one.application_id === row.id)
      .map((one) => ({
        id: one.id,
        question: one.question,
        askedAt: one.asked_at,
        askedBy: one.asker,
        asksDocument: one.asks_document,
        answer: one.answer,
        answeredAt: one.answered_at,
      })),
    documents: documents(row.id),
    notes: notes
      .filter((one) => one.application_id === row.id)
      .map(({ id, note, written_at, writer }) => ({
        id,
        note,
        writtenAt: written_at,
        writtenBy: writer,
      })),
    seenBefore: { applications: row.seen_applications, organizations: row.seen_organizations },
    decidedAt: row.decided_at,
    decidedBy: row.decider,
    comparison: comparison
      ? {
          result: comparison.result,
          isSeen: comparison.is_seen,
          comparedAt: comparison.compared_at,
        }
      : null,
  }
}
