/** Restricts conversations to their parties. All other callers get not_found. */
import { otherSide, type Side, sides } from '@semblance/contract'
import {
  organizationToRead,
  requireActingOrganization,
  requirePermission,
} from '../../core/api/service.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type ConversationRow, findConversation } from './conversation-queries.ts'

/** Describes a conversation from one side. */
export type Participant = { conversation: ConversationRow; side: Side; own: string; other: string }

/**
 * Returns the conversation to a caller who may read it; `side` selects for a visitor, who reads for
 * both.
 */
export async function participantForRead(
  ctx: Ctx,
  conversationId: string,
  side?: Side,
): Promise<Participant> {
  const { client, vendor } = ctx.actor.readsAs
  const readers = { client, vendor }
  if (!client && !vendor) organizationToRead(ctx) // refuses with the reason why
  const conversation = await findConversation(ctx.tx, conversationId)
  const own = sides.filter((one) => conversation && conversation[one] === readers[one])
  const chosen = own.find((one) => one === side) ?? own[0]
  if (!conversation || !chosen) throw new AppError('not_found')
  return requireParticipant(conversation, chosen)
}

/** Returns the conversation to a member of one of its parties. Throws for visitors. */
export async function ownSeat(ctx: Ctx, conversationId: string): Promise<Participant> {
  const own = requireActingOrganization(ctx)
  const conversation = await findConversation(ctx.tx, conversationId)
  if (conversation?.client === own) return requireParticipant(conversation, 'client')
  if (conversation?.vendor === own) return requireParticipant(conversation, 'vendor')
  throw new AppError('not_found')
}

/** Returns the conversation to a party's member whose role lets it write there. Throws role_missing. */
export async function participantForWrite(ctx: Ctx, conversationId: string): Promise<Participant> {
  const seat = await ownSeat(ctx, conversationId)
  requirePermission(ctx.actor, [seat.side === 'client' ? 'request' : 'sell'])
  return seat
}

export function requireParticipant(conversation: ConversationRow, side: Side): Participant {
  return { conversation, side, own: conversation[side], other: conversation[otherSide(side)] }
}

/** Returns both organizations as the audience of an event. */
export const participantsOf = ({ client, vendor }: { client: string; vendor: string }) => [
  { organization: client },
  { organization: vendor },
]
