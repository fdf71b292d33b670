/** The other parties: what they are called, whether they are online, and the list of all one deals with. */
import { type Contact, type counterpart, otherSide, type Side } from '@semblance/contract'
import type { z } from 'zod'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeUuidCursor, encodeCursor, type Page } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import {
  type ContactFilter,
  findContact,
  listCompanies,
  listLatestWith,
  listNamed,
  listOfflineContacts,
  listOnlineContacts,
  listPeople,
  listPresence,
} from './counterpart-queries.ts'
import { decodeListCursor, encodeListCursor } from './list-cursor.ts'

type Counterpart = z.infer<typeof counterpart>

/** Maps IDs to companies' names, for callers who may see the companies. */
export async function namesOf(ctx: Ctx, ids: string[]): Promise<(id: string) => string> {
  const rows = await listCompanies(ctx.tx, [...new Set(ids)])
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return (id) => names.get(id) ?? 'Closed account'
}

/** Maps user IDs to people's names. The caller must be a party to what they wrote. */
export async function personNamesOf(
  ctx: Ctx,
  userIds: (string | null)[],
): Promise<(id: string | null) => string | null> {
  const known = [...new Set(userIds)].filter((id) => id !== null)
  const rows = await withSystemRole(ctx.tx, () => listPeople(ctx.tx, known))
  const names = new Map(
    rows.map((row) => [row.user_id, `${row.first_name} ${row.last_name}`.trim()]),
  )
  return (id) => (id && names.get(id)) || null
}

/** Maps IDs to the caller's counterparts; `side` is the caller's. */
export async function counterpartsOf(
  ctx: Ctx,
  ids: string[],
  side: Side,
): Promise<(id: string) => Counterpart> {
  const distinct = [...new Set(ids)]
  const companies = await listCompanies(ctx.tx, distinct)
  const presence = await withSystemRole(ctx.tx, () => listPresence(ctx.tx, distinct, ctx.now))
  const companyOf = new Map(companies.map((row) => [row.id, row]))
  const presenceOf = new Map(presence.map((row) => [row.organization, row]))
  return (id) => ({
    id,
    slug: companyOf.get(id)?.slug ?? '',
    name: companyOf.get(id)?.name ?? 'Closed account',
    type: otherSide(side),
    isOnline: presenceOf.get(id)?.is_online ?? false,
    lastSeenAt: presenceOf.get(id)?.seen_at ?? null,
  })
}

export async function isOnline(ctx: Ctx, organization: string): Promise<boolean> {
  const [row] = await withSystemRole(ctx.tx, () => listPresence(ctx.tx, [organization], ctx.now))
  return row?.is_online ?? false
}

/**
 * Limits the counterparts that are looked up by their conversations; for more, a page of the list
 * soon finds enough.
 */
const FEW = 200

/** Lists the IDs of counterparts whose name contains the text. Null if there are more than `FEW`. */
export async function findNamed(
  ctx: Ctx,
  whose: { organization: string; side: Side },
  search: string,
): Promise<string[] | null> {
  return await withSystemRole(ctx.tx, () => listNamed(ctx.tx, whose, search, FEW))
}

/**
 * Lists contacts, online ones first. Presence is read as of the first page, so that no contact is
 * listed twice. An event announces later arrivals, and the list is then read again.
 */
export async function listContacts(ctx: Ctx, input: Page & { side: Side; search?: string }) {
  const { side, search, limit } = input
  const organization = viewerOrganization(ctx, side)
  const { tag, cursor } = decodeListCursor(input.cursor, ['online', 'offline'])
  const position = decodeUuidCursor(cursor)
  const onlineAt = position?.at ?? ctx.now
  const rows = await withSystemRole(ctx.tx, async () => {
    const after = position ? ((await findContact(ctx.tx, position.id)) ?? null) : null
    const filter: ContactFilter = { organization, side, search, onlineAt, after, limit: limit + 1 }
    const online = tag === 'online' ? await listOnlineContacts(ctx.tx, filter) : []
    const rest = limit + 1 - online.length
    const from = tag === 'online' ? null : after
    const offline =
      rest > 0 ? await listOfflineContacts(ctx.tx, { ...filter, after: from, limit: rest }) : []
    const all = [
      ...online.map(({ id }) => ({ id, tag: 'online' })),
      ...offline.map(({ id }) => ({ id, tag: 'offline' })),
    ]
    const latest = await listLatestWith(
      ctx.tx,
      { organization, side },
      all.map(({ id }) => id),
    )
    return all.map((row) => ({ ...row, conversationId: latest.get(row.id)! }))
  })
  const kept = rows.slice(0, limit)
  const last = rows.length > limit ? kept.at(-1) : undefined
  const toCounterpart = await counterpartsOf(
    ctx,
    kept.map(({ id }) => id),
    side,
  )
  return {
    items: kept.map(
      ({ id, conversationId }): Contact => ({ ...toCounterpart(id), conversationId }),
    ),
    nextCursor: last
      ? encodeListCursor(last.tag, encodeCursor({ at: onlineAt, id: last.id }))
      : null,
  }
}
