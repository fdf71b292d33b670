import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ProposalRow = NonNullable<Awaited<ReturnType<typeof findProposal>>>

/** Selects proposals with the request's requirements and the offer's state. */
const withOffer = (tx: Tx) =>
  tx
    .selectFrom('proposals as p')
    .innerJoin('offers as o', 'o.id', 'p.offer_id')
    .innerJoin('dprs as d', 'd.id', 'o.dpr_id')
    .leftJoin('contracts as k', 'k.offer_id', 'p.offer_id')
    .selectAll('p')
    .select([
      'o.status as offer_status',
      'k.status as contract_status',
      'd.budget_min_cents',
      'd.budget_max_cents',
      'd.timeline_days as asked_timeline_days',
      'd.delivery_format as asked_format',
      'd.sample_records as asked_sample_records',
      'd.min_accuracy_percent as asked_accuracy_percent',
      'd.privacy_level as asked_privacy_level',
      'd.more_rows as asked_more_rows',
      'd.license as asked_license',
    ])

export async function findProposal(tx: Tx, id: string) {
  return await withOffer(tx).where('p.id', '=', id).executeTakeFirst()
}

export async function listProposals(tx: Tx, ids: string[]): Promise<ProposalRow[]> {
  return ids.length > 0 ? await withOffer(tx).where('p.id', 'in', ids).execute() : []
}

type Pair = { dprId: string; vendor: string }

/** Lists all proposals on the offers of a vendor on a request, oldest first. */
export async function listProposalsOfPair(tx: Tx, { dprId, vendor }: Pair): Promise<ProposalRow[]> {
  return await withOffer(tx)
    .where('o.dpr_id', '=', dprId)
    .where('o.vendor', '=', vendor)
    .orderBy('p.id')
    .execute()
}

/** Returns the lowest price that the offers of a vendor on a request have had, and when the client last declined one. */
export async function summarizeOffers(tx: Tx, { dprId, vendor }: Pair) {
  return await tx
    .selectFrom('offers as o')
    .select([
      sql<bigint | null>`least(min(o.price_cents), min((
        select min((c ->> 'from')::bigint) from offer_revisions r, jsonb_array_elements(r.changes) c
        where r.offer_id = o.id and c ->> 'field' = 'price' and c ? 'from')))`.as('lowestCents'),
      sql<Date | null>`max(o.decided_at) filter (where o.rejected_as = 'declined')`.as(
        'declinedAt',
      ),
    ])
    .where('o.dpr_id', '=', dprId)
    .where('o.vendor', '=', vendor)
    .executeTakeFirstOrThrow()
}

export async function insertProposal(
  tx: Tx,
  row: Insertable<DB['proposals']>,
): Promise<{ id: string }> {
  return await tx.insertInto('proposals').values(row).returning('id').executeTakeFirstOrThrow()
}

type Decision = Exclude<Selectable<DB['proposals']>['status'], 'pending'>

/** Decides a pending proposal. Returns false if it was decided already. */
export async function decideProposal(
  tx: Tx,
  id: string,
  decision: {
    status: Decision
    decided_at: Date
    decided_automatically: boolean
    reason?: string | null
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('proposals')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the vendor's live offer on the request, or else its latest. */
export async function findOfferOfPair(tx: Tx, dprId: string, vendor: string) {
  return await tx
    .selectFrom('offers')
    .select('id')
    .where('dpr_id', '=', dprId)
    .where('vendor', '=', vendor)
    .orderBy(sql`status <> 'rejected'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists revisions, newest first. */
export async function listRevisions(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offer_revisions')
    .selectAll()
    .where('offer_id', '=', offerId)
    .orderBy('revision', 'desc')
    .execute()
}
