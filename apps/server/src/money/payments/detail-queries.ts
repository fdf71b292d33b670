/** Reads the payment details of screens. Requires the system role. Check first that the caller is a party. */
import type { MoneyStatus } from '@semblance/contract'
import { sql } from 'kysely'
import type { Page, Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

export async function listTranches(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('tranches')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('number')
    .execute()
}
export type TrancheRow = Awaited<ReturnType<typeof listTranches>>[number]

export async function findLatestPayment(tx: Tx, contractId: string) {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findLatestPayment>>>

/** Returns the payment terms of a contract's offer, and the parties' names. */
export async function getAgreement(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .leftJoin('companies as c', 'c.id', 'k.client')
    .leftJoin('companies as v', 'v.id', 'k.vendor')
    .select([
      'o.description',
      'o.payment_structure',
      'c.name as client_name',
      'v.name as vendor_name',
      sql<boolean>`v.is_vendor is not true`.as('is_vendor_suspended'),
    ])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
}

/** Returns the contract of an offer that this client received, or undefined. */
export async function findContractOfOffer(tx: Tx, offerId: string, client: string) {
  return await tx
    .selectFrom('offers as o')
    .leftJoin('contracts as k', 'k.offer_id', 'o.id')
    .select('k.id')
    .where('o.id', '=', offerId)
    .where('o.client', '=', client)
    .executeTakeFirst()
}

export type StatusOf = (object: 'tranche' | 'contract', state: string) => MoneyStatus

export async function readStatuses(tx: Tx): Promise<StatusOf> {
  const rows = await tx.selectFrom('money_labels').select(['object', 'state', 'status']).execute()
  const statuses = new Map(rows.map((row) => [`${row.object} ${row.state}`, row.status]))
  return (object, state) => {
    const status = statuses.get(`${object} ${state}`)
    if (!status) throw new Error(`no status for ${object} ${state}`)
    return status
  }
}

export async function listHistoryRows(
  tx: Tx,
  contractId: string,
  after: Position | null,
  limit: Page['limit'],
) {
  return await tx
    .selectFrom('money_history')
    .selectAll()
    .where('contract_id', '=', contractId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (${after!.at}, ${after!.id}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}
export type HistoryRow = Awaited<ReturnType<typeof listHistoryRows>>[number]
