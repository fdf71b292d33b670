/** Reads the offers on a client's requests, and records that the client has viewed them. */
import type { ReceivedSort } from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  cursorTime,
  type Page,
  type Position,
  type RankPosition,
} from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { withRequest } from './queries.ts'

export type ReceivedOfferRow = Awaited<ReturnType<typeof listReceived>>[number]

type Order = {
  by: RawBuilder<unknown>
  direction: 'asc' | 'desc'
  /** The numbers that a cursor may name. */
  ranks: z.ZodType<number>
  /** A cursor's number as what `by` is compared with. */
  read: (rank: number) => number | Date
}
const asIs = (rank: number) => rank

/** Best first. The vendor's figures have no index: they order the offers of one request. */
const orders: Record<ReceivedSort, Order> = {
  price: { by: sql`o.price_cents`, direction: 'asc', ranks: z.int(), read: asIs },
  time: { by: sql`o.timeline_days`, direction: 'asc', ranks: z.int32(), read: asIs },
  rating: {
    by: sql`coalesce(app.rating(o.vendor), 0)`,
    direction: 'desc',
    ranks: z.number(),
    read: asIs,
  },
  deals: {
    by: sql`app.completed_contracts(o.vendor)`,
    direction: 'desc',
    ranks: z.int32(),
    read: asIs,
  },
  newest: {
    by: sql`o.created_at`,
    direction: 'desc',
    ranks: cursorTime,
    read: (rank) => new Date(rank),
  },
}

export const ranksOf = (sort: ReceivedSort) => orders[sort].ranks

/** Visitors, who have seen nothing before, may not even ask. */
const seenRevision = (reader: string | null) =>
  reader === null
    ? sql<number | null>`null::integer`
    : sql<number | null>`(select max(s.revision) from offer_views s
        where s.offer_id = o.id and s.user_id = ${reader})`

export async function listReceived(
  tx: Tx,
  client: string,
  reader: string | null,
  filter: {
    dprId?: string
    offerId?: string
    closed: boolean
    sort: ReceivedSort
    after: RankPosition | null
    limit: Page['limit']
  },
) {
  const { by, direction, read } = orders[filter.sort]
  const beyond = ({ rank, id }: RankPosition) =>
    direction === 'asc'
      ? sql<boolean>`(${by}, o.id) > (${read(rank)}, ${id})`
      : sql<boolean>`(${by}, o.id) < (${read(rank)}, ${id})`
  return await withRequest(tx)
    .leftJoin('companies as v', 'v.id', 'o.vendor')
    .select([
      'v.slug as vendor_slug',
      'v.name as vendor_name',
      'v.city as vendor_city',
      'v.country as vendor_country',
      sql<number>`app.completed_contracts(o.vendor)`.as('completed_contracts'),
      sql<string | null>`app.rating(o.vendor)`.as('rating'),
      sql<boolean>`exists (select from offers r where r.dpr_id = o.dpr_id and r.status = 'accepted' and r.id <> o.id)`.as(
        'rival_accepted',
      ),
      seenRevision(reader).as('seen_revision'),
    ])
    .where('o.client', '=', client)
    .where(
      filter.closed ? sql<boolean>`o.status = 'rejected'` : sql<boolean>`o.status <> 'rejected'`,
    )
    .$if(filter.dprId !== undefined, (query) => query.where('o.dpr_id', '=', filter.dprId!))
    .$if(filter.offerId !== undefined, (query) => query.where('o.id', '=', filter.offerId ?? ''))
    .$if(filter.after !== null, (query) => query.where(beyond(filter.after!)))
    .orderBy(by, direction)
    .orderBy('o.id', direction)
    .limit(filter.limit + 1)
    .execute()
}

/** Returns which of these live offers are the only cheapest, fastest or best rated one on their request. */
export async function listDistinctions(tx: Tx, dprIds: string[], offerIds: string[]) {
  if (offerIds.length === 0) return []
  const { rows } = await sql<{ id: string; lowest: boolean; fastest: boolean; rated: boolean }>`
    with live as (
      select o.id, o.dpr_id, o.price_cents, o.timeline_days, app.rating(o.vendor) as rating
      from offers o where o.dpr_id = any(${dprIds}) and o.status <> 'rejected'
    ), ranked as (
      select id, count(*) over request as rivals, rating,
        rank() over (request order by price_cents) = 1 and count(*) over (partition by dpr_id, price_cents) = 1 as lowest,
        rank() over (request order by timeline_days) = 1 and count(*) over (partition by dpr_id, timeline_days) = 1 as fastest,
        rank() over (request order by rating desc nulls last) = 1 and count(*) over (partition by dpr_id, rating) = 1 as rated
      from live window request as (partition by dpr_id)
    )
    select id, lowest, fastest, rated and rating is not null as rated from ranked
    where rivals > 1 and id = any(${offerIds})`.execute(tx)
  return rows
}

