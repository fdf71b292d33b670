/** Conversations: one per request and vendor, and each party's list of them. */
import { type Conversation, dprCan, type Side } from '@semblance/contract'
import {
  requireActingOrganization,
  requireMemberOrganization,
  requirePermission,
  viewerOrganization,
} from '../../core/api/service.ts'
import {
  decodeUuidCursor,
  encodeCursor,
  type Page,
  type Position,
} from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  type ConversationRow,
  findConversation,
  findConversationOf,
  findPairOf,
  findRequest,
  getListed,
  insertConversation,
  isVendor,
  type ListedRow,
  type ListFilter,
  listByName,
  listFor,
  listRecent,
  listUnread,
  listUnreadCounts,
  sumUnread,
} from './conversation-queries.ts'
import { counterpartsOf, findNamed } from './counterparts.ts'
import { decodeListCursor, encodeListCursor } from './list-cursor.ts'
import { type Participant, participantForRead, requireParticipant } from './participants.ts'

export type OpenTarget = { side?: Side } & (
  | { offerId: string }
  | { contractId: string }
  | { dprId: string; vendorId: string }
)

/** Opens a conversation that is there, which a visitor may, too, or begins one with a vendor. */
export async function openConversation(ctx: Ctx, target: OpenTarget): Promise<Conversation> {
  const pair = await pairOf(ctx, target)
  const known = await findConversationOf(ctx.tx, pair.dprId, pair.vendor)
  const conversation = known ?? (await beginConversation(ctx, pair))
  const seat = await participantForRead(ctx, conversation.id, target.side)
  if (ctx.actor.organization?.id === seat.own)
    await withSystemRole(ctx.tx, () => listFor(ctx.tx, conversation.id, seat.side, ctx.now))
  return await toConversation(ctx, seat)
}

type Pair = { dprId: string; vendor: string }

async function pairOf(ctx: Ctx, target: OpenTarget): Promise<Pair> {
  if ('dprId' in target) return { dprId: target.dprId, vendor: target.vendorId }
  const found =
    'offerId' in target
      ? await findPairOf(ctx.tx, 'offers', target.offerId)
      : await findPairOf(ctx.tx, 'contracts', target.contractId)
  if (!found) throw new AppError('not_found')
  return { dprId: found.dpr_id, vendor: found.vendor }
}

/**
 * Starts a conversation. A client may write to any vendor about a request that takes offers. A
 * vendor has to wait for a message, or send an offer.
 */
async function beginConversation(ctx: Ctx, { dprId, vendor }: Pair): Promise<ConversationRow> {
  const own = requireActingOrganization(ctx)
  const request = await findRequest(ctx.tx, dprId)
  if (!request) throw new AppError('not_found')
  if (request.client !== own) throw new AppError(vendor === own ? 'not_permitted' : 'not_found')
  const client = requireMemberOrganization(ctx, 'client')
  requirePermission(ctx.actor, ['request'])
  if (vendor === client || !(await isVendor(ctx.tx, vendor))) throw new AppError('not_found')
  if (!dprCan.takeOffers(request.status)) throw new AppError('dpr_closed')
  await withSystemRole(ctx.tx, () => insertConversation(ctx.tx, { dpr_id: dprId, client, vendor }))
  return (await findConversationOf(ctx.tx, dprId, vendor))!
}

export async function getConversation(
  ctx: Ctx,
  input: { conversationId: string; side?: Side },
): Promise<Conversation> {
  return await toConversation(ctx, await participantForRead(ctx, input.conversationId, input.side))
}

type ListInput = Page & { side: Side; search?: string; sort: 'recent' | 'unread' | 'name' }
type PositionedRow = { row: ListedRow; tag: string; position: Position }

export async function listConversations(ctx: Ctx, input: ListInput) {
  const { side, limit } = input
  const organization = viewerOrganization(ctx, side)
  const { search } = input
  const named = search ? await findNamed(ctx, { organization, side }, search) : null
  if (named?.length === 0) return { items: [], nextCursor: null }
  const rows = await rowsOf(ctx, input, { organization, side, search, named, limit })
  const kept = rows.slice(0, limit)
  const last = rows.length > limit ? kept.at(-1) : undefined
  return {
    items: await toConversations(
      ctx,
      side,
      kept.map(({ row }) => row),
    ),
    nextCursor: last ? encodeListCursor(last.tag, encodeCursor(last.position)) : null,
  }
}

