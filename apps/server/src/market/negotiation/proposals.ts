/** Changes of terms: proposed by one party, decided once by the other. */
import {
  applyProposal,
  describeChange,
  diffTerms,
  feeCents,
  offerCan,
  otherSide,
  PLATFORM_FEE_BPS,
  type Proposal,
  type ProposedTerms,
  type TermChange,
} from '@semblance/contract'
import { requireActingOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { requireWithinOwnLimits } from '../../people/spending/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import {
  changeTerms,
  checkPriceTerms,
  lockOffer,
  proposeTerms,
  termsOf,
} from '../offers/service.ts'
import { namesOf } from './counterparts.ts'
import { pathOf, postProposal } from './messages.ts'
import { type Participant, participantForWrite, participantsOf } from './participants.ts'
import {
  decideProposal,
  findOfferOfPair,
  findProposal,
  insertProposal,
} from './proposal-queries.ts'
import { proposalsById, proposedOf, statusOf, storable } from './proposal-view.ts'

export async function propose(
  ctx: Ctx,
  input: {
    conversationId: string
    revision: number
    counters?: string
    changes: ProposedTerms
    note?: string
  },
): Promise<Proposal> {
  const seat = await participantForWrite(ctx, input.conversationId)
  const { conversation, own } = seat
  const known = await findOfferOfPair(ctx.tx, conversation.dpr_id, conversation.vendor)
  if (!known) throw new AppError('not_found')
  const offer = await lockOffer(ctx, known.id, { parties: [own] })
  const changes = checkChanges(offer, input)
  await requireRaiseWithinLimits(ctx, seat, offer, input.changes)
  const { proposal_id, proposed_by } = offer
  const pending = proposal_id && proposed_by ? { id: proposal_id, by: proposed_by } : null
  await answerWithCounter(ctx, pending, own, input.counters)
  const agreementSha256 = await proposeTerms(ctx, offer, input.changes)
  const { id } = await withSystemRole(ctx.tx, () =>
    insertProposal(ctx.tx, {
      conversation_id: conversation.id,
      offer_id: offer.id,
      client: offer.client,
      vendor: offer.vendor,
      proposed_by: own,
      user_id: ctx.actor.userId,
      base_revision: offer.revision,
      proposed: storable(termsOf(offer), input.changes),
      changes: JSON.stringify(changes),
      note: input.note || null,
      agreement_sha256: agreementSha256,
      automatic: ctx.actor.byRules ?? false,
      price_cents: applyProposal(termsOf(offer), input.changes).priceCents,
      created_at: ctx.now,
    }),
  )
  await postProposal(ctx, seat, id)
  const proposal = await announce(ctx, seat, id)
  await notifyParty(ctx, seat, proposal, input.counters ? 'countered' : 'proposed')
  const about = { offerId: offer.id, conversationId: conversation.id }
  if (input.counters) announceDecision(ctx, seat, { ...about, id: input.counters }, 'countered')
  announceEvent(ctx.tx, [seat.other], 'proposal.received', { ...about, proposalId: id })
  await enqueue(ctx.tx, 'proposal.answer', { offerId: offer.id })
  return proposal
}

type Offer = Awaited<ReturnType<typeof lockOffer>>

/** Returns what the proposal would change; throws terms_fixed, terms_changed, nothing_proposed, and what `checkPriceTerms` does. */
function checkChanges(
  offer: Offer,
  { revision, changes }: { revision: number; changes: ProposedTerms },
): TermChange[] {
  if (!offerCan.changeTerms(offer.status, offer.contract_status)) throw new AppError('terms_fixed')
  if (offer.revision !== revision) throw new AppError('terms_changed')
  const changed = diffTerms(termsOf(offer), changes)
  if (changed.length === 0) throw new AppError('nothing_proposed')
  checkPriceTerms(applyProposal(termsOf(offer), changes), offer.payment_structure)
  return changed
}

/**
 * Checks, for the client, that what a contract costs more by the change is within the limits: it binds
 * the client to pay. Throws approval_needed.
 */
async function requireRaiseWithinLimits(
  ctx: Ctx,
  { side }: Participant,
  offer: Offer,
  changes: ProposedTerms,
): Promise<void> {
  if (side !== 'client' || offer.contract_status === null) return
  const { priceCents } = applyProposal(termsOf(offer), changes)
  const withFee = (cents: bigint) => cents + feeCents(cents, PLATFORM_FEE_BPS)
  const totalCents = withFee(priceCents)
  const amountCents = totalCents - withFee(offer.price_cents)
  if (amountCents <= 0n) return
  await requireWithinOwnLimits(ctx, {
    client: offer.client,
    offerId: offer.id,
    amountCents,
    totalCents,
  })
}

/** Makes room for a proposal: only the other party's pending one gives way, and only to an answer that names it. */
async function answerWithCounter(
  ctx: Ctx,
  pending: { id: string; by: string } | null,
  own: string,
  counters: string | undefined,
): Promise<void> {
  if (!pending && counters) throw new AppError('proposal_decided')
  if (!pending) return
  if (pending.by === own || pending.id !== counters) throw new AppError('proposal_pending')
  await decide(ctx, pending.id, { status: 'countered' })
}

