import type { Insertable, Selectable, Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type PaymentRow = Selectable<DB['payments']>

/** Returns an offer the client received, with the contract that came of it. */
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

export async function findPayment(tx: Tx, id: string): Promise<PaymentRow | null> {
  const row = await tx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Returns the payment that has not settled yet. */
export async function findLivePayment(tx: Tx, contractId: string): Promise<PaymentRow | null> {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', '=', 'submitted')
    .executeTakeFirst()
  return row ?? null
}

/** Changes a payment that is in `from`; returns null otherwise. */
export async function claimPayment(
  tx: Tx,
  id: string,
  from: PaymentRow['state'],
  change: Updateable<DB['payments']>,
): Promise<PaymentRow | null> {
  const row = await tx
    .updateTable('payments')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
