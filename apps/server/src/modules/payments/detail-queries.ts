/** What screens show of payments. Run as the system, once the caller is known to be a party. */
import type { MoneyLabel } from '@semblance/contract'
import { sql } from 'kysely'
import type { Page, Position } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'

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

/** What a contract's offer says about its payment, and the parties' names. */
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
    ])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
}

/** The contract of an offer that this client received; undefined where there is no such offer. */
export async function findContractOfOffer(tx: Tx, offerId: string, client: string) {
  return await tx
    .selectFrom('offers as o')
    .leftJoin('contracts as k', 'k.offer_id', 'o.id')
    .select('k.id')
    .where('o.id', '=', offerId)
    .where('o.client', '=', client)
    .executeTakeFirst()
}

export type LabelOf = (object: 'tranche' | 'contract', state: string) => MoneyLabel

export async function readLabels(tx: Tx): Promise<LabelOf> {
  const rows = await tx.selectFrom('money_labels').select(['object', 'state', 'label']).execute()
  const labels = new Map(rows.map((row) => [`${row.object} ${row.state}`, row.label]))
  return (object, state) => {
    const label = labels.get(`${object} ${state}`)
    if (!label) throw new Error(`no label for ${object} ${state}`)
    return label
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
