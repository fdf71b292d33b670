import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ListingRow = Selectable<DB['listings']>
export type RevisionRow = Selectable<DB['listing_revisions']>

export async function insertListing(
  tx: Tx,
  row: Insertable<DB['listings']>,
): Promise<ListingRow | undefined> {
  return await tx
    .insertInto('listings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('delivery_id').where(sql<boolean>`status <> 'withdrawn'`).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Locks a listing until the transaction ends: for a change, or against changes. Requires the system role. */
export async function lockListing(
  tx: Tx,
  id: string,
  as: 'change' | 'keep',
): Promise<ListingRow | undefined> {
  const query = tx.selectFrom('listings').selectAll().where('id', '=', id)
  return await (as === 'change' ? query.forNoKeyUpdate() : query.forShare()).executeTakeFirst()
}

export async function findListing(tx: Tx, id: string, vendor: string) {
  return await withCounts(tx)
    .where('l.id', '=', id)
    .where('l.vendor', '=', vendor)
    .executeTakeFirst()
}

/** Selects listings with the contract of their twin, and how often they were bought. */
const withCounts = (tx: Tx) =>
  tx
    .selectFrom('listings as l')
    .innerJoin('deliveries as d', 'd.id', 'l.delivery_id')
    .selectAll('l')
    .select([
      'd.contract_id',
      sql<number>`(select count(*)::integer from dprs p
        join contracts k on k.dpr_id = p.id and k.funded_at is not null where p.listing_id = l.id)`.as(
        'purchases',
      ),
      sql<string>`coalesce((d.report -> 'rows' ->> 'synthetic'), '0')`.as('records'),
    ])
export type CountedListing = NonNullable<Awaited<ReturnType<typeof findListing>>>

export async function listListings(
  tx: Tx,
  vendor: string,
  { after, limit }: { after: Position | null; limit: number },
) {
  return await withCounts(tx)
    .where('l.vendor', '=', vendor)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(l.created_at, l.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function updateListing(
  tx: Tx,
  id: string,
  change: Updateable<DB['listings']>,
): Promise<void> {
  await tx.updateTable('listings').set(change).where('id', '=', id).execute()
}

export async function insertRevision(
  tx: Tx,
  row: Insertable<DB['listing_revisions']>,
): Promise<void> {
  await tx.insertInto('listing_revisions').values(row).execute()
}

/** Takes a listing off the catalog; does nothing to one that is not on it. */
export async function endLive(tx: Tx, listingId: string): Promise<void> {
  await tx
    .updateTable('listing_revisions')
    .set({ is_live: false })
    .where('listing_id', '=', listingId)
    .where('is_live', '=', true)
    .execute()
}

/** Returns the live revision of a listing whose vendor may sell. Requires the system role. */
export async function findForSale(tx: Tx, listingId: string): Promise<RevisionRow | undefined> {
  return await tx
    .selectFrom('listing_revisions as r')
    .innerJoin('companies as v', 'v.id', 'r.vendor')
    .selectAll('r')
    .where('r.listing_id', '=', listingId)
    .where('r.is_live', '=', true)
    .where('v.is_vendor', '=', true)
    .executeTakeFirst()
}

/** Lists the published revisions of a listing, newest first; at most 100. */
export async function listRevisions(tx: Tx, listingId: string) {
  return await tx
    .selectFrom('listing_revisions')
    .select(['revision', 'published_at'])
    .where('listing_id', '=', listingId)
    .orderBy('revision', 'desc')
    .limit(100)
    .execute()
}

export async function findRevision(tx: Tx, listingId: string, revision: number) {
  return await tx
    .selectFrom('listing_revisions')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('revision', '=', revision)
    .executeTakeFirst()
}

/** Selects deliveries of a vendor whose twins can be listed: accepted ones, and those that were measured for a listing. Requires the system role. */
const listable = (tx: Tx, vendor: string) =>
  tx
    .selectFrom('deliveries as d')
    .leftJoin('contracts as k', 'k.id', 'd.contract_id')
    .leftJoin('dprs as q', 'q.id', 'k.dpr_id')
    .leftJoin('measured_twins as t', 't.delivery_id', 'd.id')
    .select(['d.id', 'd.contract_id', 'd.finished_at'])
    .select(sql<string>`coalesce(k.title, t.title)`.as('title'))
    .select(sql<string>`coalesce(q.category, t.category)`.as('category'))
    .select(sql<string>`coalesce((d.report -> 'rows' ->> 'synthetic'), '0')`.as('records'))
    .where('d.vendor', '=', vendor)
    .where('d.status', '=', 'ready')
    .where('d.superseded_at', 'is', null)
    .where('d.copied_from', 'is', null)
    .where('d.is_measured_by_vendor', '=', false)
    .where((eb) => eb.or([eb('d.contract_id', 'is', null), eb('k.status', '=', 'completed')]))
    .where(sql<boolean>`d.report -> 'privacy' ->> 'epsilon' is not null`)

export const findListable = (tx: Tx, vendor: string, deliveryId: string) =>
  listable(tx, vendor).where('d.id', '=', deliveryId).executeTakeFirst()

/** Returns the ID of a contract's newest delivery. Requires the system role. */
export async function findNewestOf(tx: Tx, contractId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('contract_id', '=', contractId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function listListable(
  tx: Tx,
  vendor: string,
  { after, limit }: { after: string | null; limit: number },
) {
  return await listable(tx, vendor)
    .where(
      sql<boolean>`not exists (select from listings l where l.delivery_id = d.id and l.status <> 'withdrawn')`,
    )
    .$if(after !== null, (query) => query.where('d.id', '<', after ?? ''))
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Lists what was bought of a vendor's listings or waits for an approval of its buyer, newest first. */
export async function listPurchases(
  tx: Tx,
  vendor: string,
  { after, limit }: { after: Position | null; limit: number },
) {
  return await tx
    .selectFrom('offers as o')
    .innerJoin('dprs as q', 'q.id', 'o.dpr_id')
    .leftJoin('contracts as k', 'k.offer_id', 'o.id')
    .leftJoin('companies as c', 'c.id', 'o.client')
    .select(['q.id', 'q.title', 'q.listing_id', 'q.listing_revision', 'q.created_at'])
    .select(['o.price_cents', 'k.id as contract_id', 'k.status', 'c.name as client_name'])
    .where('o.vendor', '=', vendor)
    .where('q.listing_id', 'is not', null)
    .where((eb) => eb.or([eb('k.id', 'is not', null), eb('o.status', '=', 'pending')]))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(q.created_at, q.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Returns the listing and revision that an offer was drawn from, if any. Requires the system role. */
export async function findListedIn(tx: Tx, offerId: string) {
  const row = await tx
    .selectFrom('offers as o')
    .innerJoin('dprs as q', 'q.id', 'o.dpr_id')
    .select(['q.listing_id', 'q.listing_revision'])
    .where('o.id', '=', offerId)
    .executeTakeFirst()
  return row?.listing_id ? { id: row.listing_id, revision: row.listing_revision } : null
}

/** Returns the delivery whose twin was bought with a contract. Requires the system role. */
export async function findBoughtTwin(tx: Tx, contractId: string): Promise<string> {
  const { delivery_id } = await tx
    .selectFrom('contracts as k')
    .innerJoin('dprs as q', 'q.id', 'k.dpr_id')
    .innerJoin('listing_revisions as r', (join) =>
      join
        .onRef('r.listing_id', '=', 'q.listing_id')
        .onRef('r.revision', '=', 'q.listing_revision'),
    )
    .select('r.delivery_id')
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
  return delivery_id
}
