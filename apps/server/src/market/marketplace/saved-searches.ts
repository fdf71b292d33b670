/** Searches a person keeps, and the alerts that a new request sets off. */
import { MAX_SAVED_SEARCHES, type SavedSearch, type SavedSearchForm } from '@semblance/contract'
import { requireMemberOrganization, signedIn } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { system } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  claimMatches,
  countSearches,
  deleteSearch,
  findPosted,
  insertSearch,
  listSearches,
  type SavedSearchRow,
  type SearchMatch,
  updateSearch,
} from './saved-search-queries.ts'

export async function listSavedSearches(ctx: Ctx, input: Page) {
  const userId = signedIn(ctx)
  const after = decodeUuidCursor(input.cursor)
  const rows = await listSearches(ctx.tx, userId, { after, limit: input.limit })
  const positionOf = (row: SavedSearchRow) => ({ at: row.created_at, id: row.id })
  return pageOf(rows, input.limit, positionOf, toSavedSearch)
}

export async function saveSearch(ctx: Ctx, form: SavedSearchForm): Promise<SavedSearch> {
  const user_id = signedIn(ctx)
  const organization = requireMemberOrganization(
    ctx,
    ctx.actor.organization?.isVendor ? 'vendor' : 'client',
  )
  if ((await countSearches(ctx.tx, user_id)) >= MAX_SAVED_SEARCHES)
    throw new AppError('too_many_searches')
  const { name, search, category, sort, alerts } = form
  const row = await insertSearch(ctx.tx, {
    user_id,
    organization,
    name,
    search,
    category: category === 'all' ? null : category,
    sort,
    alerts,
  })
  return toSavedSearch(row)
}

export async function changeSearch(
  ctx: Ctx,
  { id, name, alerts }: { id: string; name?: string; alerts?: boolean },
): Promise<SavedSearch> {
  const userId = signedIn(ctx)
  if (name === undefined && alerts === undefined)
    throw new AppError('bad_input', { field: 'name', message: 'Change the name or the alerts' })
  const row = await updateSearch(ctx.tx, { id, userId }, { name, alerts })
  if (!row) throw new AppError('not_found')
  return toSavedSearch(row)
}

export async function removeSearch(ctx: Ctx, id: string): Promise<void> {
  if (!(await deleteSearch(ctx.tx, id, signedIn(ctx)))) throw new AppError('not_found')
}

/** Notifies the owners of saved searches that match a new request. */
export async function alertMatches(platform: Platform, dprId: string): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const dpr = await findPosted(tx, dprId)
    if (!dpr) return
    const matches = await claimMatches(tx, dprId, new Date())
    const organizations = matches.map(({ organization }) => organization)
    announceEvent(tx, organizations, 'dpr.published', { dprId })
    for (const match of matches)
      await notify(
        { tx, platform },
        {
          userId: match.user_id,
          type: 'system',
          title: 'New DPR for your saved search',
          message: `${dpr.title} by ${dpr.client_name} matches ${searchesOf(match)}.`,
          path: `/submit-offer/${dpr.id}`,
          mail: true,
        },
      )
  })
}

function searchesOf({ names }: SearchMatch): string {
  const [first, ...others] = names
  const more = others.length === 1 ? '1 more search' : `${others.length} more searches`
  return others.length > 0 ? `“${first}” and ${more}` : `“${first}”`
}

function toSavedSearch(row: SavedSearchRow): SavedSearch {
  return {
    id: row.id,
    name: row.name,
    search: row.search,
    category: row.category ?? 'all',
    sort: row.sort,
    alerts: row.alerts,
    createdAt: row.created_at,
    matchedAt: row.matched_at,
  }
}
