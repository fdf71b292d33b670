/** Offers that are drawn from a listing: its vendor has consented to their terms by publishing them, for as long as they are for sale. */
import type { LicenseTerms, PrivacyLevel } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { closePurchase } from '../dprs/service.ts'
import { agreeAsListed } from './agreements.ts'
import { recordOfferTerms } from './leaves.ts'
import { closePendingPurchases, insertOffer } from './queries.ts'
import { announceRejection } from './rejection.ts'

export type ListedTerms = {
  dprId: string
  client: string
  vendor: string
  /** The person who published the listing; null once the account is deleted. */
  publishedBy: string | null
  priceCents: bigint
  description: string
  deliverable: string
  minAccuracyPercent: number | null
  privacyLevel: PrivacyLevel
  timelineDays: number
  license: LicenseTerms
}

/** Enters a pending offer on exactly the terms of a listing, for the caller to accept. Returns its ID and revision. */
export async function offerAsListed(
  ctx: Ctx,
  terms: ListedTerms,
): Promise<{ id: string; revision: number }> {
  const { dprId, client, vendor } = terms
  const row = await withSystemRole(ctx.tx, () =>
    insertOffer(ctx.tx, {
      dpr_id: dprId,
      client,
      vendor,
      created_by: terms.publishedBy,
      price_cents: terms.priceCents,
      timeline_days: terms.timelineDays,
      description: terms.description,
      deliverables: [terms.deliverable],
      payment_structure: 'on_delivery',
      data_formats: ['csv'],
      delivery_method: 'download',
      support_period: 'none',
      sample_records: null,
      min_accuracy_percent: terms.minAccuracyPercent,
      privacy_level: terms.privacyLevel,
      more_rows: null,
      license: terms.license,
    }),
  )
  recordOfferTerms(ctx.tx, row, 'vendor')
  const { id, revision } = await agreeAsListed(ctx, row, terms.publishedBy)
  const parties = [{ organization: client }, { organization: vendor }]
  await publish(ctx.tx, parties, { topic: 'offer.changed', id })
  announceEvent(ctx.tx, [client, vendor], 'offer.submitted', { offerId: id, dprId })
  return { id, revision }
}

/** Ends the purchases of a listing that still wait for an approval, and notifies their buyers of the reason. The listing is locked. */
export async function endPurchases(
  ctx: SystemCtx,
  listingId: string,
  reason: string,
): Promise<void> {
  const { tx, now } = ctx
  const ended = await withSystemRole(tx, () => closePendingPurchases(tx, listingId, now))
  for (const offer of ended) {
    announceRejection(tx, offer, 'expired')
    const parties = [{ organization: offer.client }, { organization: offer.vendor }]
    await publish(tx, parties, { topic: 'offer.changed', id: offer.id })
    await closePurchase(tx, offer.dpr_id, now)
    await notify(ctx, {
      organizationId: offer.client,
      type: 'offer',
      title: 'Purchase ended',
      message: `Your purchase of ${offer.title} waited for an approval and has ended: ${reason} Nothing was bought.`,
      path: `/vendor-offers/${offer.dpr_id}`,
      mail: true,
    })
  }
}
