import { endedContractStatuses } from '@semblance/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export type UploadRow = Selectable<DB['uploads']>

export async function insertUpload(
  tx: Tx,
  row: Omit<Insertable<DB['uploads']>, 'announced_sha256' | 'sha256'>,
): Promise<void> {
  await tx.insertInto('uploads').values(row).execute()
}

export async function findUpload(tx: Tx, id: string): Promise<UploadRow | null> {
  const found = await tx.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
  return found ?? null
}

/** Locks and returns an upload's row for writing. Returns null if another transaction holds it. */
export async function lockForWriting(tx: Tx, id: string): Promise<UploadRow | null> {
  const found = await tx
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return found ?? null
}

export async function setReceived(tx: Tx, id: string, received: bigint): Promise<void> {
  await tx.updateTable('uploads').set({ received }).where('id', '=', id).execute()
}

/** Lists the files of a delivery in order of arrival. */
export async function listOriginals(tx: Tx, deliveryId: string): Promise<UploadRow[]> {
  return await tx
    .selectFrom('uploads')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function setAnnounced(tx: Tx, id: string, sha256: string): Promise<void> {
  await tx.updateTable('uploads').set({ announced_sha256: sha256 }).where('id', '=', id).execute()
}

export async function setChecksum(tx: Tx, id: string, sha256: string): Promise<void> {
  await tx.updateTable('uploads').set({ sha256 }).where('id', '=', id).execute()
}

export async function setUploadsRemoved(tx: Tx, ids: string[], at: Date): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ state: 'removed', removed_at: at })
    .where('id', 'in', ids)
    .where('state', '<>', 'removed')
    .execute()
}

const withDelivery = (tx: Tx) =>
  tx
    .selectFrom('uploads as u')
    .innerJoin('deliveries as d', 'd.id', 'u.delivery_id')
    .innerJoin('contracts as k', 'k.id', 'd.contract_id')
    .selectAll('u')
    .where('u.state', '=', 'open')
    .forUpdate('u')
    .skipLocked()

/** Lists and locks uploads that were not submitted in time. The time in which a delivery was held does not count. */
export async function listExpired(tx: Tx, createdBefore: Date): Promise<UploadRow[]> {
  return await withDelivery(tx)
    .where('d.status', 'in', ['draft', 'review'])
    .where(sql<boolean>`u.created_at + d.held_ms * interval '1 millisecond' < ${createdBefore}`)
    .execute()
}

/** Lists and locks originals without further use, because their contract has ended. */
export async function listEndedOriginals(tx: Tx): Promise<UploadRow[]> {
  return await withDelivery(tx).where('k.status', 'in', endedContractStatuses).execute()
}
