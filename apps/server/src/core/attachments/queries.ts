import type { Attachment } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { ReceivedFile } from '../../platform/http/file-transfer.ts'
import type { AttachmentKind, EncryptionContext } from './kind.ts'

/**
 * Describes a stored file by its row: a blob with the ID of its key, or from an older server a file in
 * the clear, by its storage key.
 */
export type KeptFile = {
  id: string
  place_id: string
  file_name: string
  bytes: bigint
  sha256: string
} & (
  | { blob_id: string; key_id: string; storage_key: null }
  | { blob_id: null; key_id: null; storage_key: string }
)

export async function insertFile(
  tx: Tx,
  { table, place }: AttachmentKind,
  { id, client, vendor, own }: EncryptionContext,
  userId: string | null,
  file: ReceivedFile & { keyId: string },
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (id, ${sql.ref(place)}, client, vendor, organization,
      uploaded_by, file_name, bytes, sha256, blob_id, key_id)
    values (${file.id}, ${id}, ${client}, ${vendor}, ${own},
      ${userId}, ${file.fileName}, ${file.bytes}, ${file.sha256}, ${file.blobId}, ${file.keyId})`.execute(
    tx,
  )
}

/**
 * Finds a file under the caller's rights: readers of the carrier see its files, uploaders see their
 * unsent ones.
 */
export async function findFile(
  tx: Tx,
  { table, place }: AttachmentKind,
  id: string,
): Promise<KeptFile | undefined> {
  const { rows } = await sql<KeptFile>`
    select id, ${sql.ref(place)} as place_id, file_name, bytes, sha256, blob_id, key_id, storage_key
    from ${sql.table(table)} where id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Names the blob that holds what was stored in the clear. Returns false, and changes nothing, if the
 * row names a blob already or is gone.
 */
export async function setBlob(
  tx: Tx,
  { table }: AttachmentKind,
  id: string,
  { blobId, keyId }: { blobId: string; keyId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set blob_id = ${blobId}, key_id = ${keyId}, storage_key = null
    where id = ${id} and blob_id is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Counts the files that are still in the clear, on whichever server. Call as the system. */
export async function countClear(tx: Tx, { table }: AttachmentKind): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from ${sql.table(table)} where storage_key is not null`.execute(tx)
  return Number(rows[0]?.count)
}

/** Counts the files that a user has uploaded but not attached. */
export async function countUnsent(
  tx: Tx,
  { table, carrier }: AttachmentKind,
  userId: string,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from ${sql.table(table)}
    where uploaded_by = ${userId} and ${sql.ref(carrier)} is null`.execute(tx)
  return Number(rows[0]?.count)
}

export type Claim = {
  placeId: string
  organization: string
  carrierId: string
  userId: string | null
}

/** Gives a person's unsent files to what carries them; how many of them there were. */
export async function claimFiles(
  tx: Tx,
  { table, place, carrier }: AttachmentKind,
  ids: string[],
  { placeId, organization, carrierId, userId }: Claim,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(carrier)} = ${carrierId}
    where id = any (${ids}) and ${sql.ref(carrier)} is null and ${sql.ref(place)} = ${placeId}
      and organization = ${organization} and uploaded_by is not distinct from ${userId}`.execute(tx)
  return Number(numAffectedRows)
}

type Carried = { carrier_id: string; id: string; file_name: string; bytes: bigint }

/** Returns a function from a carrier's ID to its files, in upload order. */
export async function listFilesOf(
  tx: Tx,
  { table, carrier }: AttachmentKind,
  carrierIds: string[],
): Promise<(carrierId: string) => Attachment[]> {
  if (carrierIds.length === 0) return () => []
  const { rows } = await sql<Carried>`
    select ${sql.ref(carrier)} as carrier_id, id, file_name, bytes from ${sql.table(table)}
    where ${sql.ref(carrier)} = any (${carrierIds}) order by created_at, id`.execute(tx)
  const byCarrier = Map.groupBy(rows, ({ carrier_id }) => carrier_id)
  return (carrierId) =>
    (byCarrier.get(carrierId) ?? []).map(({ id, file_name, bytes }) => ({
      id,
      fileName: file_name,
      bytes: Number(bytes),
    }))
}

/** Names the content of files: blobs, and the keys of files in the clear. */
export type StoredContent = { blobs: { id: string; bytes: number }[]; clearKeys: string[] }

type ContentRow = { bytes: bigint } & (
  | { blob_id: string; storage_key: null }
  | { blob_id: null; storage_key: string }
)

const contentOf = (rows: ContentRow[]): StoredContent => ({
  blobs: rows.flatMap(({ blob_id, bytes }) =>
    blob_id === null ? [] : [{ id: blob_id, bytes: Number(bytes) }],
  ),
  clearKeys: rows.flatMap(({ storage_key }) => storage_key ?? []),
})

/** Deletes unsent files that are too old, a thousand at most. Returns where their content is. */
export async function deleteStale(
  tx: Tx,
  { table, carrier }: AttachmentKind,
  createdBefore: Date,
): Promise<StoredContent> {
  const { rows } = await sql<ContentRow>`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)}
      where ${sql.ref(carrier)} is null and created_at < ${createdBefore}
      order by created_at limit 1000 for update skip locked)
    returning blob_id, bytes, storage_key`.execute(tx)
  return contentOf(rows)
}

/** Deletes the files between these organizations. Returns where their content is, and its keys. */
export async function deleteBetween(
  tx: Tx,
  { table }: AttachmentKind,
  organizations: string[],
): Promise<StoredContent & { keyIds: string[] }> {
  const { rows } = await sql<ContentRow & Pick<KeptFile, 'key_id'>>`
    delete from ${sql.table(table)}
    where client = any (${organizations}) and vendor = any (${organizations})
    returning blob_id, bytes, storage_key, key_id`.execute(tx)
  return { ...contentOf(rows), keyIds: [...new Set(rows.flatMap(({ key_id }) => key_id ?? []))] }
}

/** Returns the IDs of blobs that rows of this kind name. Call as the system. */
export async function listNamedBlobs(
  tx: Tx,
  { table }: AttachmentKind,
  blobIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ blob_id: string }>`
    select blob_id from ${sql.table(table)} where blob_id = any (${blobIds})`.execute(tx)
  return rows.map(({ blob_id }) => blob_id)
}

/**
 * Lists the content of all files of this kind: blobs and, from older servers, files in the clear,
 * whose ID is a path in the data directory. Call as the system.
 */
export async function listContent(
  tx: Tx,
  { table }: AttachmentKind,
): Promise<{ id: string; bytes: number; isSealed: boolean }[]> {
  const { rows } = await sql<ContentRow>`
    select blob_id, bytes, storage_key from ${sql.table(table)}`.execute(tx)
  return rows.map(({ blob_id, storage_key, bytes }) => ({
    id: blob_id ?? storage_key,
    bytes: Number(bytes),
    isSealed: blob_id !== null,
  }))
}
