/** Answers a proposal, or opens on an offer, by the rules of a party and in the name of the member who stated them. */
import {
  type AutomaticAnswer,
  decideAnswer,
  dprCan,
  feeCents,
  PLATFORM_FEE_BPS,
  type Side,
} from '@semblance/contract'
import { actByRulesOf } from '../../core/api/service.ts'
import { recordFor } from '../../core/audit/service.ts'
import { findLatest, requireWithinOwnLimits } from '../../people/spending/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Ctx, Platform, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { approveProposal, propose, readTalk, type Talk } from '../negotiation/service.ts'
import { lockOffer, type OfferWithRequest, requirementsOf, termsOf } from '../offers/service.ts'
import { idleIn, pastFor } from './idle.ts'
import { findDeal, findMember, listPendingOffers, lockRules, type RulesRow } from './queries.ts'
import { rulesOf } from './rules-of.ts'

export const listAnswerable = (platform: Platform, dprId: string): Promise<string[]> =>
  platform.db.transaction(system, (tx) => listPendingOffers(tx, dprId))

/**
 * Answers once what waits on an offer for a party with rules, in one transaction; does nothing if nothing does, so that
 * it may run again. What its member could not do by hand is left to people.
 */
export async function answerOffer(platform: Platform, offerId: string): Promise<void> {
  try {
    await platform.db.transaction(system, (tx) =>
      answerOnce({ tx, now: new Date(), platform }, offerId),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    platform.log.debug({ offerId, code: error.code }, 'an automatic answer is left to people')
  }
}

async function answerOnce(ctx: SystemCtx, offerId: string): Promise<void> {
  const { tx, now } = ctx
  const deal = await findDeal(tx, offerId)
  if (!deal) return
  const offer = await lockOffer(ctx, offerId, { client: deal.client })
  if (offer.status !== 'pending' || offer.listing_id || !dprCan.takeOffers(offer.dpr_status)) return
  const talk = await readTalk(tx, offer)
  if (!talk) return
  const side = talk.pending?.by === 'client' ? 'vendor' : 'client'
  const rules = await lockRules(tx, { dprId: offer.dpr_id, organization: offer[side] })
  if (!rules?.user_id || !answersOn(rules, offer) || idleIn(talk, rules)) return
  if (side === 'client' && (await isBeingApproved(ctx, offer))) return
  const answer = decideAnswer({
    side,
    rules: rulesOf(rules),
    asked: requirementsOf(offer),
    current: termsOf(offer),
    proposed: talk.pending?.proposed ?? null,
    offeredCents: talk.offeredCents,
    past: pastFor(talk, rules),
  })
  if (!answer) return
  const member = await findMember(tx, rules.user_id, now)
  const acting = member && !member.isBarred ? await actByRulesOf(ctx, rules.user_id) : null
  if (acting?.actor.organization?.id !== offer[side]) return
  await give(acting, { offer, talk, side }, answer)
}

/** A vendor's rules open with the offer as it was when they were stated. */
const answersOn = ({ side, offer_id, offer_revision }: RulesRow, offer: OfferWithRequest) =>
  side === 'client' || (offer_id === offer.id && offer_revision === offer.revision)

/** An approval names a revision: people are deciding on the offer as it is. */
async function isBeingApproved({ tx, now }: SystemCtx, offer: OfferWithRequest): Promise<boolean> {
  const approval = await findLatest(tx, offer.id)
  return (
    approval !== null &&
    ['waiting', 'approved'].includes(approval.state) &&
    approval.revision === offer.revision &&
    approval.expires_at > now
  )
}

type Given = { offer: OfferWithRequest; talk: Talk; side: Side }

async function give(
  ctx: Ctx,
  { offer, talk, side }: Given,
  answer: NonNullable<AutomaticAnswer>,
): Promise<void> {
  const { conversationId, pending } = talk
  const { userId } = ctx.actor
  if (!userId) return
  const approved = answer.act === 'approve' ? pending : null
  const changes = answer.act === 'propose' ? answer.changes : null
  const priceCents = approved?.proposed.priceCents ?? changes?.priceCents ?? offer.price_cents
  if (side === 'client') await requireWithinLimits(ctx, offer, priceCents)
  const counters = { counters: pending?.id, revision: offer.revision }
  const made = approved
    ? await approveProposal(ctx, { proposalId: approved.id })
    : await propose(ctx, { conversationId, ...counters, changes: changes ?? {} })
  await recordFor(
    ctx.tx,
    { userId, organization: offer[side] },
    {
      action: approved ? 'terms.agree' : 'terms.propose',
      object: `proposal:${made.id}`,
      detail: { byRules: true },
    },
  )
}

/** Throws approval_needed for a price that the member could not accept without others. */
async function requireWithinLimits(
  ctx: Ctx,
  { client, id }: OfferWithRequest,
  priceCents: bigint,
): Promise<void> {
  const amountCents = priceCents + feeCents(priceCents, PLATFORM_FEE_BPS)
  await requireWithinOwnLimits(ctx, { client, offerId: id, amountCents, totalCents: amountCents })
}
