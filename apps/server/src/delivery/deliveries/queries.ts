import { randomUUID } from 'node:crypto'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { getSubject } from './subjects.ts'

export type DeliveryRow = Selectable<DB['deliveries']>

export type FileRow = Pick<
  Selectable<DB['delivery_files']>,
  'id' | 'delivery_id' | 'name' | 'bytes' | 'sha256'
>
export type StoredFile = Selectable<DB['delivery_files']>
export type NewFile = Omit<StoredFile, 'id' | 'delivery_id' | 'draw_id'>

/** Inserts a delivery in any status. */
export async function insertPastDelivery(
  tx: Tx,
  row: Insertable<DB['deliveries']>,
): Promise<{ id: string }> {
  return await tx.insertInto('deliveries').values(row).returning('id').executeTakeFirstOrThrow()
}

export async function findLatestDelivery(tx: Tx, contractId: string): Promise<DeliveryRow | null> {
  const found = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Lists ready deliveries, newest first: the current one, then those the client has returned. */
export async function listReadyDeliveries(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('deliveries as d')
    .leftJoin('companies as v', 'v.id', 'd.vendor')
    .selectAll('d')
    .select('v.name as vendor_name')
    .where('d.contract_id', '=', contractId)
    .where('d.status', '=', 'ready')
    .orderBy('d.id', 'desc')
    .execute()
}

/**
 * Returns a ready delivery by its ID, or the newest one of a contract, also one that its client has sent back. Undefined
 * without one.
 */
export async function findReadyDelivery(
  tx: Tx,
  by: { id: string } | { contractId: string },
): Promise<DeliveryRow | undefined> {
  return await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('id' in by ? 'id' : 'contract_id', '=', 'id' in by ? by.id : by.contractId)
    .where('status', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists the client's reasons for sending deliveries back, oldest first. */
export async function listReasons(tx: Tx, contractId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('change_requests')
    .select('reason')
    .where('contract_id', '=', contractId)
    .orderBy('id')
    .execute()
  return rows.map(({ reason }) => reason)
}

/** Marks the delivery under review as superseded. */
export async function supersedeDelivery(tx: Tx, contractId: string, at: Date): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ superseded_at: at })
    .where('contract_id', '=', contractId)
    .where('status', '=', 'ready')
    .where('superseded_at', 'is', null)
    .execute()
}

/** Lists what was delivered, without rows that were drawn later. */
export async function listFiles(tx: Tx, deliveryIds: string[]): Promise<FileRow[]> {
  return await tx
    .selectFrom('delivery_files')
    .select(['id', 'delivery_id', 'name', 'bytes', 'sha256'])
    .where('delivery_id', 'in', deliveryIds)
    .where('draw_id', 'is', null)
    .orderBy('id')
    .execute()
}

/** Returns a file the caller may see, with the status of its contract. */
export async function findFile(tx: Tx, fileId: string) {
  const found = await tx
    .selectFrom('delivery_files as f')
    .innerJoin('deliveries as d', 'd.id', 'f.delivery_id')
    .innerJoin('contracts as k', 'k.id', 'd.contract_id')
    .select([
      ...(['f.id', 'f.name', 'f.delivery_id'] as const),
      ...(['d.superseded_at', 'd.report', 'k.status as contract_status'] as const),
    ])
    .where('f.id', '=', fileId)
    .executeTakeFirst()
  return found ?? null
}

/** Lists the files of a contract's ready deliveries that have one of these hashes. Requires the system role. */
export async function listFilesByHash(tx: Tx, contractId: string, hashes: string[]) {
  if (hashes.length === 0) return []
  return await tx
    .selectFrom('delivery_files as f')
    .innerJoin('deliveries as d', 'd.id', 'f.delivery_id')
    .selectAll('f')
    .select('d.superseded_at')
    .where('d.contract_id', '=', contractId)
    .where('d.status', '=', 'ready')
    .where('f.sha256', 'in', hashes)
    .orderBy('f.id')
    .execute()
}

/** Finds the stored location of a file's bytes. Requires the system role. */
export async function findStoredFile(tx: Tx, fileId: string): Promise<StoredFile | null> {
  const found = await tx
    .selectFrom('delivery_files')
    .selectAll()
    .where('id', '=', fileId)
    .executeTakeFirst()
  return found ?? null
}

export type StoredArchive = NonNullable<Awaited<ReturnType<typeof findStoredArchive>>>

