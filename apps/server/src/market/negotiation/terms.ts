/** The terms of a conversation's offer: as they stand, and how they came to be. */
import {
  type CurrentTerms,
  isTermChange,
  offerCan,
  type Side,
  type TermRevision,
} from '@semblance/contract'
import { type Page, pageOfShort } from '../../platform/database/cursor.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { getOfferForParty, requirementsOf, termsOf } from '../offers/service.ts'
import { namesOf } from './counterparts.ts'
import { participantForRead } from './participants.ts'
import { findOfferOfPair, findProposal, listRevisions } from './proposal-queries.ts'
import { statusOf } from './proposal-view.ts'

type Input = { conversationId: string; side?: Side }

export async function currentTerms(ctx: Ctx, input: Input): Promise<CurrentTerms | null> {
  const { conversation, own } = await participantForRead(ctx, input.conversationId, input.side)
  const known = await findOfferOfPair(ctx.tx, conversation.dpr_id, conversation.vendor)
  if (!known) return null
  const offer = await getOfferForParty(ctx, known.id)
  const found = offer.proposal_id ? await findProposal(ctx.tx, offer.proposal_id) : undefined
  const pending = found && statusOf(found) === 'pending' ? found : null
  return {
    offerId: offer.id,
    offerStatus: offer.status,
    contractId: offer.contract_id,
    contractStatus: offer.contract_status,
    revision: offer.revision,
    values: termsOf(offer),
    requirements: requirementsOf(offer),
    pendingChanges: pending?.changes ?? [],
    pendingProposalId: pending?.id ?? null,
    pendingIsOwn: pending?.proposed_by === own,
    canPropose: offerCan.changeTerms(offer.status, offer.contract_status),
    answeringEndedAt: conversation.answering_ended_at,
  }
}

/** Lists an offer's term changes, newest first. Omits other changes of a vendor's edit. */
export async function termHistory(ctx: Ctx, input: Input & Page) {
  const { conversation } = await participantForRead(ctx, input.conversationId, input.side)
  const offer = await findOfferOfPair(ctx.tx, conversation.dpr_id, conversation.vendor)
  const rows = offer ? await listRevisions(ctx.tx, offer.id) : []
  const nameOf = await namesOf(
    ctx,
    rows.map(({ changed_by }) => changed_by),
  )
  const revisions = rows
    .map(
      (row): TermRevision => ({
        revision: row.revision,
        byName: nameOf(row.changed_by),
        changes: row.changes.filter(isTermChange),
        createdAt: row.created_at,
      }),
    )
    .filter(({ changes }) => changes.length > 0)
  return pageOfShort(
    revisions,
    input,
    ({ revision }) => String(revision),
    (revision) => revision,
  )
}
