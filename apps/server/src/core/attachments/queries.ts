import type { Attachment } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { KeptFile, ReceivedFile } from '../../platform/http/file-transfer.ts'
import type { AttachmentKind, EncryptionContext } from './kind.ts'

export async function insertFile(
  tx: Tx,
  { table, place }: AttachmentKind,
  { id, client, vendor, own }: EncryptionContext,
  userId: string | null,
  file: ReceivedFile,
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (id, ${sql.ref(place)}, client, vendor, organization,
      uploaded_by, file_name, bytes, sha256, storage_key)
    values (${file.id}, ${id}, ${client}, ${vendor}, ${own},
      ${userId}, ${file.fileName}, ${file.bytes}, ${file.sha256}, ${file.storageKey})`.execute(tx)
}

/**
 * Finds a file under the caller's rights: readers of the carrier see its files, uploaders see their
 * unsent ones.
 */
export async function findFile(
  tx: Tx,
  { table }: AttachmentKind,
  id: string,
): Promise<KeptFile | undefined> {
  const { rows } = await sql<KeptFile>`
    select id, file_name, bytes, storage_key from ${sql.table(table)} where id = ${id}`.execute(tx)
  return rows[0]
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
  return Number(rows[0]!.count)
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

/**
 * Locks unsent files that are too old, so that they cannot be sent until the transaction ends.
 * Returns their IDs and storage keys.
 */
export async function lockStale(
  tx: Tx,
  { table, carrier }: AttachmentKind,
  createdBefore: Date,
): Promise<Pick<KeptFile, 'id' | 'storage_key'>[]> {
  const { rows } = await sql<Pick<KeptFile, 'id' | 'storage_key'>>`
    select id, storage_key from ${sql.table(table)}
    where ${sql.ref(carrier)} is null and created_at < ${createdBefore}
    order by created_at limit 1000 for update skip locked`.execute(tx)
  return rows
}

export async function deleteFiles(tx: Tx, { table }: AttachmentKind, ids: string[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = any (${ids})`.execute(tx)
}

/** Lists the storage keys of all files. Call as the system. */
export async function listAllKeys(tx: Tx, { table }: AttachmentKind): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from ${sql.table(table)}`.execute(tx)
  return rows.map(({ storage_key }) => storage_key)
}

/** Returns the storage keys of those files that a row names. */
export async function listStoredKeys(
  tx: Tx,
  { table }: AttachmentKind,
  ids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from ${sql.table(table)} where id = any (${ids})`.execute(tx)
  return rows.map(({ storage_key }) => storage_key)
}