/** Returns all files of a delivery, but for rows that were drawn later, and the ID of its request, null without one. Call as the system. */
export async function findStoredArchive(tx: Tx, deliveryId: string) {
  const delivery = await tx
    .selectFrom('deliveries as d')
    .leftJoin('contracts as k', 'k.id', 'd.contract_id')
    .select(['d.id', 'd.finished_at', 'k.dpr_id'])
    .where('d.id', '=', deliveryId)
    .where('d.status', '=', 'ready')
    .executeTakeFirst()
  if (!delivery) return null
  const files = await tx
    .selectFrom('delivery_files')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .where('draw_id', 'is', null)
    .orderBy('id')
    .execute()
  return { ...delivery, files }
}

/**
 * Claims a waiting or abandoned delivery for one more run. Locks the row. Null if its status is no
 * longer in `from`.
 */
export async function claimDelivery(
  tx: Tx,
  id: string,
  from: readonly DeliveryRow['status'][],
  to: 'inspecting' | 'processing' | 'measuring',
) {
  const claimed = await tx
    .updateTable('deliveries')
    .set({
      status: to,
      run_id: randomUUID(),
      // A run that ended in order has left no ID.
      takeovers: sql<number>`deliveries.takeovers + (deliveries.run_id is not null)::integer`,
      stage: null,
      stage_starts: '{}',
      progress: 0,
    })
    .where('deliveries.id', '=', id)
    .where('deliveries.status', 'in', from)
    .where(isUnsealed)
    .returningAll()
    .executeTakeFirst()
  return claimed ? { ...claimed, ...(await getSubject(tx, id)) } : null
}
export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

/** Matches deliveries that no run has brought to its end; of others only the destruction is to come. */
export const isUnsealed = sql<boolean>`not exists
  (select from app.sealed_deliveries s where s.delivery_id = deliveries.id)`

/** Counts from the start, as after a step of the vendor or of staff. */
export const fresh = { attempt: 0, takeovers: 0, fault_since: null } as const

type Run = Pick<ClaimedDelivery, 'id' | 'run_id' | 'status'>

export type RunChange = Pick<
  Updateable<DB['deliveries']>,
  | 'status'
  | 'run_id'
  | 'attempt'
  | 'takeovers'
  | 'fault_since'
  | 'stage'
  | 'progress'
  | 'reason'
  | 'report'
  | 'other_reports'
  | 'gate'
  | 'finished_at'
>

export async function isOwnRun(tx: Tx, run: Run): Promise<boolean> {
  const found = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', run.id)
    .where('run_id', '=', run.run_id)
    .where('status', '=', run.status)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns true if this run has sealed the delivery, also when it is ready since. */
export async function isSealedBy(tx: Tx, run: Run): Promise<boolean> {
  const found = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', run.id)
    .where('run_id', '=', run.run_id)
    .where((eb) => eb.or([eb('status', '=', 'ready'), eb.not(isUnsealed)]))
    .executeTakeFirst()
  return found !== undefined
}

/** Writes what a run found, unless the row is no longer its own: then false. */
export async function updateRun(tx: Tx, run: Run, change: RunChange): Promise<boolean> {
  const result = await tx
    .updateTable('deliveries')
    .set({ ...change, ...(change.stage && { stage_starts: withStart(change.stage) }) })
    .where('id', '=', run.id)
    .where('run_id', '=', run.run_id)
    .where('status', '=', run.status)
    .where(isUnsealed)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Notes when a stage is entered first. */
const withStart = (stage: string) =>
  sql<string>`jsonb_build_object(${stage}::text, now()) || deliveries.stage_starts`

export async function insertFiles(tx: Tx, deliveryId: string, files: NewFile[]): Promise<void> {
  await tx
    .insertInto('delivery_files')
    .values(files.map((file) => ({ ...file, delivery_id: deliveryId })))
    .execute()
}

/** Returns what a contract's deliveries are measured for, at the offer's current terms. */
export async function getMeasuredContract(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .innerJoin('dprs as q', 'q.id', 'k.dpr_id')
    .leftJoin('data_subscriptions as s', 's.id', 'q.subscription_id')
    .select(['k.title', 'k.offer_id', 'o.privacy_level', 's.source_id'])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
}

export async function getContractStatus(tx: Tx, contractId: string) {
  const { status } = await tx
    .selectFrom('contracts')
    .select('status')
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow()
  return status
}

/** Returns true if one of these deliveries was refused. Run as the system. */
export async function wasRefused(tx: Tx, deliveryIds: string[]): Promise<boolean> {
  if (deliveryIds.length === 0) return false
  const found = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', 'in', deliveryIds)
    .where('status', '=', 'refused')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
