import { endedContractStatuses } from '@semblance/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { subjectColumns, withSubject } from '../subjects.ts'

/**
 * Limits a claim. It is longer than a store takes to fail (STORE_TIMEOUT_MS), so that a part that
 * arrives late replaces none of a later writer's.
 */
const CLAIM_MS = 60_000

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

/** Identifies who stores a part: one request, and its process as leases name it. */
export type Writer = { id: string; process: string }

/** Names the part of an upload, in bytes, that one writer is about to store. */
export type Part = { id: string; from: number; to: number }

/**
 * Claims an upload for one part. Returns false if it is not open, has arrived to another length,
 * would exceed its size, or has a writer whose claim still holds. A claim ends with the lease of its
 * writer's process, so with its server's death.
 */
export async function claimUpload(tx: Tx, { id, from, to }: Part, { id: writer, process }: Writer) {
  const claimed = await tx
    .updateTable('uploads')
    .set({
      writer,
      writer_until: sql`now() + ${CLAIM_MS} * interval '1 millisecond'`,
      writer_process: sql`(select w.process_id from app.workers w where w.process_id = ${process} limit 1)`,
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('received', '=', BigInt(from))
    .where('bytes', '>=', BigInt(to))
    .where(
      sql<boolean>`(writer is null or writer_until < now() or writer_process is not null and not exists
        (select from app.workers w where w.process_id = writer_process))`,
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Counts a stored part and ends the claim. Returns false, and counts nothing, if it was lost. */
export async function settleClaim(tx: Tx, { id, to }: Part, writer: string): Promise<boolean> {
  const settled = await tx
    .updateTable('uploads')
    .set({ received: BigInt(to), ...unclaimed })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/** Ends a claim without counting anything. */
export async function releaseClaim(tx: Tx, id: string, writer: string): Promise<void> {
  await tx
    .updateTable('uploads')
    .set(unclaimed)
    .where('id', '=', id)
    .where('writer', '=', writer)
    .execute()
}

const unclaimed = { writer: null, writer_until: null, writer_process: null }

/** Counts the unfinished uploads of an organization, and of those the ones of one delivery. */
export async function countOpenUploads(
  tx: Tx,
  { organization, deliveryId }: { organization: string; deliveryId: string },
): Promise<{ organization: number; delivery: number }> {
  const count = sql<number>`count(*)::int`
  const ofDelivery = sql<number>`(count(*) filter (where delivery_id = ${deliveryId}))::int`
  return await tx
    .selectFrom('uploads')
    .select([count.as('organization'), ofDelivery.as('delivery')])
    .where('organization', '=', organization)
    .where('state', '=', 'open')
    .whereRef('received', '<', 'bytes')
    .executeTakeFirstOrThrow()
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

/** Notes that a delivery's originals are about to be in the clear on a disk. */
export async function setOnDisk(tx: Tx, deliveryId: string): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ was_on_disk: true })
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'open')
    .where('was_on_disk', '=', false)
    .execute()
}

/** Lists some uploads, in order of arrival. */
export async function listUploads(tx: Tx, ids: string[]): Promise<UploadRow[]> {
  return await tx
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function setUploadsRemoved(tx: Tx, ids: string[], at: Date): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ state: 'removed', removed_at: at, ...unclaimed })
    .where('id', 'in', ids)
    .where('state', '<>', 'removed')
    .execute()
}

const withDelivery = (tx: Tx) =>
  tx
    .selectFrom('uploads as u')
    .innerJoin('deliveries as d', 'd.id', 'u.delivery_id')
    .leftJoin('contracts as k', 'k.id', 'd.contract_id')
    .selectAll('u')
    .where('u.state', '=', 'open')
    .forUpdate('u')
    .skipLocked()

export type UploadOfDelivery = Awaited<ReturnType<typeof listOpenUploads>>[number]

/** Lists all uploads that are not removed, each with its delivery. Call as the system. */
export async function listOpenUploads(tx: Tx) {
  const rows = await withSubject(tx)
    .innerJoin('uploads as u', 'u.delivery_id', 'd.id')
    .selectAll('u')
    .select(['d.id as owner', 'd.client', 'd.vendor', 'd.status'])
    .select(subjectColumns)
    .where('u.state', '=', 'open')
    .orderBy('u.id')
    .execute()
  return rows.map(
    ({ owner, client, vendor, status, dpr_id, title, contract_status, ...upload }) => ({
      ...upload,
      delivery: {
        id: owner,
        contract_id: upload.contract_id,
        ...{ client, vendor, status, dpr_id, title, contract_status },
      },
    }),
  )
}

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
