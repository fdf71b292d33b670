/** Counts the use of what a vendor sells. Call as the system. */
import type { DataUse } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { startOf } from './queries.ts'

export type UsageRow = { starts_on: string; kind: DataUse; many: number }

/** Counts by month and kind since a day; what the vendor's own people did is left out. */
export async function countUsage(tx: Tx, vendor: string, since: string): Promise<UsageRow[]> {
  const month = (day: ReturnType<typeof sql>) => sql`date_trunc('month', ${day})::date::text`
  const { rows } = await sql<UsageRow>`
    select ${month(sql`u.day`)} as starts_on, u.kind, count(*)::integer as many
    from app.usage u where u.vendor = ${vendor} and u.day >= ${since}::date group by 1, 2
    union all
    select ${month(sql`v.day`)}, 'offer', count(*)::integer
    from offer_views v where v.vendor = ${vendor} and v.day >= ${since}::date group by 1
    union all
    select ${month(sql`w.created_at at time zone 'UTC'`)}, 'download', count(*)::integer
    from deliveries d join downloads w on w.delivery_id = d.id and w.created_at >= ${startOf(since)}
    left join profiles p on p.user_id = w.person
    where d.vendor = ${vendor} and p.organization is distinct from d.vendor group by 1`.execute(tx)
  return rows
}

export type ListingRow = {
  id: string
  created_at: Date
  title: string
  views: number
  viewers: number
  purchases: number
}

/** Lists a vendor's published listings with their views and purchases, one row more than the page. */
export async function listListingUsage(
  tx: Tx,
  vendor: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select l.id, l.created_at, r.title, u.views, u.viewers, b.purchases
    from listings l join listing_revisions r on r.listing_id = l.id and r.revision = l.revision
    cross join lateral (select count(*)::integer as views, count(distinct a.viewer)::integer as viewers
      from app.usage a where a.kind = 'listing' and a.object_id = l.id) u
    cross join lateral (select count(*)::integer as purchases from dprs d
      join contracts k on k.dpr_id = d.id and k.funded_at is not null where d.listing_id = l.id) b
    where l.vendor = ${vendor}
      ${after ? sql`and (l.created_at, l.id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by l.created_at desc, l.id desc limit ${limit + 1}::integer`.execute(tx)
  return rows
}
