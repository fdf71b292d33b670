/** Search over everything that the caller may see: a few hits of each kind, an exact ID before all others. */
import {
  HITS_PER_KIND,
  type Hit,
  type HitKind,
  memberHitKinds,
  type StaffHitKind,
  staffHitKinds,
} from '@semblance/contract'
import { z } from 'zod'
import { findOpenDprs } from '../../market/marketplace/service.ts'
import type { Page } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type HitRow, listHitRows } from './hit-rows.ts'
import { memberSources, publicSources } from './own-queries.ts'
import { parseSearchQuery, type SearchQuery } from './parse-query.ts'
import { hasUuids, pagePart, staffSources } from './staff-queries.ts'

/** One more than is shown, to know whether there are. */
const MAX_ROWS = HITS_PER_KIND + 1

export async function searchEverything(ctx: Ctx, text: string) {
  const asked = parseSearchQuery(text)
  const isStaff = ctx.actor.isStaff
  const rows = isStaff
    ? await withSystemRole(ctx.tx, () => listHitRows(ctx.tx, staffSources(asked, MAX_ROWS)))
    : await findOwn(ctx, asked)
  const kinds: readonly HitKind[] = isStaff ? staffHitKinds : memberHitKinds
  return { groups: grouped(rows, kinds, asked) }
}

/** Lists hits of one kind. Callers have checked that the user is staff. */
export async function listHits(
  { tx }: Ctx,
  { kind, text, cursor, limit }: Page & { kind: StaffHitKind; text: string },
) {
  if (cursor !== undefined && hasUuids(kind) && !z.uuid().safeParse(cursor).success)
    throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
  const part = pagePart(kind, parseSearchQuery(text), { after: cursor, limit })
  const rows = await withSystemRole(tx, () => listHitRows(tx, [part]))
  const items = rows.slice(0, limit).map(toHit)
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null }
}

async function findOwn(ctx: Ctx, asked: SearchQuery): Promise<HitRow[]> {
  const { tx, actor } = ctx
  const reader = { userId: actor.userId, ...actor.readsAs }
  const open = await listHitRows(tx, publicSources(asked, reader, MAX_ROWS))
  const own = await withSystemRole(tx, () =>
    listHitRows(tx, memberSources(asked, reader, MAX_ROWS)),
  )
  // A visitor looks at the sample's requests from both sides.
  const ownRequests = new Set(own.filter(({ kind }) => kind === 'request').map(({ id }) => id))
  const inMarket = await findInMarket(ctx, asked.text)
  return [...open, ...own, ...inMarket.filter(({ id }) => !ownRequests.has(id))]
}

/** Requests of others that take offers, for who may offer. */
async function findInMarket(ctx: Ctx, text: string): Promise<HitRow[]> {
  if (!ctx.actor.readsAs.vendor) return []
  const found = await findOpenDprs(ctx, text, MAX_ROWS)
  return found
    .filter((dpr) => !dpr.isOwn)
    .map(({ id, title, clientName, status }) => ({
      kind: 'market',
      id,
      title,
      detail: clientName,
      status,
      page: null,
      side: null,
    }))
}

function grouped(rows: HitRow[], kinds: readonly HitKind[], { ids, uuid }: SearchQuery) {
  const isNamed = ({ id }: HitRow) => ids.includes(id) || id === uuid
  return kinds
    .map((kind) => {
      const unique = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row]))
      const all = [...unique.values()]
      const ordered = [...all.filter(isNamed), ...all.filter((row) => !isNamed(row))]
      return {
        kind,
        hits: ordered.slice(0, HITS_PER_KIND).map(toHit),
        hasMore: ordered.length > HITS_PER_KIND,
      }
    })
    .filter(({ hits }) => hits.length > 0)
}

const toHit = (row: HitRow): Hit => ({ ...row, kind: row.kind as HitKind })
