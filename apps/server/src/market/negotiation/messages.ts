/** Messages: the thread of a conversation, how it grows, and how far each party has read it. */
import { type Message, otherSide, type Side } from '@semblance/contract'
import { listFilesOf, takeFiles } from '../../core/attachments/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish, signal } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { messageFiles } from './attachments.ts'
import { isOnline, namesOf, personNamesOf } from './counterparts.ts'
import {
  countForReaders,
  countSentSince,
  findFarthestRead,
  findSentMessage,
  hasMessage,
  insertMessage,
  listThread,
  lockConversation,
  type MessageRow,
  setLastMessage,
  setRead,
  setTold,
} from './message-queries.ts'
import {
  ownSeat,
  type Participant,
  participantForRead,
  participantForWrite,
  participantsOf,
} from './participants.ts'
import { proposalsById } from './proposal-view.ts'

/** Limits a user's messages per minute, over all conversations, to more than a person can type. */
const MAX_A_MINUTE = 60
const MINUTE_MS = 60_000

export async function listMessages(
  ctx: Ctx,
  input: Page & { conversationId: string; side?: Side },
) {
  const seat = await participantForRead(ctx, input.conversationId, input.side)
  const after = decodeUuidCursor(input.cursor)
  const rows = await listThread(ctx.tx, seat.conversation.id, after, input.limit)
  const { items, nextCursor } = pageOf(
    rows,
    input.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => row,
  )
  const read = await withSystemRole(ctx.tx, () =>
    findFarthestRead(ctx.tx, seat.conversation.id, seat.other),
  )
  return {
    items: await toMessages(ctx, seat, items),
    nextCursor,
    readByOther: read ? { messageId: read.last_message_id!, at: read.read_at! } : null,
  }
}

export async function sendMessage(
  ctx: Ctx,
  input: { conversationId: string; body: string; attachmentIds: string[]; key?: string },
): Promise<Message> {
  const seat = await participantForWrite(ctx, input.conversationId)
  if (input.body === '' && input.attachmentIds.length === 0)
    throw new AppError('bad_input', { field: 'body', message: 'Message is required' })
  const row = await withSystemRole(ctx.tx, () => sendOnce(ctx, seat, input))
  const [message] = await toMessages(ctx, seat, [row])
  return message!
}

/**
 * Sends a message under the conversation's lock, so that the second of two with one key finds the
 * first.
 */
async function sendOnce(
  ctx: Ctx,
  seat: Participant,
  { body, attachmentIds, key }: { body: string; attachmentIds: string[]; key?: string },
): Promise<MessageRow> {
  const { userId } = ctx.actor
  const conversation = await lockConversation(ctx.tx, seat.conversation.id)
  const sent = key && (await findSentMessage(ctx.tx, conversation.id, userId, key))
  if (sent && sent.body !== body) throw new AppError('key_reused')
  if (sent) return sent
  await enforceLimit(ctx)
  const held = { ...seat, conversation }
  const row = await post(ctx, held, { body, key })
  announceEvent(ctx.tx, [conversation.client, conversation.vendor], 'message.sent', {
    conversationId: conversation.id,
    messageId: row.id,
    by: seat.side,
  })
  const by = { placeId: conversation.id, organization: seat.own, carrierId: row.id }
  await takeFiles(ctx, messageFiles, attachmentIds, by)
  await notifyOfflineRecipients(ctx, held)
  return row
}

async function enforceLimit({ tx, actor, now }: Ctx): Promise<void> {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS)
  if ((await countSentSince(tx, actor.userId, minuteAgo)) >= MAX_A_MINUTE)
    throw new AppError('too_many_requests')
}

