import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Returns a contract's parties and the license that its offer grants. */
export async function getGrant(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .select(['k.client', 'k.vendor', 'o.license'])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
}

export async function insertLicense(tx: Tx, row: Insertable<DB['licenses']>): Promise<void> {
  await tx.insertInto('licenses').values(row).execute()
}

export async function findLicense(tx: Tx, id: string) {
  return await tx
    .selectFrom('licenses as l')
    .leftJoin('companies as c', 'c.id', 'l.client')
    .leftJoin('companies as v', 'v.id', 'l.vendor')
    .select([
      'l.id',
      'l.contract_id',
      'l.client',
      'l.vendor',
      'l.terms',
      'l.policy',
      'l.issued_at',
      sql<string | null>`l.ends_on::text`.as('ends_on'),
      'c.name as client_name',
      'v.name as vendor_name',
    ])
    .where('l.id', '=', id)
    .executeTakeFirst()
}
