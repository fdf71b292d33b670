/** Serves the open market: the requests that every signed-in user may browse, and their counts. */
import {
  budgetThresholds,
  type Category,
  type Counted,
  categories,
  closingPeriodIds,
  filterIndustries,
  MAX_COUNTED,
  MAX_FOUND,
  type MarketCategory,
  type MarketCounts,
  type MarketDpr,
  type MarketFilters,
  type MarketNarrowing,
  type MarketSort,
  marketLabel,
  privacyLevels,
  timelineRanges,
  vendorWishes,
} from '@semblance/contract'
import { organizationToRead } from '../../core/api/service.ts'
import type { Page } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { heldColumns } from './column-matches.ts'
import { type Choice, countBudgets, countChoices, countMarketDprs } from './count-queries.ts'
import { decodeMarketCursor, encodeMarketCursor } from './cursor.ts'
import { linesOf } from './narrowing.ts'
import { type Filter, listMarketDprs, type MarketDprRow, orders, type Reader } from './queries.ts'

export { saveSearch } from './saved-searches.ts'

/** Lists the names of the columns that a vendor holds or declares. Call as the system. */
export const listHeldNames = async (tx: Tx, vendor: string): Promise<string[]> =>
  (await heldColumns(tx, vendor)).map(({ name }) => name)

type BrowseInput = Page &
  MarketFilters &
  MarketNarrowing & { category: MarketCategory; sort: MarketSort }

export async function browseMarket(ctx: Ctx, input: BrowseInput) {
  const { sort, limit } = input
  const reader = readerOf(ctx)
  const after = decodeMarketCursor(sort, input.cursor)
  return await withSystemRole(ctx.tx, async () => {
    const filter: Filter = {
      ...input,
      category: input.category === 'all' ? null : input.category,
      narrowing: { ...input, ...(await workOf(ctx, reader)), now: reader.now },
    }
    const [rows, total] = await Promise.all([
      listMarketDprs(ctx.tx, reader, filter, { sort, after, limit }),
      after ? null : countMatches(ctx, reader, filter),
    ])
    const kept = rows.slice(0, limit)
    const last = rows.length > limit ? kept.at(-1) : undefined
    return {
      items: kept.map((row) => toMarketDpr(ctx, row)),
      nextCursor: last
        ? encodeMarketCursor(sort, { key: orders[sort].keyOf(last), id: last.id })
        : null,
      total,
    }
  })
}

/** Returns the newest open requests with these words, without counting the others. */
export async function findOpenDprs(ctx: Ctx, search: string, limit: number): Promise<MarketDpr[]> {
  const reader = readerOf(ctx)
  const filter: Filter = { search, category: null, budget: [], industry: [], timeline: [] }
  const page = { sort: 'newest', after: null, limit: limit - 1 } as const
  const rows = await withSystemRole(ctx.tx, () => listMarketDprs(ctx.tx, reader, filter, page))
  return rows.map((row) => toMarketDpr(ctx, row))
}

/** Run as the system. */
export async function countMatches(ctx: Ctx, reader: Reader, filter: Filter): Promise<Counted> {
  const most = filter.search ? MAX_FOUND : MAX_COUNTED
  return upTo(most, await countMarketDprs(ctx.tx, reader, filter, most))
}

/** Returns the vendor whose wishes narrow the market, and its line of work. Run as the system. */
async function workOf({ tx }: Ctx, { vendor }: Reader) {
  return { vendor, lines: vendor === null ? [] : await linesOf(tx, vendor) }
}

export async function countMarket(ctx: Ctx): Promise<MarketCounts> {
  const reader = readerOf(ctx)
  const names = Object.keys(categories) as Category[]
  const [counts, budgets] = await withSystemRole(ctx.tx, async () => {
    const work = await workOf(ctx, reader)
    const choices = { categories: names, most: MAX_COUNTED }
    return await Promise.all([
      countChoices(ctx.tx, reader, choices, work),
      countBudgets(ctx.tx, reader),
    ])
  })
  const pick = <K extends Choice>(keys: readonly K[]) =>
    Object.fromEntries(keys.map((key) => [key, upTo(MAX_COUNTED, counts[key])])) as Record<
      K,
      Counted
    >
  const all = names.reduce((sum, name) => sum + counts[name], 0)
  return {
    category: { all: upTo(MAX_COUNTED, all), ...pick(names) },
    budget: pick(budgetThresholds),
    industry: pick(filterIndustries),
    timeline: pick(timelineRanges),
    closing: pick(closingPeriodIds),
    privacy: pick(privacyLevels),
    wishes: reader.vendor === null ? null : pick(vendorWishes),
    budgets,
  }
}

const upTo = (most: number, found: number): Counted => ({
  count: Math.min(found, most),
  isMore: found > most,
})

/**
 * Returns the market that the caller may see: all of it for members and staff, for a visitor the
 * samples, if there are any.
 */
export function readerOf(ctx: Ctx): Reader {
  const { actor, now } = ctx
  if (!actor.isStaff) organizationToRead(ctx)
  return { now, vendor: actor.readsAs.vendor, samplesOnly: actor.userId === null }
}

/** Limits the columns that are named on a card. */
const SHOWN_COLUMNS = 3

export function toMarketDpr({ actor, now }: Ctx, row: MarketDprRow): MarketDpr {
  const dpr = {
    id: row.id,
    title: row.title,
    category: row.category,
    status: row.status,
    budgetMinCents: row.budget_min_cents,
    budgetMaxCents: row.budget_max_cents,
    timelineDays: row.timeline_days,
    offersCount: row.offers_count,
    createdAt: row.created_at,
    closesAt: row.closes_at,
    clientName: row.client_name,
    description: row.description,
    deliveryFormat: row.delivery_format,
    privacyLevel: row.privacy_level,
    columns: row.columns?.slice(0, SHOWN_COLUMNS) ?? [],
    columnCount: row.columns?.length ?? 0,
  }
  return {
    ...dpr,
    label: marketLabel(dpr, now),
    isOwn: row.client === actor.organization?.id,
    offered: row.offered,
    invited: row.invited,
  }
}
