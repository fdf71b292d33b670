import type { Insertable } from 'kysely'
import type { DB } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

/** An offer the client received, with the contract that came of it. */
export async function findPayable(tx: Tx, offerId: string, client: string) {
  return await tx
    .selectFrom('offers as o')
    .leftJoin('contracts as k', 'k.offer_id', 'o.id')
    .leftJoin('companies as v', 'v.id', 'o.vendor')
    .select([
      'o.id',
      'o.description',
      'o.timeline_days',
      'v.name as vendor_name',
      'k.id as contract_id',
      'k.status as contract_status',
      'k.title',
      'k.price_cents',
      'k.fee_cents',
    ])
    .where('o.id', '=', offerId)
    .where('o.client', '=', client)
    .executeTakeFirst()
}

export async function insertPayment(tx: Tx, row: Insertable<DB['payments']>): Promise<void> {
  await tx.insertInto('payments').values(row).execute()
}
