/** Documents of applicants: sent by the link of a mail until the decision, opened by staff. */
import {
  type ApplicantDocuments,
  type Attachment,
  isUndecided,
  maxApplicantDocuments,
} from '@semblance/contract'
import type { Auth } from '../../core/auth/service.ts'
import {
  removeDocument as destroyDocument,
  findDocument,
  type GivenDocument,
  keepUndecided,
  linkDocument,
  listDocumentsOf,
  receiveDocument,
} from '../../core/documents/service.ts'
import { system, type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { applicationOfLink } from './links.ts'
import { findStatus, lockStatus } from './queries.ts'

type Linked = { application: string; count: number }

/** Throws application_link_closed, application_decided, documents_full. Locks the application. */
async function requireRoom(tx: Tx, platform: Platform, token: string): Promise<Linked> {
  const linked = await requireOpen(tx, platform, token)
  if (linked.count >= maxApplicantDocuments) throw new AppError('documents_full')
  return linked
}

async function requireOpen(tx: Tx, platform: Platform, token: string): Promise<Linked> {
  const application = await applicationOfLink(tx, platform, token)
  const status = application && (await lockStatus(tx, application))
  if (!application || !status) throw new AppError('application_link_closed')
  if (!isUndecided(status)) throw new AppError('application_decided')
  const listed = await listDocumentsOf(tx, [application])
  return { application, count: listed(application).length }
}

/** Counts the documents of a day, with those that were removed again or are on their way. */
async function requireFewToday(auth: Counter, application: string): Promise<void> {
  if (await auth.withinLimit('applicantDocument', application)) return
  const retryAfterSeconds = auth.secondsToRefill('applicantDocument')
  throw new AppError('too_many_requests', { retryAfterSeconds })
}

type Counter = Pick<Auth, 'withinLimit' | 'secondsToRefill'>

/**
 * Receives a document by a link. The application is looked at before and after its bytes. Throws
 * too_many_requests beyond the limit of a day.
 */
export async function receiveApplicantDocument(
  platform: Platform,
  auth: Counter,
  { token, ...given }: GivenDocument & { token: string },
): Promise<Attachment> {
  const check = (tx: Tx) => requireRoom(tx, platform, token)
  return await receiveDocument(platform, given, {
    admit: async () => {
      const { application } = await platform.db.transaction(system, check)
      await requireFewToday(auth, application)
    },
    record: (keep) =>
      platform.db.transaction(system, async (tx) => {
        const { application } = await check(tx)
        const now = new Date()
        await keep(tx, { owner: { application }, userId: null, now })
        await withSystemRole(tx, () => keepUndecided(tx, application, now))
      }),
  })
}

/** Lists the documents of a link's application by their names. Throws application_link_closed. */
export async function listByLink(
  { tx, platform }: Ctx,
  token: string,
): Promise<ApplicantDocuments> {
  return await withSystemRole(tx, async () => {
    const application = await applicationOfLink(tx, platform, token)
    const found = application && (await findStatus(tx, application))
    if (!application || !found) throw new AppError('application_link_closed')
    const documents = (await listDocumentsOf(tx, [application]))(application)
    return { documents, isOpen: isUndecided(found.status) }
  })
}

/** Destroys a document by a link. Throws as receiving does, and not_found for one of another application. */
export async function removeByLink(
  ctx: Ctx,
  { token, documentId }: { token: string; documentId: string },
): Promise<ApplicantDocuments> {
  const { tx, platform } = ctx
  await withSystemRole(tx, async () => {
    const { application } = await requireOpen(tx, platform, token)
    if (!(await destroyDocument(tx, documentId, { application }))) throw new AppError('not_found')
  })
  return await listByLink(ctx, token)
}

/** Returns a link to a document, and records the call of staff. */
export async function openDocument(
  ctx: Ctx,
  documentId: string,
  staffId: string,
): Promise<{ url: string }> {
  const { tx } = ctx
  const found = await withSystemRole(tx, () => findDocument(tx, documentId))
  if (!found?.application_id) throw new AppError('not_found')
  await audit(tx, {
    actor: { userId: staffId },
    action: 'application.open_document',
    object: `application:${found.application_id}`,
    detail: { document: documentId },
  })
  return await linkDocument(ctx, documentId)
}
