import { type Insertable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
const nullableDay = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

const shipments = (tx: Tx) =>
  tx
    .selectFrom('app.shipments')
    .selectAll()
    .select([day('sent_on').as('sent_day'), nullableDay('arrived_on').as('arrived_day')])

export type ShipmentRow = NonNullable<Awaited<ReturnType<typeof findShipment>>>

export async function findShipment(tx: Tx, id: string) {
  return await shipments(tx).where('id', '=', id).executeTakeFirst()
}

/** Lists a contract's shipments, newest first; one row more than the page. */
export async function listShipments(
  tx: Tx,
  contractId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<ShipmentRow[]> {
  return await shipments(tx)
    .where('contract_id', '=', contractId)
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function insertShipment(
  tx: Tx,
  row: Insertable<DB['app.shipments']>,
): Promise<string> {
  const { id } = await tx
    .insertInto('app.shipments')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Enters what became of a shipment, once. Returns false if that is stated already. */
export async function setArrival(
  tx: Tx,
  id: string,
  change: Updateable<DB['app.shipments']>,
): Promise<boolean> {
  const result = await tx
    .updateTable('app.shipments')
    .set(change)
    .where('id', '=', id)
    .where('arrived_as', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function findAddress(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('app.shipping_addresses')
    .select(['address', 'updated_at'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
}

export async function saveAddress(
  tx: Tx,
  row: Insertable<DB['app.shipping_addresses']>,
): Promise<void> {
  await tx
    .insertInto('app.shipping_addresses')
    .values(row)
    .onConflict((oc) =>
      oc.column('contract_id').doUpdateSet({
        address: row.address,
        updated_by: row.updated_by,
        updated_at: row.updated_at,
      }),
    )
    .execute()
}

/** Returns how the contract's delivery was agreed to come. */
export async function getMethod(tx: Tx, contractId: string) {
  const { delivery_method } = await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .select('o.delivery_method')
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
  return delivery_method
}