/** Lists revisions of these offers, oldest first. */
export async function listRevisionsOf(tx: Tx, offerIds: string[]) {
  if (offerIds.length === 0) return []
  return await tx
    .selectFrom('offer_revisions')
    .select(['offer_id', 'revision', 'changes'])
    .where('offer_id', 'in', offerIds)
    .orderBy('offer_id')
    .orderBy('revision')
    .execute()
}

/**
 * Stores the day's first view of each offer; changes that the reader has not acknowledged stay new.
 */
export async function recordViews(
  tx: Tx,
  offerIds: string[],
  userId: string,
  now: Date,
): Promise<void> {
  if (offerIds.length === 0) return
  await sql`
    insert into offer_views (offer_id, user_id, day, vendor, revision)
    select o.id, ${userId}, ${dayOf(now)}, o.vendor, coalesce(
      (select max(v.revision) from offer_views v where v.offer_id = o.id and v.user_id = ${userId}), o.revision)
    from offers o where o.id = any(${offerIds})
    on conflict do nothing`.execute(tx)
}

/** Raises the acknowledged revision, at most to the newest one; never lowers it. */
export async function setSeen(
  tx: Tx,
  seen: { offerId: string; revision: number },
  userId: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into offer_views as v (offer_id, user_id, day, vendor, revision)
    select o.id, ${userId}, ${dayOf(now)}, o.vendor, least(${seen.revision}::integer, o.revision)
    from offers o where o.id = ${seen.offerId}
    on conflict (offer_id, user_id, day) do update set revision = greatest(v.revision, excluded.revision)`.execute(
    tx,
  )
}

/** Marks a change as seen by the user who agreed to it. Earlier changes remain as new as they were. */
export async function copyLastSeenRevision(
  tx: Tx,
  { id, revision }: { id: string; revision: number },
  userId: string,
): Promise<void> {
  await tx
    .updateTable('offer_views')
    .set({ revision })
    .where('offer_id', '=', id)
    .where('user_id', '=', userId)
    .where('revision', '=', revision - 1)
    .execute()
}

/** Days of the market begin at midnight UTC. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10)

export type OfferedRequestRow = Awaited<ReturnType<typeof listOfferedRequests>>[number]

/** Returns the client's requests that have received offers, newest first. */
export async function listOfferedRequests(
  tx: Tx,
  client: string,
  filter: { closed: boolean; after: Position | null; limit: Page['limit'] },
) {
  return await tx
    .selectFrom('dprs as d')
    .leftJoin('contracts as k', (join) =>
      join.onRef('k.dpr_id', '=', 'd.id').on('k.funded_at', 'is not', null),
    )
    .leftJoin('companies as v', 'v.id', 'k.vendor')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('offers as o')
          .whereRef('o.dpr_id', '=', 'd.id')
          .where('o.status', '<>', 'rejected')
          .select([
            sql<number>`count(*)::integer`.as('live_count'),
            sql<bigint | null>`min(o.price_cents)`.as('lowest_cents'),
            sql<bigint | null>`max(o.price_cents)`.as('highest_cents'),
          ])
          .as('live'),
      (join) => join.onTrue(),
    )
    .select(['d.id', 'd.title', 'd.created_at', 'k.price_cents as chosen_cents'])
    .select(['k.id as contract_id', 'v.name as vendor_name'])
    .select(['live.live_count', 'live.lowest_cents', 'live.highest_cents'])
    .where('d.client', '=', client)
    .where('d.offers_count', '>', 0)
    .where('d.status', filter.closed ? 'not in' : 'in', ['awaiting_offers', 'open'])
    .$if(filter.after !== null, (query) =>
      query.where(sql<boolean>`(d.created_at, d.id) < (${filter.after!.at}, ${filter.after!.id})`),
    )
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(filter.limit + 1)
    .execute()
}
