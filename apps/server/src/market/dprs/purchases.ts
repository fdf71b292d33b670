/** Requests that are made by buying a listing, or by ordering a revision of a subscription: they are agreed from the start, and no other vendor sees them. */
import type { Category, DataContract, LicenseTerms, PrivacyLevel } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { record } from '../../platform/transparency/record.ts'
import { endPurchase, findPurchased, insertDataContract, insertDpr } from './queries.ts'

/** Names what is bought: a copy of a listing's revision, or a revision that is still to be made for a subscription. */
type Purchased =
  | { listingId: string; revision: number }
  | { subscriptionId: string; number: number }

/** Describes what is bought, as a request states it. */
type PurchasedTerms = Purchased & {
  title: string
  category: Category
  description: string
  license: LicenseTerms
  priceCents: bigint
  minRecords: bigint
  minAccuracyPercent: number | null
  privacyLevel: PrivacyLevel
  timelineDays: number
  reviewDays: number
  dataContract: DataContract | null
}

/** Enters the request of a purchase for the caller's organization. Returns its ID. */
export async function createPurchaseRequest(
  ctx: Ctx,
  client: string,
  bought: PurchasedTerms,
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
    ...('listingId' in bought
      ? { listing: bought.listingId, listingRevision: bought.revision }
      : { subscription: bought.subscriptionId, subscriptionRevision: bought.number }),
    ...(bought.dataContract && { dataContract: bought.dataContract }),
  }
  const { id } = await withSystemRole(ctx.tx, async () => {
    const row = await insertDpr(ctx.tx, {
      client,
      created_by: ctx.actor.userId,
      ...('listingId' in bought
        ? { listing_id: bought.listingId, listing_revision: bought.revision }
        : { subscription_id: bought.subscriptionId }),
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
      timeline_days: bought.timelineDays,
      offers_count: 1,
      min_records: terms.minRecords,
      min_accuracy_percent: terms.minAccuracyPercent,
      privacy_level: terms.privacyLevel,
      license: terms.license,
      review_days: terms.reviewDays,
      closes_at: ctx.now,
    })
    if (bought.dataContract) await insertDataContract(ctx.tx, row.id, bought.dataContract)
    return row
  })
  record(ctx.tx, {
    ...{ type: 'request.posted', audience: 'both', deal: id, client, body: { terms } },
    ...('subscriptionId' in bought && { follows: bought.subscriptionId }),
  })
  await publish(ctx.tx, { organization: client }, { topic: 'dpr.changed', id })
  return { id }
}

/** Ends the request of a purchase that came to nothing; does nothing to requests that were posted. */
export const closePurchase = (tx: Tx, dprId: string, now: Date): Promise<void> =>
  withSystemRole(tx, () => endPurchase(tx, dprId, now))

/** Returns what a request was made for: a copy of a listed twin, a revision of a subscription, or null for one that was posted. */
export const purchasedBy = (tx: Tx, dprId: string): Promise<'copy' | 'revision' | null> =>
  withSystemRole(tx, async () => {
    const { listing_id, subscription_id } = await findPurchased(tx, dprId)
    return listing_id ? 'copy' : subscription_id ? 'revision' : null
  })

/** Returns true for the request of a copy of a listed twin, which the platform delivers by itself. */
export const isPurchase = async (tx: Tx, dprId: string): Promise<boolean> =>
  (await purchasedBy(tx, dprId)) === 'copy'
