/** Matching: requests for a vendor, vendors for a request, each with the reasons as sentences. */
import {
  categories,
  dprCan,
  type MarketFilters,
  type SuggestedDpr,
  type SuggestedVendor,
} from '@semblance/contract'
import { z } from 'zod'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeRankCursor, encodeRankCursor, type Page } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { matchRequests, matchVendors } from './column-matches.ts'
import { decodeSuggestedCursor, encodeSuggestedCursor } from './cursor.ts'
import type { Filter } from './queries.ts'
import { countMatches, readerOf, toMarketDpr } from './service.ts'
import {
  findRequest,
  listSuggestedDprs,
  listSuggestedVendors,
  type SuggestedDprRow,
  type SuggestedVendorRow,
} from './suggestion-queries.ts'

export async function suggestDprs(ctx: Ctx, { cursor, limit, ...input }: MarketFilters & Page) {
  const after = decodeSuggestedCursor(cursor)
  const reader = { ...readerOf(ctx), vendor: viewerOrganization(ctx, 'vendor') }
  const filter: Filter = { ...input, category: null }
  return await withSystemRole(ctx.tx, async () => {
    const matches = await matchRequests(ctx.tx, reader, filter)
    const columns = [...matches].map(([id, { points }]) => ({ id, points }))
    const rows = await listSuggestedDprs(ctx.tx, reader, filter, { columns, after, limit })
    const kept = rows.slice(0, limit)
    const items = kept.map(
      (row): SuggestedDpr => ({
        dpr: toMarketDpr(ctx, row),
        reasons: dprReasons(row, matches.get(row.id)?.sentence ?? null),
      }),
    )
    const last = rows.length > limit ? kept.at(-1) : undefined
    const { points, created_at: at, id } = last ?? {}
    const nextCursor =
      points !== undefined && at && id ? encodeSuggestedCursor({ points, at, id }) : null
    return { items, nextCursor, total: await countMatches(ctx, reader, filter) }
  })
}

/**
 * Suggests vendors for a request of the caller's. Throws not_found for requests of other clients.
 * Empty once the request takes no more offers.
 */
export async function suggestVendors(ctx: Ctx, { dprId, cursor, limit }: { dprId: string } & Page) {
  const after = decodeRankCursor(cursor, z.number())
  if (after && !z.uuid().safeParse(after.id).success)
    throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
  const request = await findRequest(ctx.tx, dprId, viewerOrganization(ctx, 'client'))
  if (!request) throw new AppError('not_found')
  if (!dprCan.takeOffers(request.status)) return { items: [], nextCursor: null }
  const samplesOnly = ctx.actor.userId === null
  const { rows, matches } = await withSystemRole(ctx.tx, async () => {
    const found = await matchVendors(ctx.tx, request.id)
    const columns = [...found].map(([id, { points }]) => ({ id, points }))
    const page = { columns, samplesOnly, after, limit }
    return { rows: await listSuggestedVendors(ctx.tx, request, page), matches: found }
  })
  const kept = rows.slice(0, limit)
  const last = rows.length > limit ? kept.at(-1) : undefined
  return {
    items: kept.map((row) =>
      toSuggestedVendor(row, categories[request.category], matches.get(row.id)?.sentence ?? null),
    ),
    nextCursor: last ? encodeRankCursor({ rank: last.points, id: last.id }) : null,
  }
}

function dprReasons(row: SuggestedDprRow, columns: string | null): string[] {
  const category = categories[row.category]
  return sentences([
    row.invited && `${row.client_name} invited you to send an offer.`,
    columns,
    row.completed > 0 && `You have completed ${contracts(row.completed)} in ${category}.`,
    row.price_fits && `Your past prices in ${category} fit the budget.`,
    row.meets_criteria && 'You meet what it asks of vendors.',
  ])
}

function toSuggestedVendor(
  row: SuggestedVendorRow,
  category: string,
  columns: string | null,
): SuggestedVendor {
  const { completed_here, on_time_here, reviews } = row
  const rating = row.rating === null ? null : Number(row.rating)
  return {
    vendor: {
      id: row.id,
      slug: row.slug,
      name: row.name,
      city: row.city,
      country: row.country,
      rating,
      completedContracts: row.completed,
    },
    reasons: sentences([
      columns,
      completed_here > 0 &&
        `${contracts(completed_here)} completed in ${category}, ${on_time_here} on time.`,
      completed_here === 0 &&
        row.completed > 0 &&
        `${contracts(row.completed)} completed in other categories.`,
      rating !== null &&
        `Rated ${rating.toFixed(1)} of 5 by ${reviews} ${reviews === 1 ? 'client' : 'clients'}.`,
      row.price_fits && `Past prices in ${category} fit your budget.`,
      row.meets_criteria && 'Meets what you ask of vendors.',
      row.works_here && `Works in ${category.toLowerCase()}.`,
    ]),
  }
}

const contracts = (count: number) => `${count} ${count === 1 ? 'contract' : 'contracts'}`

const sentences = (parts: (string | false | null)[]) =>
  parts.filter((part) => part !== false && part !== null)
