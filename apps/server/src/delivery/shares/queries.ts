import { type ContractStatus, contractCan, contractStatuses } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Lists the contract statuses in which a client may fetch some delivery. */
const openStatuses: readonly ContractStatus[] = contractStatuses.filter(contractCan.lookBack)

const hasReadyDelivery = sql<boolean>`exists
  (select from deliveries d where d.contract_id = k.id and d.status = 'ready')`

const shared = (tx: Tx, client: string) =>
  tx
    .selectFrom('contracts as k')
    .select(['k.id', 'k.dpr_id', 'k.status', 'k.created_at'])
    .where('k.client', '=', client)
    .where('k.status', 'in', openStatuses)
    .where(hasReadyDelivery)

/** Lists contracts of a client with a delivery that may be fetched, newest first; one row more than `limit`. */
export async function listShared(
  tx: Tx,
  client: string,
  { after, limit }: { after: Position | null; limit: number },
) {
  return await shared(tx, client)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(k.created_at, k.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Returns the contract of a request if its client may fetch a delivery. */
export async function findShared(tx: Tx, client: string, dprId: string) {
  return await shared(tx, client).where('k.dpr_id', '=', dprId).executeTakeFirst()
}

/** Lists the tables of all ready deliveries of a contract, oldest delivery first. */
export async function listDeliveredTables(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('deliveries as d')
    .innerJoin('delivery_files as f', 'f.delivery_id', 'd.id')
    .select(['d.id as delivery_id', 'd.finished_at', 'd.superseded_at', 'f.id', 'f.name'])
    .where('d.contract_id', '=', contractId)
    .where('d.status', '=', 'ready')
    .where('f.draw_id', 'is', null)
    .where('f.name', 'like', '%.csv')
    .orderBy('d.id')
    .orderBy('f.id')
    .execute()
}
