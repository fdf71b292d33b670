/** Who is a party to a conversation; everyone else is told that it does not exist. */
import { otherSide, type Side, sides } from '@semblance/contract'
import { actingOrg, organizationToRead } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { type ConversationRow, findConversation } from './conversation-queries.ts'

/** A conversation, seen from one of its sides. */
export type Seat = { conversation: ConversationRow; side: Side; own: string; other: string }

/** The conversation as the caller may read it; `side` chooses for a visitor, who reads for both. */
export async function seatToRead(ctx: Ctx, conversationId: string, side?: Side): Promise<Seat> {
  const { client, vendor } = ctx.actor.readsAs
  const readers = { client, vendor }
  if (!client && !vendor) organizationToRead(ctx) // refuses with the reason why
  const conversation = await findConversation(ctx.tx, conversationId)
  const own = sides.filter((one) => conversation && conversation[one] === readers[one])
  const chosen = own.find((one) => one === side) ?? own[0]
  if (!conversation || !chosen) throw new AppError('not_found')
  return takeSeat(conversation, chosen)
}

/** The conversation as a party that may write in it; never a visitor. */
export async function seatToWrite(ctx: Ctx, conversationId: string): Promise<Seat> {
  const own = actingOrg(ctx)
  const conversation = await findConversation(ctx.tx, conversationId)
  if (conversation?.client === own) return takeSeat(conversation, 'client')
  if (conversation?.vendor === own) return takeSeat(conversation, 'vendor')
  throw new AppError('not_found')
}

export function takeSeat(conversation: ConversationRow, side: Side): Seat {
  return { conversation, side, own: conversation[side], other: conversation[otherSide(side)] }
}

/** Both organizations, as those who hear of an event. */
export const bothParties = ({ client, vendor }: { client: string; vendor: string }) => [
  { organization: client },
  { organization: vendor },
]
