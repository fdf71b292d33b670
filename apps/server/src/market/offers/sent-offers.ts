/** Offers as the vendor who sends them works with them: list, edit, withdraw. */
import {
  daysPerUnit,
  type OfferEditForm,
  type OfferStatus,
  offerCan,
  type SentOffer,
  type SentOfferDetail,
} from '@semblance/contract'
import { requireMemberOrganization, viewerOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { closePurchase } from '../dprs/service.ts'
import { decideOffer, listRevisions, type OfferRow } from './queries.ts'
import { announceRejection } from './rejection.ts'
import { countSent, findSent, listSent, type SentOfferRow } from './sent-queries.ts'
import { toOffer } from './serialize.ts'
import {
  checkPriceTerms,
  diffOfferTerms,
  lockOffer,
  requireNegotiable,
  saveRevision,
  termsOf,
} from './terms.ts'

export async function listSentOffers(ctx: Ctx, input: Page & { status?: OfferStatus }) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeCursor(input.cursor)
  const rows = await listSent(ctx.tx, vendor, ctx.actor.userId, { ...input, after })
  return {
    ...pageOf(rows, input.limit, (row) => ({ at: row.created_at, id: row.id }), toSentOffer),
    counts: await withSystemRole(ctx.tx, () => countSent(ctx.tx, vendor)),
  }
}

export async function getSentOffer(ctx: Ctx, offerId: string): Promise<SentOfferDetail> {
  const vendor = viewerOrganization(ctx, 'vendor')
  const row = await findSent(ctx.tx, offerId, vendor, ctx.actor.userId)
  if (!row) throw new AppError('not_found')
  const revisions = await listRevisions(ctx.tx, offerId)
  return {
    ...toSentOffer(row),
    revisions: revisions.map((revision) => ({
      revision: revision.revision,
      byName: revision.by_name ?? 'Closed account',
      isOwn: revision.changed_by === vendor,
      changes: revision.changes,
      createdAt: revision.created_at,
    })),
  }
}

/**
 * Changes a pending offer. The client is notified and has to look at it again. Does nothing if no
 * field differs. Throws terms_fixed, proposal_pending, terms_changed, and what `checkPriceTerms` does.
 */
export async function editOffer(
  ctx: Ctx,
  { offerId, revision, ...form }: OfferEditForm & { offerId: string; revision: number },
): Promise<SentOfferDetail> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const offer = await lockOffer(ctx, offerId, { vendor })
  if (!offerCan.edit(offer.status)) throw new AppError('terms_fixed')
  requireNegotiable(offer)
  if (offer.proposal_id) throw new AppError('proposal_pending')
  if (offer.revision !== revision) throw new AppError('terms_changed')
  const update = columnsOfEdit(form, offer)
  checkPriceTerms(termsOf({ ...offer, ...update }), form.paymentStructure)
  if (diffOfferTerms(offer, { ...offer, ...update }).length > 0) {
    await saveRevision(ctx, offer, { update, changedBy: vendor, consent: { act: 'edit' } })
    await notify(ctx, {
      organizationId: offer.client,
      type: 'offer',
      title: 'Offer updated',
      message: `${ctx.actor.organization!.name} changed its offer on ${offer.dpr_title}. Look at the new terms before you accept.`,
      path: `/vendor-offers/${offer.dpr_id}`,
      mail: true,
    })
  }
  return await getSentOffer(ctx, offerId)
}

export async function withdrawOffer(ctx: Ctx, offerId: string): Promise<SentOfferDetail> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const offer = await lockOffer(ctx, offerId, { vendor })
  const withdrawn = await withSystemRole(ctx.tx, () =>
    decideOffer(ctx.tx, offerId, {
      status: 'rejected',
      rejected_as: 'withdrawn',
      decided_at: ctx.now,
    }),
  )
  if (!withdrawn) throw new AppError('offer_decided')
  const parties = [{ organization: offer.client }, { organization: vendor }]
  await publish(ctx.tx, parties, { topic: 'offer.changed', id: offerId })
  announceRejection(ctx.tx, offer, 'withdrawn')
  await closePurchase(ctx.tx, offer.dpr_id, ctx.now)
  await notify(ctx, {
    organizationId: offer.client,
    type: 'offer',
    title: 'Offer withdrawn',
    message: `${ctx.actor.organization!.name} has withdrawn its offer on ${offer.dpr_title}.`,
    path: `/vendor-offers/${offer.dpr_id}`,
  })
  return await getSentOffer(ctx, offerId)
}

/** Converts a form to all columns of an offer: an edit sends every field, or keeps the license, the right to more rows and the terms of the price. */
function columnsOfEdit(form: OfferEditForm, offer: OfferRow) {
  const { targetAccuracyPercent: target, floorPricePercent: floor } = form
  return {
    price_cents: form.priceCents,
    additional_services_cents: form.additionalServicesCents,
    timeline_days: form.timeline * daysPerUnit[form.timelineUnit],
    timeline_unit: form.timelineUnit,
    description: form.description,
    deliverables: form.deliverables,
    payment_structure: form.paymentStructure,
    data_formats: form.dataFormats,
    delivery_method: form.deliveryMethod,
    support_period: form.supportPeriod,
    sample_description: form.sampleDescription,
    sample_records: form.sampleRecords,
    min_accuracy_percent: form.minAccuracyPercent,
    target_accuracy_percent: target === undefined ? offer.target_accuracy_percent : target,
    floor_price_percent: floor === undefined ? offer.floor_price_percent : floor,
    privacy_level: form.privacyLevel,
    more_rows: form.moreRows === undefined ? offer.more_rows : form.moreRows,
    license: form.license ?? offer.license,
  } satisfies Partial<OfferRow>
}

function toSentOffer(row: SentOfferRow): SentOffer {
  return {
    ...toOffer(row, row.vendor),
    clientName: row.client_name ?? 'Closed account',
    clientSlug: row.client_slug,
    messagesCount: row.messages_count,
    unreadCount: row.unread_count ?? 0,
  }
}
