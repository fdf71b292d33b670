/**
 * Keeps documents that an applicant or an organization sends to staff. Who may send, see and open one is
 * decided by the module that the document is for.
 */
import type { Attachment, StoredDocument } from '@semblance/contract'
import { documentKeptDays, undecidedDocumentDays } from '@semblance/contract'
import { system, type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { receiveFile, refuseLarge, serveFile } from '../../platform/http/file-transfer.ts'
import { readLink, signLink } from '../../platform/http/links.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { newKey } from '../../platform/security/envelope-encryption.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { startReading } from '../../platform/storage/start-reading.ts'
import { keepDocumentKey, openBlobKey } from '../attachments/service.ts'
import * as queries from './queries.ts'

const KIND = 'documents'
const DAY_MS = 86_400_000

/** Holds a document as it comes: `bytes` as its sender states them. */
export type GivenDocument = { fileName: string; body: ReadableStream | null; bytes: number }

type Kept = { owner: queries.DocumentOwner; userId: string | null; now: Date }
/** Keeps what was received, in the transaction that has checked its owner once more. */
type KeepDocument = (tx: Tx, kept: Kept) => Promise<void>

type Steps = {
  /** Throws before the first byte is read. */
  admit: () => Promise<unknown>
  /** Runs a transaction, once all bytes are stored, that checks again and calls `keep`. */
  record: (keep: KeepDocument, documentId: string) => Promise<void>
}

/**
 * Receives a document. Throws bad_input for another kind than its name states, and for an empty one,
 * too_large, and what its steps throw. No transaction waits for the connection or the store.
 */
export async function receiveDocument(
  { config, secrets }: Platform,
  { bytes, ...given }: GivenDocument,
  { admit, record }: Steps,
): Promise<Attachment> {
  await admit()
  refuseLarge('document', bytes)
  const key = newKey()
  return await receiveFile(
    openBlobs(config),
    key,
    given,
    (file) =>
      record(async (tx, { owner, userId, now }) => {
        const keyId = await keepDocumentKey(tx, secrets, { documentId: file.id, key })
        const row = {
          id: file.id,
          application_id: 'application' in owner ? owner.application : null,
          organization: 'organization' in owner ? owner.organization : null,
          uploaded_by: userId,
          file_name: file.fileName,
          bytes: BigInt(file.bytes),
          sha256: file.sha256,
          blob_id: file.blobId,
          key_id: keyId,
          uploaded_at: now,
        }
        await withSystemRole(tx, () => queries.insertDocument(tx, row))
      }, file.id),
    'document',
  )
}

/** Returns a function from an application to its documents. Call as the system. */
export async function listDocumentsOf(
  tx: Tx,
  applicationIds: string[],
): Promise<(applicationId: string) => StoredDocument[]> {
  const rows = await queries.listOfApplications(tx, applicationIds)
  const byApplication = Map.groupBy(rows, ({ application_id }) => application_id)
  return (id) => (byApplication.get(id) ?? []).map(toDocument)
}

export const toDocument = (row: {
  id: string
  file_name: string
  bytes: bigint
  uploaded_at: Date
}): StoredDocument => ({
  id: row.id,
  fileName: row.file_name,
  bytes: Number(row.bytes),
  uploadedAt: row.uploaded_at,
})

/** Destroys a document at once. Returns false if this owner has no such document. Call as the system. */
export async function removeDocument(
  tx: Tx,
  id: string,
  owner: queries.DocumentOwner,
): Promise<boolean> {
  const row = await queries.deleteDocument(tx, id, owner)
  if (row) await eraseBlobs(tx, [row])
  return row !== null
}

/** Returns the time from which a document that is of no more use now is destroyed. */
const endOfUse = (now: Date) => new Date(now.getTime() + documentKeptDays * DAY_MS)

/**
 * Keeps the documents of an application that is undecided, from its last activity on. Call as the system, with the
 * application locked.
 */
export const keepUndecided = (tx: Tx, application: string, now: Date): Promise<void> =>
  queries.keepUntil(tx, application, new Date(now.getTime() + undecidedDocumentDays * DAY_MS))

/** Keeps the documents of an application as long as its organization is there. Call as the system. */
export const keepAccepted = (tx: Tx, application: string): Promise<void> =>
  queries.keepUntil(tx, application, null)

/**
 * Keeps the documents of an application for the stated time after it was declined, however soon their end was before.
 * Call as the system, with the application locked.
 */
export const keepDeclined = (tx: Tx, application: string, now: Date): Promise<void> =>
  queries.keepUntil(tx, application, endOfUse(now))

/** Has all documents of an organization destroyed after the stated time. Call as the system. */
export const endUseOfAll = (tx: Tx, organization: string, now: Date): Promise<void> =>
  queries.setDestroyAfter(tx, organization, endOfUse(now))

/** Has a document destroyed after the stated time. Call as the system. */
export const endUse = (tx: Tx, id: string, now: Date): Promise<void> =>
  queries.setDestroyAfterOf(tx, id, endOfUse(now))

/** Destroys what is due. */
export async function destroyDue({ db }: Platform, now: Date): Promise<void> {
  await db.transaction(system, async (tx) => eraseBlobs(tx, await queries.deleteDue(tx, now)))
}

async function eraseBlobs(tx: Tx, rows: { blob_id: string; bytes: bigint }[]): Promise<void> {
  const blobs = rows.map(({ blob_id: id, bytes }) => ({ id, bytes: Number(bytes) }))
  if (blobs.length > 0) await enqueue(tx, 'blob.erase', { blobs })
}

/** Returns a link to a document that the caller may open. */
export async function linkDocument(ctx: Ctx, id: string): Promise<{ url: string }> {
  const { url } = await signLink(ctx, { kind: KIND, id }, { path: `/${KIND}` })
  return { url }
}

/** Serves the document of a signed link. Throws link_expired, not_found. */
export async function sendDocument(
  platform: Platform,
  { request, token }: { request: Request; token: string },
): Promise<Response> {
  const { id } = await readLink(platform, token, [KIND])
  const { row, key } = await platform.db.transaction(system, async (tx) => {
    const found = await queries.findDocument(tx, id)
    if (!found) throw new AppError('not_found')
    return { row: found, key: await openBlobKey(tx, platform.secrets, found.key_id) }
  })
  if (!key) throw new AppError('file_destroyed')
  const bytes = Number(row.bytes)
  const blobs = openBlobs(platform.config)
  const content = await startReading(blobs.read({ id: row.blob_id, key }, bytes))
  return serveFile(request, { name: row.file_name, bytes }, content)
}
