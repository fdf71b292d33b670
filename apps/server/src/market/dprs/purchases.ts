/** Requests that are made by buying a listing: they are agreed from the start, and no other vendor sees them. */
import type { Category, LicenseTerms, PrivacyLevel } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { record } from '../../platform/transparency/record.ts'
import { endPurchase, insertDpr, isOfListing } from './queries.ts'

/** Describes what a listing sells, as a request states it. */
type Purchased = {
  listingId: string
  revision: number
  title: string
  category: Category
  description: string
  license: LicenseTerms
  priceCents: bigint
  minRecords: bigint
  minAccuracyPercent: number | null
  privacyLevel: PrivacyLevel
  reviewDays: number
}

/** Enters the request of a purchase for the caller's organization. Returns its ID. */
export async function createPurchaseRequest(
  ctx: Ctx,
  client: string,
  bought: Purchased,
): Promise<{ id: string }> {
  const terms = {
    title: bought.title,
    category: bought.category,
    description: bought.description,
    useCase: 'What the license permits.',
    complianceRequirements: 'None beyond the license and the legal documents.',
    deliveryFormat: 'csv' as const,
    priceCents: bought.priceCents,
    minRecords: bought.minRecords,
    minAccuracyPercent: bought.minAccuracyPercent,
    privacyLevel: bought.privacyLevel,
    license: bought.license,
    reviewDays: bought.reviewDays,
    listing: bought.listingId,
    listingRevision: bought.revision,
  }
  const { id } = await withSystemRole(ctx.tx, () =>
    insertDpr(ctx.tx, {
      client,
      created_by: ctx.actor.userId,
      listing_id: bought.listingId,
      listing_revision: bought.revision,
      status: 'accepted',
      title: terms.title,
      category: terms.category,
      description: terms.description,
      use_case: terms.useCase,
      compliance_requirements: terms.complianceRequirements,
      delivery_format: terms.deliveryFormat,
      contacts: 'Messages on the platform',
      budget_min_cents: terms.priceCents,
      budget_max_cents: terms.priceCents,
      timeline_days: 1,
      offers_count: 1,
      min_records: terms.minRecords,
      min_accuracy_percent: terms.minAccuracyPercent,
      privacy_level: terms.privacyLevel,
      license: terms.license,
      review_days: terms.reviewDays,
      closes_at: ctx.now,
    }),
  )
  record(ctx.tx, { type: 'request.posted', audience: 'both', deal: id, client, body: { terms } })
  await publish(ctx.tx, { organization: client }, { topic: 'dpr.changed', id })
  return { id }
}

/** Ends the request of a purchase that came to nothing; does nothing to requests that were posted. */
export const closePurchase = (tx: Tx, dprId: string, now: Date): Promise<void> =>
  withSystemRole(tx, () => endPurchase(tx, dprId, now))

/** Returns true for the request of a purchase. */
export const isPurchase = (tx: Tx, dprId: string): Promise<boolean> =>
  withSystemRole(tx, () => isOfListing(tx, dprId))
