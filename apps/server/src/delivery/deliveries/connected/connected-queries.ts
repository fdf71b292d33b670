import { endedContractStatuses } from '@semblance/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { DeliveryRow } from '../queries.ts'

/** Names a table; of an object of a bucket also what was in it when it was reviewed. */
export type ConnectedObjectRow = { name: string; etag?: string; bytes?: number; sha256?: string }

export type ConnectedRow = Omit<Selectable<DB['app.connected_deliveries']>, 'objects'> & {
  objects: ConnectedObjectRow[]
}

/** Returns what a delivery reads through a connection. Requires the system role. */
export async function findConnected(tx: Tx, deliveryId: string): Promise<ConnectedRow | undefined> {
  const row = await tx
    .selectFrom('app.connected_deliveries')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  return row && { ...row, objects: row.objects as ConnectedObjectRow[] }
}

/** Sets what a draft reads, in place of what it read before. Requires the system role, with the delivery locked. */
export async function setConnected(
  tx: Tx,
  row: Omit<Insertable<DB['app.connected_deliveries']>, 'objects'> & {
    objects: ConnectedObjectRow[]
  },
): Promise<void> {
  await unsetConnected(tx, row.delivery_id)
  const objects = JSON.stringify(row.objects)
  await tx
    .insertInto('app.connected_deliveries')
    .values({ ...row, objects })
    .execute()
  await setIsConnected(tx, row.delivery_id, true)
}

/** Has a draft read nothing through a connection any more. Requires the system role, with the delivery locked. */
export async function unsetConnected(tx: Tx, deliveryId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('app.connected_deliveries')
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await setIsConnected(tx, deliveryId, false)
}

async function setIsConnected(tx: Tx, id: string, is_connected: boolean): Promise<void> {
  await tx.updateTable('deliveries').set({ is_connected }).where('id', '=', id).execute()
}

type Change = Pick<
  Updateable<DB['app.connected_deliveries']>,
  'away_reason' | 'read_at' | 'was_on_disk' | 'refusals'
> & { objects?: ConnectedObjectRow[] }

/** Notes what a run has found. Requires the system role. */
export async function noteConnected(
  tx: Tx,
  deliveryId: string,
  { objects, ...change }: Change,
): Promise<void> {
  await tx
    .updateTable('app.connected_deliveries')
    .set({ ...change, ...(objects && { objects: JSON.stringify(objects) }) })
    .where('delivery_id', '=', deliveryId)
    .execute()
}

/** Ends what a delivery reads, if it reads anything and that has not ended. Requires the system role. */
export async function endConnectedOf(tx: Tx, deliveryId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.connected_deliveries')
    .set({ ended_at: at, away_reason: null })
    .where('delivery_id', '=', deliveryId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Forgets which tables or objects a finished delivery has read, and where they are. Requires the system role. */
export async function forgetObjects(tx: Tx, deliveryId: string): Promise<void> {
  await tx
    .updateTable('app.connected_deliveries')
    .set({ objects: '[]', places: [] })
    .where('delivery_id', '=', deliveryId)
    .execute()
}

/**
 * Locks and lists deliveries that still count as reading: unfinished ones whose contract is over and that no job ends, and those
 * that a server of an earlier release has ended, which knew of no connections. Requires the system role.
 */
export async function listEndedConnected(tx: Tx): Promise<DeliveryRow[]> {
  return await tx
    .selectFrom('app.connected_deliveries as c')
    .innerJoin('deliveries as d', 'd.id', 'c.delivery_id')
    .innerJoin('contracts as k', 'k.id', 'd.contract_id')
    .selectAll('d')
    .where('c.ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('d.status', 'in', ['cancelled', 'refused', 'failed']),
        eb.and([
          eb('d.status', 'in', ['draft', 'review', 'held']),
          eb('k.status', 'in', endedContractStatuses),
        ]),
      ]),
    )
    .forUpdate('d')
    .skipLocked()
    .execute()
}
