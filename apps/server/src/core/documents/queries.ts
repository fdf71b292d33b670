/** Holds the statements about documents. All require the system role. */
import type { Insertable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Names whose document it is. */
export type DocumentOwner = { application: string } | { organization: string }

export async function insertDocument(tx: Tx, row: Insertable<DB['app.documents']>): Promise<void> {
  await tx.insertInto('app.documents').values(row).execute()
}

/** Lists the documents of these applications, in the order of their upload. */
export async function listOfApplications(tx: Tx, applicationIds: string[]) {
  if (applicationIds.length === 0) return []
  return await tx
    .selectFrom('app.documents')
    .select(['id', 'application_id', 'file_name', 'bytes', 'uploaded_at'])
    .where('application_id', 'in', applicationIds)
    .orderBy('application_id')
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()
}

export async function findDocument(tx: Tx, id: string) {
  return await tx.selectFrom('app.documents').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Deletes one document of this owner; returns where its content was, null if there is none. */
export async function deleteDocument(tx: Tx, id: string, owner: DocumentOwner) {
  const row = await tx
    .deleteFrom('app.documents')
    .where('id', '=', id)
    .where(columnOf(owner), '=', idOf(owner))
    .returning(['blob_id', 'bytes'])
    .executeTakeFirst()
  return row ?? null
}

/** Deletes documents whose time is up, some hundreds at most; returns where their content was. */
export async function deleteDue(tx: Tx, now: Date) {
  const due = tx
    .selectFrom('app.documents')
    .select('id')
    .where('destroy_after', '<=', now)
    .orderBy('destroy_after')
    .limit(500)
    .forUpdate()
    .skipLocked()
  return await tx
    .deleteFrom('app.documents')
    .where('id', 'in', due)
    .returning(['blob_id', 'bytes'])
    .execute()
}

/** Has the documents of an application destroyed from a time on, sooner or later than before; null: not at all. */
export async function keepUntil(tx: Tx, application: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('app.documents')
    .set({ destroy_after: at })
    .where('application_id', '=', application)
    .execute()
}

/** Has all documents of an organization, and of its application, destroyed from a time on, unless they are sooner. */
export async function setDestroyAfter(tx: Tx, organization: string, at: Date): Promise<void> {
  await tx
    .updateTable('app.documents')
    .set({ destroy_after: at })
    .where((row) =>
      row.or([
        row('organization', '=', organization),
        row(
          'application_id',
          'in',
          row.selectFrom('organizations').select('application_id').where('id', '=', organization),
        ),
      ]),
    )
    .where((row) => row.or([row('destroy_after', 'is', null), row('destroy_after', '>', at)]))
    .execute()
}

/** Has one document destroyed from a time on. */
export async function setDestroyAfterOf(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('app.documents')
    .set({ destroy_after: at })
    .where('id', '=', id)
    .where('destroy_after', 'is', null)
    .execute()
}

/** Returns the IDs of blobs that documents name. */
export async function listDocumentBlobs(tx: Tx, blobIds: string[]): Promise<string[]> {
  if (blobIds.length === 0) return []
  const rows = await tx
    .selectFrom('app.documents')
    .select('blob_id')
    .where('blob_id', 'in', blobIds)
    .execute()
  return rows.map(({ blob_id }) => blob_id)
}

/** Lists the content of all documents. */
export async function listDocumentContent(tx: Tx) {
  const rows = await tx.selectFrom('app.documents').select(['blob_id', 'bytes']).execute()
  return rows.map(({ blob_id, bytes }) => ({ id: blob_id, bytes: Number(bytes), isSealed: true }))
}

const columnOf = (owner: DocumentOwner) =>
  'application' in owner ? ('application_id' as const) : ('organization' as const)
const idOf = (owner: DocumentOwner) =>
  'application' in owner ? owner.application : owner.organization
