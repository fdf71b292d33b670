/** Accepts and declines received offers on behalf of the client. */
import { dprCan, feeCents, offerCan, PLATFORM_FEE_BPS } from '@semblance/contract'
import { requireMemberOrganization, requireWithinKeyLimit } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { needsApproval } from '../../people/spending/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { createContract, drawAgreement } from '../contracts/service.ts'
import { closePurchase } from '../dprs/service.ts'
import { agreeToOffer } from './agreements.ts'
import { recordAcceptance, termsAgreed } from './leaves.ts'
import { decideOffer, lockRequestOf, type OfferRow, type OfferWithRequest } from './queries.ts'
import { announceRejection } from './rejection.ts'
import { lockOffer } from './terms.ts'

type Acceptance = { offerId: string; revision: number; agreementSha256?: string }

/**
 * Accepts a pending offer as the client has seen it, which consents to its agreement, and draws up its contract; one per
 * request can be accepted. Throws approval_needed above the caller's limits, and for a purchase that waited
 * listing_not_for_sale, listing_changed or revision_closed once what it buys has ended.
 */
export async function acceptOffer(ctx: Ctx, input: Acceptance): Promise<{ contractId: string }> {
  const contractId = await acceptWithinLimits(ctx, input)
  if (contractId === null) throw new AppError('approval_needed')
  return { contractId }
}

/** Accepts an offer as `acceptOffer` does, and returns its contract; null where an approval is needed, and the offer waits. */
export async function acceptWithinLimits(ctx: Ctx, input: Acceptance): Promise<string | null> {
  const offer = await lockAcceptable(ctx, input)
  const isAbove = await needsApproval(ctx, {
    client: offer.client,
    offerId: offer.id,
    revision: offer.revision,
    amountCents: offer.price_cents + feeCents(offer.price_cents, PLATFORM_FEE_BPS),
  })
  return isAbove ? null : await drawUp(ctx, offer, input.agreementSha256)
}

async function lockAcceptable(
  ctx: Ctx,
  { offerId, revision }: Acceptance,
): Promise<OfferWithRequest> {
  const client = requireMemberOrganization(ctx, 'client')
  const obstacle = await ctx.platform.hooks.onAcceptance(ctx, offerId)
  await withSystemRole(ctx.tx, () => lockRequestOf(ctx.tx, offerId))
  const offer = await lockOffer(ctx, offerId, { client })
  if (obstacle && offer.status !== 'accepted') throw new AppError(obstacle)
  if (!offerCan.accept(offer.status)) throw new AppError('offer_decided')
  if (offer.proposal_id) throw new AppError('proposal_pending')
  if (offer.revision !== revision) throw new AppError('offer_changed')
  const isBought = offer.listing_id !== null || offer.subscription_id !== null
  if (!isBought && !dprCan.takeOffers(offer.dpr_status)) throw new AppError('dpr_closed')
  requireWithinKeyLimit(ctx, offer.price_cents)
  return offer
}

/** Words the vendor's notice of an acceptance. */
function acceptanceOf({ listing_id, subscription_id, dpr_title }: OfferWithRequest) {
  const paid = 'You will be told as soon as the client has paid into escrow.'
  if (listing_id)
    return { title: 'Listing bought', message: `A copy of ${dpr_title} was bought. ${paid}` }
  if (subscription_id)
    return { title: 'Revision ordered', message: `${dpr_title} was ordered. ${paid}` }
  return { title: 'Offer accepted', message: `Your offer on ${dpr_title} was accepted. ${paid}` }
}

/** Decides for a locked offer, and returns its contract. */
async function drawUp(
  ctx: Ctx,
  offer: OfferWithRequest,
  readSha256: string | undefined,
): Promise<string> {
  const { client } = offer
  const agreementSha256 = await agreeToOffer(ctx, offer, readSha256)
  await decide(ctx, offer, { status: 'accepted', decided_at: ctx.now })
  const contract = await createContract(ctx.tx, offer, {
    title: offer.dpr_title,
    reviewDays: offer.review_days,
  })
  recordAcceptance(ctx.tx, offer, contract.id)
  await drawAgreement(ctx, termsAgreed(offer, { contractId: contract.id, agreementSha256 }))
  const parties = [{ organization: client }, { organization: offer.vendor }]
  await publish(ctx.tx, parties, { topic: 'contract.changed', id: contract.id })
  const about = { offerId: offer.id, dprId: offer.dpr_id, contractId: contract.id }
  for (const type of ['offer.accepted', 'contract.created'] as const)
    announceEvent(ctx.tx, [client, offer.vendor], type, about)
  await notify(ctx, {
    organizationId: offer.vendor,
    type: 'offer',
    ...acceptanceOf(offer),
    path: `/offer-details/${offer.id}`,
    mail: true,
  })
  return contract.id
}

export async function rejectOffer(
  ctx: Ctx,
  input: { offerId: string; reason?: string },
): Promise<{ offerId: string }> {
  const client = requireMemberOrganization(ctx, 'client')
  const offer = await lockOffer(ctx, input.offerId, { client })
  await decide(ctx, offer, {
    status: 'rejected',
    rejected_as: 'declined',
    reject_reason: input.reason || null,
    decided_at: ctx.now,
  })
  announceRejection(ctx.tx, offer, 'declined')
  await closePurchase(ctx.tx, offer.dpr_id, ctx.now)
  await notify(ctx, {
    organizationId: offer.vendor,
    type: 'offer',
    title: 'Offer declined',
    message: `Your offer on ${offer.dpr_title} was declined.${input.reason ? ` Reason: ${input.reason}` : ''}`,
    path: `/offer-details/${offer.id}`,
    mail: true,
  })
  return { offerId: offer.id }
}

async function decide(
  ctx: Ctx,
  { id, client, vendor }: OfferRow,
  decision: Parameters<typeof decideOffer>[2],
): Promise<void> {
  if (!(await decideOffer(ctx.tx, id, decision))) throw new AppError('offer_decided')
  const parties = [{ organization: client }, { organization: vendor }]
  await publish(ctx.tx, parties, { topic: 'offer.changed', id })
}
