import type { OfferRejection } from '@semblance/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type OfferRow = Selectable<DB['offers']>
export type OfferWithRequest = NonNullable<Awaited<ReturnType<typeof findOfferOf>>>
export type OfferTermsUpdate = Omit<
  Updateable<DB['offers']>,
  'status' | 'rejected_as' | 'reject_reason' | 'decided_at' | 'revision' | 'agreement_sha256'
>

export async function insertOffer(tx: Tx, row: Insertable<DB['offers']>): Promise<OfferRow> {
  return await tx.insertInto('offers').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Selects offers with the requirements of their request, their contract and the pending proposal. */
export const withRequest = (tx: Tx) =>
  tx
    .selectFrom('offers as o')
    .innerJoin('dprs as d', 'd.id', 'o.dpr_id')
    .leftJoin('contracts as k', 'k.offer_id', 'o.id')
    .leftJoin('proposals as p', (join) =>
      join.onRef('p.offer_id', '=', 'o.id').on('p.status', '=', 'pending'),
    )
    .leftJoin('offer_previews as w', (join) =>
      join.onRef('w.offer_id', '=', 'o.id').on('w.state', '=', 'ready'),
    )
    .selectAll('o')
    .select([
      'd.title as dpr_title',
      'd.listing_id',
      'd.subscription_id',
      'd.review_days',
      'd.status as dpr_status',
      'd.budget_min_cents',
      'd.budget_max_cents',
      'd.timeline_days as asked_timeline_days',
      'd.delivery_format as asked_format',
      'd.sample_records as asked_sample_records',
      'd.min_accuracy_percent as asked_accuracy_percent',
      'd.privacy_level as asked_privacy_level',
      'd.more_rows as asked_more_rows',
      'd.license as asked_license',
      'k.id as contract_id',
      'k.status as contract_status',
      'k.funded_at',
      'k.fee_bps',
      'p.id as proposal_id',
      'p.proposed_by',
      'w.offer_id as preview_of',
    ])

/** Describes an offer's required owner: an organization on one of its sides, or on either. */
export type Owner = { client: string } | { vendor: string } | { parties: string[] }

export async function findOfferOf(tx: Tx, id: string, owner: Owner) {
  return await withRequest(tx)
    .where('o.id', '=', id)
    .where((eb) => {
      if ('client' in owner) return eb('o.client', '=', owner.client)
      if ('vendor' in owner) return eb('o.vendor', '=', owner.vendor)
      return eb.or([eb('o.client', 'in', owner.parties), eb('o.vendor', 'in', owner.parties)])
    })
    .executeTakeFirst()
}

export async function getPartyNames(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offers as o')
    .leftJoin('companies as c', 'c.id', 'o.client')
    .leftJoin('companies as v', 'v.id', 'o.vendor')
    .select(['c.name as client_name', 'v.name as vendor_name'])
    .where('o.id', '=', offerId)
    .executeTakeFirstOrThrow()
}

export async function lockOfferRow(tx: Tx, id: string) {
  return await tx
    .selectFrom('offers')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Keeps a request from being closed until the transaction ends. */
export async function lockRequestOf(tx: Tx, offerId: string): Promise<void> {
  await sql`select from dprs d where d.id = (select o.dpr_id from offers o where o.id = ${offerId}) for share`.execute(
    tx,
  )
}

/** Updates an offer to its next revision. Undefined if another update has done so. */
export async function updateTerms(
  tx: Tx,
  { id, revision }: Pick<OfferRow, 'id' | 'revision'>,
  update: OfferTermsUpdate,
): Promise<OfferRow | undefined> {
  return await tx
    .updateTable('offers')
    .set({ ...update, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('status', '<>', 'rejected')
    .returningAll()
    .executeTakeFirst()
}

/** Names the text of an offer's revision; null: none is recorded. */
export async function setAgreement(
  tx: Tx,
  id: string,
  agreementSha256: string | null,
): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ agreement_sha256: agreementSha256 })
    .where('id', '=', id)
    .execute()
}

export async function insertRevision(
  tx: Tx,
  row: Insertable<DB['offer_revisions']>,
): Promise<void> {
  await tx.insertInto('offer_revisions').values(row).execute()
}

/** Lists revisions, newest first. */
export async function listRevisions(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offer_revisions as r')
    .leftJoin('companies as c', 'c.id', 'r.changed_by')
    .select(['r.revision', 'r.changed_by', 'r.changes', 'r.created_at', 'c.name as by_name'])
    .where('r.offer_id', '=', offerId)
    .orderBy('r.revision', 'desc')
    .execute()
}

type Decision =
  | { status: 'accepted'; decided_at: Date }
  | {
      status: 'rejected'
      rejected_as: OfferRejection
      reject_reason?: string | null
      decided_at: Date
    }

/** Decides a pending offer; nothing when it was decided before. */
export async function decideOffer(tx: Tx, id: string, decision: Decision) {
  return await tx
    .updateTable('offers')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** Turns an accepted offer down after all; nothing when it is not accepted. */
export async function unacceptOffer(tx: Tx, id: string, reason: string, now: Date) {
  return await tx
    .updateTable('offers')
    .set({ status: 'rejected', rejected_as: 'declined', reject_reason: reason, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'accepted')
    .returning(['id', 'dpr_id', 'client', 'vendor'])
    .executeTakeFirst()
}

export async function closePendingOffers(tx: Tx, dprId: string, as: OfferRejection, now: Date) {
  return await tx
    .updateTable('offers')
    .set({ status: 'rejected', rejected_as: as, decided_at: now })
    .where('dpr_id', '=', dprId)
    .where('status', '=', 'pending')
    .returning(['id', 'dpr_id', 'client', 'vendor'])
    .execute()
}

/** Closes the offers that wait on purchases of a listing. Requires the system role. */
export async function closePendingPurchases(tx: Tx, listingId: string, now: Date) {
  return await tx
    .updateTable('offers as o')
    .from('dprs as d')
    .set({ status: 'rejected', rejected_as: 'expired', decided_at: now })
    .whereRef('d.id', '=', 'o.dpr_id')
    .where('d.listing_id', '=', listingId)
    .where('d.status', '=', 'accepted')
    .where('o.status', '=', 'pending')
    .returning(['o.id', 'o.dpr_id', 'o.client', 'o.vendor', 'd.title'])
    .execute()
}