/** Approves a proposal, which consents to its agreement. Throws document_changed if the caller has read another one. */
export async function approveProposal(
  ctx: Ctx,
  input: { proposalId: string; agreementSha256?: string },
): Promise<Proposal> {
  const { seat, row, offer } = await hold(ctx, input.proposalId, 'recipient')
  await requireRaiseWithinLimits(ctx, seat, offer, proposedOf(row))
  const { agreement_sha256: agreementSha256 } = row
  if (input.agreementSha256 !== undefined && input.agreementSha256 !== agreementSha256)
    throw new AppError('document_changed')
  await decide(ctx, row.id, { status: 'approved' })
  await changeTerms(ctx, {
    offerId: row.offer_id,
    baseRevision: row.base_revision,
    changes: proposedOf(row),
    changedBy: row.proposed_by,
    // Proposals of earlier releases have no text.
    consent: agreementSha256 === null ? null : { act: 'approve', agreementSha256 },
  })
  return await conclude(ctx, seat, row.id, 'approved')
}

export async function rejectProposal(
  ctx: Ctx,
  input: { proposalId: string; reason?: string },
): Promise<Proposal> {
  const { seat, row } = await hold(ctx, input.proposalId, 'recipient')
  await decide(ctx, row.id, { status: 'rejected', reason: input.reason || null })
  return await conclude(ctx, seat, row.id, 'rejected')
}

export async function withdrawProposal(ctx: Ctx, proposalId: string): Promise<Proposal> {
  const { seat, row } = await hold(ctx, proposalId, 'proposer')
  await decide(ctx, row.id, { status: 'withdrawn' })
  return await conclude(ctx, seat, row.id, 'withdrawn')
}

/** The proposal with its offer kept as it is, for the party whose turn it is; the offer is locked first, as everywhere. */
async function hold(ctx: Ctx, proposalId: string, as: 'proposer' | 'recipient') {
  const own = requireActingOrganization(ctx)
  const known = await findProposal(ctx.tx, proposalId)
  if (!known) throw new AppError('not_found')
  const seat = await participantForWrite(ctx, known.conversation_id)
  const offer = await lockOffer(ctx, known.offer_id, { parties: [own] })
  const row = (await findProposal(ctx.tx, proposalId))!
  if ((row.proposed_by === own) !== (as === 'proposer')) throw new AppError('not_permitted')
  const status = statusOf(row)
  if (status === 'outdated') throw new AppError('terms_fixed')
  if (status !== 'pending') throw new AppError('proposal_decided')
  return { seat, row, offer }
}

async function decide(
  ctx: Ctx,
  id: string,
  decision: Omit<Parameters<typeof decideProposal>[2], 'decided_at' | 'decided_automatically'>,
): Promise<void> {
  const decided = await withSystemRole(ctx.tx, () =>
    decideProposal(ctx.tx, id, {
      ...decision,
      decided_at: ctx.now,
      decided_automatically: ctx.actor.byRules ?? false,
    }),
  )
  if (!decided) throw new AppError('proposal_decided')
}

async function conclude(
  ctx: Ctx,
  seat: Participant,
  id: string,
  outcome: Exclude<Decision, 'countered'>,
): Promise<Proposal> {
  const proposal = await announce(ctx, seat, id)
  announceDecision(ctx, seat, proposal, outcome)
  await notifyParty(ctx, seat, proposal, outcome)
  return proposal
}

function announceDecision(
  { tx }: Ctx,
  { conversation: { id: conversationId, client, vendor } }: Participant,
  { id: proposalId, offerId }: Pick<Proposal, 'id' | 'offerId'>,
  decision: Decision,
): void {
  const about = { proposalId, offerId, conversationId, decision }
  announceEvent(tx, [client, vendor], 'proposal.decided', about)
}

/**
 * Publishes `terms.changed` to both parties: the terms and the message that carries the proposal
 * have changed.
 */
async function announce(
  ctx: Ctx,
  { conversation, own }: Participant,
  id: string,
): Promise<Proposal> {
  const proposal = (await proposalsById(ctx, own, [id])).get(id)!
  await publish(ctx.tx, participantsOf(conversation), {
    topic: 'terms.changed',
    conversationId: conversation.id,
    offerId: proposal.offerId,
  })
  return proposal
}

type Decision = 'countered' | 'approved' | 'rejected' | 'withdrawn'
type Outcome = 'proposed' | Decision

const notices: Record<Outcome, { title: string; said: string; mail: boolean }> = {
  proposed: { title: 'Contract changes proposed', said: 'proposes', mail: true },
  countered: {
    title: 'Contract changes proposed',
    said: 'answers your proposal with another',
    mail: true,
  },
  approved: { title: 'Contract changes approved', said: 'approved your proposal', mail: true },
  rejected: { title: 'Contract changes rejected', said: 'rejected your proposal', mail: true },
  withdrawn: { title: 'Contract changes withdrawn', said: 'withdrew its proposal', mail: false },
}

async function notifyParty(
  ctx: Ctx,
  { conversation, side, own, other }: Participant,
  { changes, reason }: Proposal,
  outcome: Outcome,
): Promise<void> {
  const { title, said, mail } = notices[outcome]
  const name = (await namesOf(ctx, [own]))(own)
  const list = changes
    .map(describeChange)
    .map(({ label, from, to }) => `${label} ${from} → ${to}`)
    .join('; ')
  await notify(ctx, {
    organizationId: other,
    type: 'contract',
    title,
    message: `${conversation.title}: ${ctx.actor.byRules ? `an automatic answer of ${name}` : name} ${said}: ${list}.${reason ? ` Reason: ${reason}` : ''}`,
    path: pathOf(conversation.id, otherSide(side)),
    mail,
  })
}
