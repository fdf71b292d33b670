/** Ordering a revision: a request, an offer and a contract like any other, on the terms of the subscription. */
import { dataSubscriptionCan, LISTING_REVIEW_DAYS } from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { createPurchaseRequest } from '../../market/dprs/service.ts'
import { acceptWithinLimits, offerAsListed } from '../../market/offers/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, PurchaseObstacle, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { announce } from './announce.ts'
import { findOpen, lapsesAt } from './facts.ts'
import {
  findOrderedBy,
  keepOrderable,
  lockSubscription,
  type SubscriptionRow,
  updateRevision,
} from './queries.ts'

export type Ordered = {
  subscriptionId: string
  dprId: string
  offerId: string
  contractId: string | null
}

/**
 * Orders the revision that is open. Throws not_found, subscription_fixed, revision_closed, and listing_not_for_sale while the
 * vendor may not sell, or once staff have taken the listing down.
 */
export async function orderRevision(
  ctx: Ctx,
  { subscriptionId, number }: { subscriptionId: string; number: number },
): Promise<Ordered> {
  const client = requireMemberOrganization(ctx, 'client')
  const { row, isOrderable } = await withSystemRole(ctx.tx, async () => ({
    isOrderable: await keepOrderable(ctx.tx, subscriptionId),
    row: await lockSubscription(ctx.tx, subscriptionId),
  }))
  if (row?.client !== client) throw new AppError('not_found')
  if (!dataSubscriptionCan.order(row.status)) throw new AppError('subscription_fixed')
  if (!isOrderable) throw new AppError('listing_not_for_sale')
  return await order(ctx, row, number)
}

/** Orders the open revision of a locked subscription of the caller. Throws revision_closed. */
export async function order(ctx: Ctx, row: SubscriptionRow, number: number): Promise<Ordered> {
  const open = await withSystemRole(ctx.tx, () => findOpen(ctx.tx, row.id, ctx.now))
  if (open?.number !== number || open.offer_id !== null || lapsesAt(open) < ctx.now)
    throw new AppError('revision_closed')
  const bought = boughtBy(row, number)
  const dpr = await createPurchaseRequest(ctx, row.client, {
    ...bought,
    subscriptionId: row.id,
    number,
    reviewDays: LISTING_REVIEW_DAYS,
  })
  const offer = await offerAsListed(ctx, {
    ...bought,
    dprId: dpr.id,
    client: row.client,
    vendor: row.vendor,
    publishedBy: row.published_by,
    deliverable: 'A synthetic twin of data as it is then, with its report and certificate',
  })
  const { id: offerId, revision } = offer
  await withSystemRole(ctx.tx, () =>
    updateRevision(
      ctx.tx,
      { subscription_id: row.id, number },
      { dpr_id: dpr.id, offer_id: offerId },
    ),
  )
  const contractId = await acceptWithinLimits(ctx, { offerId, revision })
  await announce(ctx.tx, row)
  return { subscriptionId: row.id, dprId: dpr.id, offerId, contractId }
}

function boughtBy(row: SubscriptionRow, number: number) {
  const { terms } = row
  return {
    title: `${row.title}, revision ${number} of ${row.revisions}`,
    category: terms.category,
    description: `Revision ${number} of at most ${row.revisions} of the subscription ${row.id} to the listed twin ${row.listing_id}, under its option “${terms.optionName}”: new data with the same columns, measured anew and charged to the same source as the listed twin.`,
    license: terms.license,
    priceCents: BigInt(terms.priceCents),
    minRecords: BigInt(terms.minRecords),
    minAccuracyPercent: terms.minAccuracyPercent,
    privacyLevel: terms.privacyLevel,
    timelineDays: terms.deliveryDays,
    dataContract: terms.dataContract,
  }
}

/** Keeps the subscription whose revision an offer orders until the transaction ends; returns why it cannot be ordered any more, if so. */
export async function keepOrdered(
  { tx, now }: SystemCtx,
  offerId: string,
): Promise<PurchaseObstacle | null> {
  return await withSystemRole(tx, async () => {
    const ordered = await findOrderedBy(tx, offerId)
    if (!ordered) return null
    const isOrderable = await keepOrderable(tx, ordered.subscription_id)
    const row = await lockSubscription(tx, ordered.subscription_id)
    const open = await findOpen(tx, ordered.subscription_id, now)
    const isOpen = open?.number === ordered.number && row && dataSubscriptionCan.order(row.status)
    if (!isOpen) return 'revision_closed'
    return isOrderable ? null : 'listing_not_for_sale'
  })
}
