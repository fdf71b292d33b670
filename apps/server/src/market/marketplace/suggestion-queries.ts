/**
 * Ranks requests for a vendor and vendors for a request. Ranks only candidates that indexes find,
 * never the whole market.
 */
import { type Category, categories } from '@semblance/contract'
import { sql } from 'kysely'
import type { RankPosition } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { SuggestedPosition } from './cursor.ts'
import {
  cardColumns,
  type Filter,
  isOpen,
  type MarketDprRow,
  matches,
  type Reader,
} from './queries.ts'

/** Limits the ranked candidates of each kind. */
const MAX_INVITATIONS = 50
const MAX_NEWEST = 60
const MAX_VENDORS = 150
/** Limits the candidates of each other category. */
const MAX_OTHERS = 30

export type SuggestedDprRow = MarketDprRow & {
  /** Contracts the vendor has completed in the request's category. */
  completed: number
  price_fits: boolean
  /** Null when the request asks nothing of its vendors. */
  meets_criteria: boolean | null
  points: number
}

/**
 * Checks that the vendor's mean price is between four fifths of the budget's minimum and the
 * budget's maximum.
 */
const priceFits = sql`coalesce(r.completed > 0
  and r.price_cents_sum / r.completed between d.budget_min_cents * 0.8 and d.budget_max_cents, false)`

/** Holds the points of a request for the columns that it asks for and the vendor holds. */
export type ColumnPoints = { id: string; points: number }

/**
 * Points: an invitation 100; up to 60 for columns that the vendor holds; work in the category 40 and one for each contract up to ten; a price that fits 20;
 * criteria met 15, missed -60. Then the newest first. One row more than the page.
 */
export async function listSuggestedDprs(
  tx: Tx,
  reader: Reader & { vendor: string },
  filter: Filter,
  {
    columns,
    after,
    limit,
  }: { columns: readonly ColumnPoints[]; after: SuggestedPosition | null; limit: number },
): Promise<SuggestedDprRow[]> {
  const { vendor } = reader
  const wanted = sql`${isOpen(reader)} ${matches(filter)}`
  const newest = sql`order by d.created_at desc, d.id desc limit ${MAX_NEWEST}`
  const { rows } = await sql<SuggestedDprRow>`
    with candidates as (
      (select i.dpr_id as id from dpr_invitations i where i.vendor = ${vendor}
        order by i.created_at desc, i.dpr_id desc limit ${MAX_INVITATIONS})
      union
      (select found.id from vendor_records r cross join lateral (
        select d.id from dprs d where ${wanted} and d.category = r.category ${newest}) found
        where r.vendor = ${vendor})
      union
      (select d.id from dprs d where ${wanted} ${newest})
      union
      (select c.id from unnest(${columns.map(({ id }) => id)}::text[]) c (id))
    ), own as materialized (
      select app.rating(${vendor}) as rating, app.completed_contracts(${vendor}) as completed
    ), weighed as (
      select ${cardColumns(reader)}, coalesce(r.completed, 0) as completed, ${priceFits} as price_fits,
        case when d.vendor_min_rating is not null or d.vendor_min_completed is not null then
          coalesce(own.rating, 0) >= coalesce(d.vendor_min_rating, 0)
          and own.completed >= coalesce(d.vendor_min_completed, 0) end as meets_criteria
      from candidates join dprs d using (id) cross join own
      left join vendor_records r on r.vendor = ${vendor} and r.category = d.category
      where ${wanted} and d.client <> ${vendor}
    ), ranked as (
      select weighed.*, case when invited then 100 else 0 end + coalesce(c.points, 0)
        + case when completed > 0 then 40 + least(completed, 10) else 0 end
        + case when price_fits then 20 else 0 end
        + case when meets_criteria then 15 when not meets_criteria then -60 else 0 end as points
      from weighed
      left join unnest(${columns.map(({ id }) => id)}::text[], ${columns.map(({ points }) => points)}::integer[])
        c (id, points) on c.id = weighed.id
      where not offered)
    select * from ranked
    ${after ? sql`where (points, created_at, id) < (${after.points}::integer, ${after.at}::timestamptz, ${after.id})` : sql``}
    order by points desc, created_at desc, id desc
    limit ${limit + 1}`.execute(tx)
  return rows
}