/** One row more than the page holds, where there is one. */
async function rowsOf(ctx: Ctx, input: ListInput, filter: ListFilter): Promise<PositionedRow[]> {
  const byTime = (row: ListedRow) => ({ at: row.listed_at, id: row.id })
  if (input.sort === 'unread') return await unreadFirst(ctx, input.cursor, filter)
  const { cursor } = decodeListCursor(input.cursor, [input.sort])
  const after = decodeUuidCursor(cursor)
  const rows =
    input.sort === 'recent'
      ? await listRecent(ctx.tx, filter, after)
      : await listByName(
          ctx.tx,
          filter,
          after && ((await findConversation(ctx.tx, after.id)) ?? null),
        )
  return rows.map((row) => ({ row, tag: input.sort, position: byTime(row) }))
}

/** Lists conversations with news for the caller first, then the rest, both by time. */
async function unreadFirst(
  ctx: Ctx,
  given: string | undefined,
  filter: ListFilter,
): Promise<PositionedRow[]> {
  const { userId } = ctx.actor
  const { tag, cursor } = decodeListCursor(given, ['unread', 'rest'])
  const after = decodeUuidCursor(cursor)
  const unread = userId && tag === 'unread' ? await listUnread(ctx.tx, filter, userId, after) : []
  const missing = filter.limit - unread.length
  const rest =
    missing >= 0
      ? await listRecent(
          ctx.tx,
          { ...filter, limit: missing },
          tag === 'rest' ? after : null,
          userId,
        )
      : []
  return [
    ...unread.map((row) => ({ row, tag, position: { at: row.unread_at!, id: row.id } })),
    ...rest.map((row) => ({ row, tag: 'rest', position: { at: row.listed_at, id: row.id } })),
  ]
}

export async function countUnread(ctx: Ctx, side: Side): Promise<{ unreadCount: number }> {
  const organization = viewerOrganization(ctx, side)
  const { userId } = ctx.actor
  return { unreadCount: userId ? await sumUnread(ctx.tx, userId, organization, side) : 0 }
}

async function toConversation(ctx: Ctx, seat: Participant): Promise<Conversation> {
  const row = await getListed(ctx.tx, seat.conversation.id, seat.side)
  const [item] = await toConversations(ctx, seat.side, [row])
  return item!
}

async function toConversations(ctx: Ctx, side: Side, rows: ListedRow[]): Promise<Conversation[]> {
  const { userId } = ctx.actor
  const ids = rows.map(({ id }) => id)
  const unread = userId ? await listUnreadCounts(ctx.tx, userId, ids) : []
  const unreadOf = new Map(unread.map((row) => [row.conversation_id, row.unread_count]))
  const seats = rows.map((row) => requireParticipant(row, side))
  const toCounterpart = await counterpartsOf(
    ctx,
    seats.map(({ other }) => other),
    side,
  )
  return rows.map((row, index) => ({
    id: row.id,
    dprId: row.dpr_id,
    dprTitle: row.title,
    side,
    counterpart: toCounterpart(seats[index]!.other),
    offerId: row.offer_id,
    contractId: row.contract_id,
    lastMessage: lastMessageOf(row),
    lastMessageIsOwn: row.last_sender === seats[index]!.own,
    lastMessageAt: row.last_at ?? row.listed_at,
    unreadCount: unreadOf.get(row.id) ?? 0,
  }))
}

/** A message in a line: its text, what it proposes, or what it brings. */
function lastMessageOf({ last_body, last_changes, last_files }: ListedRow): string {
  if (last_changes !== null)
    return `Proposed ${last_changes} change${last_changes === 1 ? '' : 's'}`
  if (last_body || last_files.length === 0) return last_body ?? ''
  return last_files.length === 1 ? last_files[0]! : `${last_files.length} files`
}
