/** The terms of a conversation's offer: as they stand, and how they came to be. */
import {
  type CurrentTerms,
  complianceFlags,
  offerCan,
  offerChange,
  type Side,
  type TermRevision,
  termIds,
  termLabels,
  termText,
} from '@semblance/contract'
import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { getOfferForParty, requirementsOf, termsOf } from '../offers/service.ts'
import { namesOf } from './counterparts.ts'
import { seatToRead } from './parties.ts'
import { findOfferOfPair, findProposal, listRevisions } from './proposal-queries.ts'
import { labeledChangesOf, statusOf } from './proposal-view.ts'

type Input = { conversationId: string; side?: Side }

export async function currentTerms(ctx: Ctx, input: Input): Promise<CurrentTerms | null> {
  const { conversation, own } = await seatToRead(ctx, input.conversationId, input.side)
  const known = await findOfferOfPair(ctx.tx, conversation.dpr_id, conversation.vendor)
  if (!known) return null
  const offer = await getOfferForParty(ctx, known.id)
  const values = termsOf(offer)
  const requirements = requirementsOf(offer)
  const flags = complianceFlags(values, requirements)
  const found = offer.proposal_id ? await findProposal(ctx.tx, offer.proposal_id) : undefined
  const pending = found && statusOf(found) === 'pending' ? found : null
  const proposed = new Map(
    (pending ? labeledChangesOf(pending) : []).map((change) => [change.id, change.proposedValue]),
  )
  return {
    offerId: offer.id,
    offerStatus: offer.status,
    contractId: offer.contract_id,
    contractStatus: offer.contract_status,
    revision: offer.revision,
    values,
    requirements,
    terms: termIds.map((id) => ({
      id,
      label: termLabels[id],
      currentValue: termText(id, values),
      status: proposed.has(id) ? 'pending' : 'agreed',
      proposedValue: proposed.get(id) ?? null,
      flag: flags[id] ?? null,
    })),
    pendingProposalId: pending?.id ?? null,
    pendingIsOwn: pending?.proposed_by === own,
    canPropose: offerCan.changeTerms(offer.status, offer.contract_status),
  }
}

const storedChanges = z.array(offerChange)
const isTerm = (field: string) => termIds.find((id) => id === field)

/** An edit of the vendor's may change more than terms; only these are told here. */
export async function termHistory(ctx: Ctx, input: Input): Promise<TermRevision[]> {
  const { conversation } = await seatToRead(ctx, input.conversationId, input.side)
  const offer = await findOfferOfPair(ctx.tx, conversation.dpr_id, conversation.vendor)
  const rows = offer ? await listRevisions(ctx.tx, offer.id) : []
  const nameOf = await namesOf(
    ctx,
    rows.map(({ changed_by }) => changed_by),
  )
  return rows
    .map((row) => ({
      revision: row.revision,
      byName: nameOf(row.changed_by),
      changes: storedChanges.parse(row.changes).flatMap(({ field, label, from, to }) => {
        const id = isTerm(field)
        return id ? [{ id, label, currentValue: from, proposedValue: to }] : []
      }),
      createdAt: row.created_at,
    }))
    .filter(({ changes }) => changes.length > 0)
}
