/** Says how often what a vendor sells was used: its own figures, of all its clients together. */
import { dataUses, type ListingUsage, USAGE_MONTHS, type UsageMonth } from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { countUsage, type ListingRow, listListingUsage } from './usage-queries.ts'

/** Returns the last twelve months, the oldest first. */
export async function readUsage(ctx: Ctx): Promise<{ months: UsageMonth[] }> {
  const vendor = viewerOrganization(ctx, 'vendor')
  const months = monthsUpTo(ctx.now)
  const rows = await withSystemRole(ctx.tx, () => countUsage(ctx.tx, vendor, months[0] ?? ''))
  return {
    months: months.map((startsOn) => {
      const own = rows.filter((row) => row.starts_on === startsOn)
      const counts = dataUses.map((kind) => [kind, own.find((row) => row.kind === kind)?.many ?? 0])
      return { startsOn, counts: Object.fromEntries(counts) as UsageMonth['counts'] }
    }),
  }
}

const monthsUpTo = (now: Date): string[] =>
  Array.from({ length: USAGE_MONTHS }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - USAGE_MONTHS + 1 + n, 1))
      .toISOString()
      .slice(0, 10),
  )

export async function listUsageOfListings(ctx: Ctx, { cursor, limit }: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    listListingUsage(ctx.tx, vendor, { after, limit }),
  )
  return pageOf(rows, limit, ({ created_at, id }) => ({ at: created_at, id }), toUsage)
}

const toUsage = ({ id, title, views, viewers, purchases }: ListingRow): ListingUsage => ({
  listingId: id,
  title,
  views,
  viewers,
  purchases,
})