/** Adds a message to a conversation that the transaction holds, counts it as unread and announces it. */
async function post(
  ctx: Ctx,
  { conversation, side, own, other }: Participant,
  content: { body: string; key?: string } | { proposalId: string },
): Promise<MessageRow> {
  const { client, vendor } = conversation
  const latest = conversation[`${side}_at`]
  const row = await insertMessage(ctx.tx, {
    conversation_id: conversation.id,
    client,
    vendor,
    sender: own,
    user_id: ctx.actor.userId,
    body: 'body' in content ? content.body : '',
    key: 'body' in content ? content.key : undefined,
    proposal_id: 'proposalId' in content ? content.proposalId : null,
    // One that waited for the lock began before the message that it waited for.
    created_at: latest && latest > ctx.now ? latest : ctx.now,
  })
  await setLastMessage(ctx.tx, row)
  await countForReaders(ctx.tx, row, other, otherSide(side))
  await publish(ctx.tx, participantsOf(conversation), {
    topic: 'message.sent',
    conversationId: conversation.id,
  })
  return row
}

/** Posts a message that carries a proposal. */
export async function postProposal(ctx: Ctx, seat: Participant, proposalId: string): Promise<void> {
  await withSystemRole(ctx.tx, async () => {
    const conversation = await lockConversation(ctx.tx, seat.conversation.id)
    await post(ctx, { ...seat, conversation }, { proposalId })
  })
}

/** Sends a party with no user online one notification per conversation, until one of its users reads it. */
async function notifyOfflineRecipients(
  ctx: Ctx,
  { conversation, side, own, other }: Participant,
): Promise<void> {
  const otherIs = otherSide(side)
  if (conversation[`${otherIs}_told`] || (await isOnline(ctx, other))) return
  await setTold(ctx.tx, conversation.id, otherIs, true)
  const name = (await namesOf(ctx, [own]))(own)
  await notify(ctx, {
    organizationId: other,
    type: 'contract',
    title: 'New message',
    message: `${name} wrote to you about ${conversation.title}.`,
    path: pathOf(conversation.id, otherIs),
  })
}

/** Returns the path at which the dialog opens on the conversation. */
export const pathOf = (conversationId: string, side: Side) =>
  `/${side}-dashboard?messages=${conversationId}`

export async function markRead(
  ctx: Ctx,
  input: { conversationId: string; messageId: string },
): Promise<void> {
  const seat = await ownSeat(ctx, input.conversationId)
  const { id } = seat.conversation
  await withSystemRole(ctx.tx, async () => {
    await lockConversation(ctx.tx, id)
    if (!(await hasMessage(ctx.tx, id, input.messageId))) throw new AppError('not_found')
    const mark = { userId: ctx.actor.userId!, messageId: input.messageId, now: ctx.now }
    if (!(await setRead(ctx.tx, seat, mark))) return
    await setTold(ctx.tx, id, seat.side, false)
    await publish(ctx.tx, participantsOf(seat.conversation), {
      topic: 'message.read',
      conversationId: id,
    })
  })
}

export async function publishTyping(ctx: Ctx, conversationId: string): Promise<void> {
  const { own, other } = await participantForWrite(ctx, conversationId)
  const { name } = ctx.actor.organization!
  await signal(
    ctx.tx,
    { organization: other },
    { topic: 'typing', conversationId, organization: own, name },
  )
}

async function toMessages(ctx: Ctx, seat: Participant, rows: MessageRow[]): Promise<Message[]> {
  const nameOf = await namesOf(ctx, [seat.own, seat.other])
  const personOf = await personNamesOf(
    ctx,
    rows.map(({ user_id }) => user_id),
  )
  const proposals = await proposalsById(
    ctx,
    seat.own,
    rows.flatMap(({ proposal_id }) => proposal_id ?? []),
  )
  const attachmentsOf = await listFilesOf(
    ctx.tx,
    messageFiles,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    type: row.proposal_id ? 'contract_update' : 'message',
    isOwn: row.sender === seat.own,
    senderName: nameOf(row.sender),
    personName: personOf(row.user_id),
    body: row.body,
    proposal: (row.proposal_id && proposals.get(row.proposal_id)) || null,
    attachments: attachmentsOf(row.id),
    key: row.sender === seat.own ? row.key : null,
    createdAt: row.created_at,
  }))
}
