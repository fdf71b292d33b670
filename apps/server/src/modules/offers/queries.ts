import type { OfferStatus } from '@semblance/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Page, Position } from '../../platform/cursor.ts'
import type { DB } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

export type OfferRow = Selectable<DB['offers']>
export type ReceivedOfferRow = Awaited<ReturnType<typeof listReceived>>[number]
export type SentOfferRow = Awaited<ReturnType<typeof listSent>>[number]

export async function insertOffer(tx: Tx, row: Insertable<DB['offers']>): Promise<OfferRow> {
  return await tx.insertInto('offers').values(row).returningAll().executeTakeFirstOrThrow()
}

const withRequest = (tx: Tx) =>
  tx
    .selectFrom('offers as o')
    .innerJoin('dprs as d', 'd.id', 'o.dpr_id')
    .leftJoin('contracts as k', 'k.offer_id', 'o.id')
    .selectAll('o')
    .select(['d.title as dpr_title', 'k.id as contract_id', 'k.funded_at'])

const isAfter = ({ at, id }: Position) => sql<boolean>`(o.created_at, o.id) < (${at}, ${id})`

export async function listReceived(
  tx: Tx,
  client: string,
  filter: { dprId?: string; after: Position | null; limit: Page['limit'] },
) {
  return await withRequest(tx)
    .leftJoin('companies as v', 'v.id', 'o.vendor')
    .select([
      'd.budget_min_cents',
      'd.budget_max_cents',
      'd.timeline_days as dpr_timeline_days',
      'v.slug as vendor_slug',
      'v.name as vendor_name',
      'v.city as vendor_city',
      'v.country as vendor_country',
      sql<number>`app.completed_contracts(o.vendor)`.as('completed_contracts'),
      sql<string | null>`app.rating(o.vendor)`.as('rating'),
    ])
    .where('o.client', '=', client)
    .$if(filter.dprId !== undefined, (query) => query.where('o.dpr_id', '=', filter.dprId!))
    .$if(filter.after !== null, (query) => query.where(isAfter(filter.after!)))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(filter.limit + 1)
    .execute()
}

const sent = (tx: Tx) =>
  withRequest(tx).leftJoin('companies as c', 'c.id', 'o.client').select('c.name as client_name')

export async function listSent(
  tx: Tx,
  vendor: string,
  filter: { status?: OfferStatus; after: Position | null; limit: Page['limit'] },
) {
  return await sent(tx)
    .where('o.vendor', '=', vendor)
    .$if(filter.status !== undefined, (query) => query.where('o.status', '=', filter.status!))
    .$if(filter.after !== null, (query) => query.where(isAfter(filter.after!)))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(filter.limit + 1)
    .execute()
}

export async function getSentOffer(tx: Tx, id: string) {
  return await sent(tx).where('o.id', '=', id).executeTakeFirstOrThrow()
}

export async function findReceivedOffer(tx: Tx, id: string, client: string) {
  return await tx
    .selectFrom('offers')
    .select('id')
    .where('id', '=', id)
    .where('client', '=', client)
    .executeTakeFirst()
}

/** Decides a pending offer of the client's; nothing when it was decided before or is another's. */
export async function decideOffer(
  tx: Tx,
  id: string,
  client: string,
  decision:
    | { status: 'accepted'; decided_at: Date }
    | {
        status: 'rejected'
        rejected_as: 'declined'
        reject_reason: string | null
        decided_at: Date
      },
) {
  return await tx
    .updateTable('offers as o')
    .from('dprs as d')
    .set(decision)
    .where('o.id', '=', id)
    .where('o.client', '=', client)
    .where('o.status', '=', 'pending')
    .whereRef('d.id', '=', 'o.dpr_id')
    .returningAll('o')
    .returning('d.title as dpr_title')
    .executeTakeFirst()
}

export async function closePendingOffers(tx: Tx, dprId: string, now: Date) {
  return await tx
    .updateTable('offers')
    .set({ status: 'rejected', rejected_as: 'not_selected', decided_at: now })
    .where('dpr_id', '=', dprId)
    .where('status', '=', 'pending')
    .returning(['id', 'vendor'])
    .execute()
}
