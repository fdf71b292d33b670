/** Offers: what vendors answer requests with, and what clients decide about them. */
import { type OfferForm, offerCan, type SentOffer } from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { acceptDocuments } from '../../people/legal/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { closePurchase, recordOffer } from '../dprs/service.ts'
import { agreeToRevision } from './agreements.ts'
import { recordOfferTerms } from './leaves.ts'
import {
  closePendingOffers,
  findOfferOf,
  insertOffer,
  lockOfferRow,
  type OfferRow,
  type OfferWithRequest,
  unacceptOffer,
} from './queries.ts'
import { announceRejection } from './rejection.ts'
import { getSentOffer } from './sent-offers.ts'
import { checkPriceTerms, lockOffer } from './terms.ts'

export { getOfferAgreement } from './agreements.ts'
export { backdateOffer, backfillOfferViews } from './backfill.ts'
export { acceptOffer, acceptWithinLimits, rejectOffer } from './decisions.ts'
export { endPurchases, offerAsListed } from './listed-offers.ts'
export { listReceivedOffers, listRequestsWithOffers, markOfferSeen } from './received-offers.ts'
export { editOffer, getSentOffer, listSentOffers, withdrawOffer } from './sent-offers.ts'
export {
  changeTerms,
  checkPriceTerms,
  lockOffer,
  proposeTerms,
  requirementsOf,
  termsOf,
} from './terms.ts'
export type { OfferRow, OfferWithRequest }
export { lockOfferRow }

export async function submitOffer(ctx: Ctx, form: OfferForm): Promise<SentOffer> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const dpr = await recordOffer(ctx, form.dprId, vendor)
  const priceTerms = {
    minAccuracyPercent: form.minAccuracyPercent,
    targetAccuracyPercent: form.targetAccuracyPercent ?? null,
    floorPricePercent: form.floorPricePercent ?? null,
  }
  checkPriceTerms(priceTerms, form.paymentStructure ?? 'on_delivery')
  const offer = await insertOffer(ctx.tx, {
    dpr_id: dpr.id,
    client: dpr.client,
    vendor,
    created_by: ctx.actor.userId,
    price_cents: form.priceCents,
    timeline_days: form.timelineDays,
    description: form.description,
    additional_services_cents: form.additionalServicesCents,
    deliverables: form.deliverables ?? (dpr.deliverables.length > 0 ? dpr.deliverables : undefined),
    payment_structure: form.paymentStructure,
    data_formats: form.dataFormats ?? [dpr.delivery_format],
    delivery_method: form.deliveryMethod,
    support_period: form.supportPeriod,
    sample_description: form.sampleDescription,
    sample_records: form.sampleRecords === undefined ? dpr.sample_records : form.sampleRecords,
    min_accuracy_percent: priceTerms.minAccuracyPercent,
    target_accuracy_percent: priceTerms.targetAccuracyPercent,
    floor_price_percent: priceTerms.floorPricePercent,
    privacy_level: form.privacyLevel ?? dpr.privacy_level,
    more_rows: form.moreRows ?? null,
    license: form.license ?? dpr.license,
  })
  const { id } = offer
  await acceptDocuments(ctx, { act: 'offer', object: id, accepted: form.accepted })
  recordOfferTerms(ctx.tx, offer, 'vendor')
  await agreeToRevision(ctx, offer, { act: 'submit' })
  const parties = [{ organization: dpr.client }, { organization: vendor }]
  await publish(ctx.tx, parties, { topic: 'offer.changed', id })
  await publish(ctx.tx, { organization: dpr.client }, { topic: 'dpr.changed', id: dpr.id })
  announceEvent(ctx.tx, [dpr.client, vendor], 'offer.submitted', { offerId: id, dprId: dpr.id })
  await enqueue(ctx.tx, 'proposal.answer', { offerId: id })
  await notify(ctx, {
    organizationId: dpr.client,
    type: 'offer',
    title: 'New offer received',
    message: `${ctx.actor.organization!.name} sent an offer on ${dpr.title}.`,
    path: `/vendor-offers/${dpr.id}`,
    mail: true,
  })
  return await getSentOffer(ctx, id)
}

/**
 * Returns an offer with its request and contract to one of its parties. Throws not_found for all
 * other callers.
 */
export async function getOfferForParty(ctx: Ctx, offerId: string): Promise<OfferWithRequest> {
  const parties = [ctx.actor.readsAs.client, ctx.actor.readsAs.vendor].filter((id) => id !== null)
  const offer = parties.length > 0 && (await findOfferOf(ctx.tx, offerId, { parties }))
  if (!offer) throw new AppError('not_found')
  return offer
}

/** Returns an offer whose price stays as it is until the transaction ends; throws proposal_pending while a change waits for an answer. */
export async function lockSettledOffer(
  ctx: Ctx,
  offerId: string,
  client: string,
): Promise<OfferWithRequest> {
  const offer = await lockOffer(ctx, offerId, { client })
  if (offer.proposal_id && offerCan.changeTerms(offer.status, offer.contract_status))
    throw new AppError('proposal_pending')
  return offer
}

/**
 * Declines the offer of a contract that was cancelled before payment; the request takes offers
 * again.
 */
export async function revertAcceptance(
  ctx: SystemCtx,
  offerId: string,
  reason: string,
): Promise<void> {
  const offer = await withSystemRole(ctx.tx, () => unacceptOffer(ctx.tx, offerId, reason, ctx.now))
  if (!offer) throw new AppError('offer_decided')
  const parties = [{ organization: offer.client }, { organization: offer.vendor }]
  await publish(ctx.tx, parties, { topic: 'offer.changed', id: offer.id })
  announceRejection(ctx.tx, offer, 'declined')
  await closePurchase(ctx.tx, offer.dpr_id, ctx.now)
}

/** Closes the offers still pending on a request that has found its vendor, and notifies their vendors. */
export async function closeCompetingOffers(
  ctx: SystemCtx,
  dprId: string,
  title: string,
): Promise<void> {
  await closeOffers(ctx, dprId, {
    as: 'not_selected',
    title: 'Offer not selected',
    message: `The client has chosen another offer on ${title}.`,
  })
}

/**
 * Closes the offers still pending on a request, after decisions in progress, and notifies their
 * vendors of the reason.
 */
export async function closeOffers(
  ctx: SystemCtx,
  dprId: string,
  reason: { as: 'not_selected' | 'expired'; title: string; message: string },
): Promise<void> {
  const { as, title, message } = reason
  const closed = await withSystemRole(ctx.tx, () => closePendingOffers(ctx.tx, dprId, as, ctx.now))
  for (const offer of closed) {
    const { id, vendor } = offer
    announceRejection(ctx.tx, offer, as)
    await publish(ctx.tx, { organization: vendor }, { topic: 'offer.changed', id })
    await notify(ctx, {
      organizationId: vendor,
      type: 'offer',
      title,
      message,
      path: `/offer-details/${id}`,
    })
  }
}
