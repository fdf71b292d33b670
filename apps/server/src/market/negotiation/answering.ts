/** What automatic answers need of a negotiation: how it went so far, and its end for them. */
import { applyProposal, otherSide, type PastProposal, type Terms } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { type OfferWithRequest, termsOf } from '../offers/service.ts'
import { findConversationOf, setAnsweringEnded } from './conversation-queries.ts'
import { namesOf } from './counterparts.ts'
import { pathOf } from './messages.ts'
import { participantForWrite, participantsOf } from './participants.ts'
import { findOfferOfPair, listProposalsOf } from './proposal-queries.ts'
import { proposedOf } from './proposal-view.ts'

export type Talk = {
  conversationId: string
  isEnded: boolean
  /** The proposal that waits for an answer, with the terms that it would make. */
  pending: { id: string; by: string; agreementSha256: string | null; proposed: Terms } | null
  /** The proposals before it, oldest first. */
  past: (PastProposal & {
    isWithdrawn: boolean
    decided: { at: Date; automatically: boolean; isAnswer: boolean } | null
    madeAt: Date
  })[]
}

/** Returns the negotiation of a locked offer; null before its conversation. Requires the system role. */
export async function readTalk(tx: Tx, offer: OfferWithRequest): Promise<Talk | null> {
  const conversation = await findConversationOf(tx, offer.dpr_id, offer.vendor)
  if (!conversation) return null
  const rows = await listProposalsOf(tx, offer.id)
  const pending = rows.find(({ status }) => status === 'pending')
  return {
    conversationId: conversation.id,
    isEnded: conversation.answering_ended_at !== null,
    pending: pending
      ? {
          id: pending.id,
          by: pending.proposed_by,
          agreementSha256: pending.agreement_sha256,
          proposed: applyProposal(termsOf(offer), proposedOf(pending)),
        }
      : null,
    past: rows
      .filter((row) => row !== pending)
      .map((row) => ({
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
      })),
  }
}

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