export async function findRequest(tx: Tx, id: string, client: string) {
  return await tx
    .selectFrom('dprs')
    .select(['id', 'category', 'status'])
    .where('id', '=', id)
    .where('client', '=', client)
    .executeTakeFirst()
}

export type SuggestedVendorRow = {
  id: string
  slug: string
  name: string
  city: string
  country: string
  rating: string | null
  reviews: number
  completed: number
  /** Counts contracts in the request's category. */
  completed_here: number
  on_time_here: number
  price_fits: boolean
  meets_criteria: boolean | null
  works_here: boolean
  points: number
}

/**
 * Ranks vendors by points: up to 60 for columns of the request that the vendor declares; two for each contract completed in the category, half a point for each
 * other one, up to twenty contracts each; eight for each star above three; 15 for a price that
 * fits; 20 for criteria met, -40 for missed; 10 for the industry. Excludes vendors with an
 * invitation or a live offer.
 */
export async function listSuggestedVendors(
  tx: Tx,
  request: { id: string; category: Category },
  {
    columns,
    samplesOnly,
    after,
    limit,
  }: {
    columns: readonly ColumnPoints[]
    samplesOnly: boolean
    after: RankPosition | null
    limit: number
  },
): Promise<SuggestedVendorRow[]> {
  const { id, category } = request
  const { rows } = await sql<SuggestedVendorRow>`
    with candidates as (
      select found.vendor as id
      from (select c.name, case when c.name = ${category} then ${MAX_VENDORS}::integer else ${MAX_OTHERS}::integer end as most
        from unnest(${Object.keys(categories)}::text[]) c (name)) c
      cross join lateral (select r.vendor from vendor_records r where r.category = c.name
        order by r.completed desc, r.vendor limit c.most) found
      union
      (select o.id from organizations o where o.is_vendor and o.is_active and o.industry = ${category}
        order by o.id desc limit ${MAX_VENDORS})
      union
      (select m.id from unnest(${columns.map(({ id }) => id)}::uuid[]) m (id))
    ), weighed as materialized (
      select v.id, v.slug, v.name, v.city, v.country, v.industry = d.category as works_here,
        s.reviews, round(s.points::numeric / nullif(s.reviews, 0), 1) as rating, t.completed,
        coalesce(r.completed, 0) as completed_here, coalesce(r.on_time, 0) as on_time_here, ${priceFits} as price_fits,
        d.vendor_min_rating, d.vendor_min_completed
      from candidates join companies v using (id) join dprs d on d.id = ${id}
      left join vendor_records r on r.vendor = v.id and r.category = d.category
      cross join lateral (select coalesce(sum(a.completed), 0)::integer as completed
        from vendor_records a where a.vendor = v.id) t
      cross join lateral (select coalesce(sum(a.many), 0)::integer as reviews, sum(a.many * a.star) as points
        from company_ratings c cross join unnest(c.stars) with ordinality a (many, star) where c.company = v.id) s
      where v.is_vendor and v.id <> d.client and (v.is_sample or not ${samplesOnly})
        and not exists (select from dpr_invitations i where i.dpr_id = d.id and i.vendor = v.id)
        and not exists (select from offers o where o.dpr_id = d.id and o.vendor = v.id and o.status <> 'rejected')
    ), judged as (
      select *, case when vendor_min_rating is not null or vendor_min_completed is not null then
        coalesce(rating, 0) >= coalesce(vendor_min_rating, 0) and completed >= coalesce(vendor_min_completed, 0)
      end as meets_criteria from weighed
    ), ranked as (
      select judged.*, (coalesce(m.points, 0) + 2 * least(completed_here, 20) + least(completed - completed_here, 20) / 2.0
        + coalesce(rating - 3, 0) * 8
        + case when price_fits then 15 else 0 end
        + case when meets_criteria then 20 when not meets_criteria then -40 else 0 end
        + case when works_here then 10 else 0 end)::float8 as points
      from judged left join unnest(${columns.map(({ id }) => id)}::uuid[], ${columns.map(({ points }) => points)}::integer[])
        m (id, points) using (id))
    select * from ranked
    ${after ? sql`where (-points, id) > (${-after.rank}::float8, ${after.id}::uuid)` : sql``}
    order by points desc, id
    limit ${limit + 1}`.execute(tx)
  return rows
}
