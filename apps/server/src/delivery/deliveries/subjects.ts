/** Says what deliveries are for: a contract, or a twin that its vendor measures for a listing. */
import { type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Names what a delivery is for: a contract, or a twin that its vendor measures for a listing. */
export type Purpose = { contractId: string } | { twinId: string }

type Parties = Pick<Selectable<DB['deliveries']>, 'id' | 'contract_id' | 'client'>

/** Returns the contract and the client of a delivery. Throws for a twin that is measured for a listing. */
export function dealOf({ id, contract_id, client }: Parties): {
  contractId: string
  client: string
} {
  if (contract_id === null || client === null) throw new Error(`Delivery ${id} has no contract.`)
  return { contractId: contract_id, client }
}

/** Returns the title of what a delivery is for; without a contract, its status and request are null. Requires the system role. */
export async function getSubject(tx: Tx, id: string) {
  return await withSubject(tx)
    .select(subjectColumns)
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Selects deliveries with their contract, or with the listing that they are measured for. */
export const withSubject = (tx: Tx) =>
  tx
    .selectFrom('deliveries as d')
    .leftJoin('contracts as k', 'k.id', 'd.contract_id')
    .leftJoin('measured_twins as t', 't.delivery_id', 'd.id')

export const subjectColumns = [
  'k.status as contract_status',
  'k.dpr_id',
  sql<string>`coalesce(k.title, t.title)`.as('title'),
] as const
