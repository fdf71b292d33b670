import { endedContractStatuses } from '@semblance/contract'
import { type Insertable, sql } from 'kysely'
import type { Position } from '../../../platform/database/cursor.ts'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { type DeliveryRow, fresh, isUnsealed } from '../queries.ts'
import { subjectColumns, withSubject } from '../subjects.ts'

type NewHeld = Insertable<DB['app.held_deliveries']>

/** Records why a delivery is held. Requires the system role. */
export async function insertHeld(tx: Tx, row: NewHeld): Promise<void> {
  await tx.insertInto('app.held_deliveries').values(row).execute()
}

/** Returns since when a delivery is held; null if it is not. Requires the system role. */
export async function findHeldAt(tx: Tx, id: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('app.held_deliveries')
    .select('held_at')
    .where('delivery_id', '=', id)
    .executeTakeFirst()
  return row?.held_at ?? null
}

/** Lists held deliveries that are still awaited, oldest first; one row more than the page. Requires the system role. */
export async function listHeld(
  tx: Tx,
  { after, limit }: { after: Position | null; limit: number },
) {
  const rows = withSubject(tx)
    .innerJoin('app.held_deliveries as h', 'h.delivery_id', 'd.id')
    .leftJoin('companies as v', 'v.id', 'd.vendor')
    .select(['d.id', 'd.contract_id', 'd.file_name', 'd.file_count', 'h.cause', 'h.held_at'])
    .select(subjectColumns)
    .select('v.name as vendor_name')
    .where('d.status', '=', 'held')
    .where((eb) => eb.or([eb('k.id', 'is', null), eb('k.status', 'not in', endedContractStatuses)]))
    .orderBy('h.held_at')
    .orderBy('d.id')
    .limit(limit + 1)
  if (!after) return await rows.execute()
  const { at, id } = after
  return await rows
    .where(({ eb, refTuple, tuple }) => eb(refTuple('h.held_at', 'd.id'), '>', tuple(at, id)))
    .execute()
}

/** Locks and returns a held delivery with what it is for. Requires the system role. */
export async function lockHeld(tx: Tx, id: string) {
  return await withSubject(tx)
    .selectAll('d')
    .select(subjectColumns)
    .where('d.id', '=', id)
    .where('d.status', '=', 'held')
    .forUpdate('d')
    .executeTakeFirst()
}

/**
 * Ends the time in which a delivery was held, and adds it to `held_ms`. Returns the length in
 * milliseconds and the status to go on with; undefined if it was not held. Requires the system role.
 */
export async function endHold(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ heldMs: number; resumesAs: 'inspecting' | 'measuring' | 'queued' } | undefined> {
  const row = await tx
    .deleteFrom('app.held_deliveries')
    .where('delivery_id', '=', id)
    .returning(['held_at', 'resumes_as'])
    .executeTakeFirst()
  if (!row) return undefined
  const heldMs = Math.max(0, now.getTime() - row.held_at.getTime())
  await tx
    .updateTable('deliveries')
    .set({ held_ms: sql<bigint>`held_ms + ${heldMs}` })
    .where('id', '=', id)
    .execute()
  return { heldMs, resumesAs: row.resumes_as as 'inspecting' | 'measuring' | 'queued' }
}

/** Queues a held delivery again. Requires the system role, with the row locked. */
export async function setResumed(tx: Tx, id: string, status: DeliveryRow['status']): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ status, run_id: null, ...fresh, stage: null, progress: 0 })
    .where('id', '=', id)
    .execute()
}

/** Ends a held delivery as failed. Requires the system role, with the row locked. */
export async function setGivenUp(tx: Tx, id: string, reason: string, at: Date): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ status: 'failed', run_id: null, fault_since: null, reason, finished_at: at })
    .where('id', '=', id)
    .execute()
}

const taskOf = {
  inspecting: 'delivery.inspect',
  measuring: 'delivery.sample',
  queued: 'delivery.synthesize',
} as const

/** Returns the task that processes a delivery as it stands. */
export const taskFor = ({ status, copied_from }: Pick<DeliveryRow, 'status' | 'copied_from'>) => {
  if (copied_from) return 'delivery.copy'
  return status === 'inspecting' || status === 'measuring' ? taskOf[status] : taskOf.queued
}

/** Matches deliveries whose vendor has stated what it measured: the rest is the platform's. */
const isStated = sql<boolean>`exists
  (select from app.measurements m where m.delivery_id = deliveries.id and m.state = 'stated')`

/** Lists deliveries that wait for a job or run, and have none that will run. Requires the system role. */
export async function listWithoutJob(
  tx: Tx,
): Promise<Pick<DeliveryRow, 'id' | 'status' | 'vendor' | 'is_connected' | 'copied_from'>[]> {
  return await tx
    .selectFrom('deliveries')
    .select(['id', 'status', 'vendor', 'is_connected', 'copied_from'])
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['inspecting', 'queued', 'processing']),
        eb.and([eb('status', '=', 'measuring'), isStated]),
      ]),
    )
    .where(isUnsealed)
    .where(
      sql<boolean>`not exists (select from app.jobs j where j.state <> 'failed'
        and j.task in ('delivery.copy', 'delivery.inspect', 'delivery.sample', 'delivery.synthesize')
        and j.payload ->> 'deliveryId' = deliveries.id::text)`,
    )
    .execute()
}
