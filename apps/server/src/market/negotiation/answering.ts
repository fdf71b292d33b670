/** Reads a negotiation for automatic answers, and ends them in it. */
import { applyProposal, otherSide, type PastProposal, type Terms } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { type OfferRow, termsOf } from '../offers/service.ts'
import { findConversationOf, setAnsweringEnded } from './conversation-queries.ts'
import { namesOf } from './counterparts.ts'
import { pathOf } from './messages.ts'
import { participantForWrite, participantsOf } from './participants.ts'
import {
  findOfferOfPair,
  listProposalsOfPair,
  type ProposalRow,
  summarizeOffers,
} from './proposal-queries.ts'
import { proposedOf } from './proposal-view.ts'

export type TalkedProposal = Omit<PastProposal, 'isSince'> & {
  offerId: string
  isWithdrawn: boolean
  decided: { at: Date; automatically: boolean; isAnswer: boolean } | null
  madeAt: Date
}

export type Talk = {
  conversationId: string
  isEnded: boolean
  /** The proposal that waits for an answer, with the terms that it would make. */
  pending: (TalkedProposal & { id: string; proposed: Terms }) | null
  /** The other proposals on this offer and on earlier ones of the vendor on the request, oldest first. */
  past: TalkedProposal[]
  /** The lowest price that the vendor's offers on the request have had. */
  offeredCents: bigint
  /** When the client last declined an offer of the vendor on the request. */
  declinedAt: Date | null
}

/** Returns the negotiation of an offer, which a caller that answers has locked; null before its conversation. Requires the system role. */
export async function readTalk(tx: Tx, offer: OfferRow): Promise<Talk | null> {
  const pair = { dprId: offer.dpr_id, vendor: offer.vendor }
  const conversation = await findConversationOf(tx, pair.dprId, pair.vendor)
  if (!conversation) return null
  const rows = await listProposalsOfPair(tx, pair)
  const pending = rows.find((row) => row.offer_id === offer.id && row.status === 'pending')
  const { lowestCents, declinedAt } = await summarizeOffers(tx, pair)
  return {
    conversationId: conversation.id,
    isEnded: conversation.answering_ended_at !== null,
    pending: pending
      ? {
          ...talked(pending, offer),
          id: pending.id,
          proposed: applyProposal(termsOf(offer), proposedOf(pending)),
        }
      : null,
    past: rows.filter((row) => row !== pending).map((row) => talked(row, offer)),
    offeredCents: lowestCents ?? offer.price_cents,
    declinedAt,
  }
}

const talked = (row: ProposalRow, offer: OfferRow): TalkedProposal => ({
  offerId: row.offer_id,
  by: row.proposed_by === offer.client ? 'client' : 'vendor',
  priceCents: row.price_cents ?? proposedOf(row).priceCents ?? offer.price_cents,
  isAutomatic: row.automatic,
  isWithdrawn: row.status === 'withdrawn',
  decided: row.decided_at && {
    at: row.decided_at,
    automatically: row.decided_automatically,
    isAnswer: row.status === 'approved' || row.status === 'rejected',
  },
  madeAt: row.created_at,
})

/** Leaves the further answers in a conversation to people, for both parties and for good. */
export async function endAnswering(ctx: Ctx, conversationId: string): Promise<void> {
  const { conversation, side, own, other } = await participantForWrite(ctx, conversationId)
  const isNew = await withSystemRole(ctx.tx, () =>
    setAnsweringEnded(ctx.tx, conversation.id, { by: own, at: ctx.now }),
  )
  if (!isNew) return
  const offer = await findOfferOfPair(ctx.tx, conversation.dpr_id, conversation.vendor)
  if (offer)
    await publish(ctx.tx, participantsOf(conversation), {
      topic: 'terms.changed',
      conversationId,
      offerId: offer.id,
    })
  const name = (await namesOf(ctx, [own]))(own)
  await notify(ctx, {
    organizationId: other,
    type: 'contract',
    title: 'Automatic answers ended',
    message: `${conversation.title}: ${name} leaves further answers to people. The platform answers for neither of you here.`,
    path: pathOf(conversation.id, otherSide(side)),
  })
}
