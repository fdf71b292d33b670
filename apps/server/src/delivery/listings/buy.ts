/** Buying a copy of a listed twin: a request, an offer and a contract like any other, on terms that are fixed. */
import { LISTING_REVIEW_DAYS, type LicenseOption, type ListingColumn } from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { lockContract } from '../../market/contracts/service.ts'
import { createPurchaseRequest } from '../../market/dprs/service.ts'
import { acceptWithinLimits, offerAsListed } from '../../market/offers/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, PurchaseObstacle, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readTwin, startCopy } from '../deliveries/service.ts'
import { columnsOf, fromStored, levelOf, minAccuracyOf } from './facts.ts'
import {
  findBoughtTwin,
  findForSale,
  findListedIn,
  lockListing,
  type RevisionRow,
} from './queries.ts'

export type Purchase = { listingId: string; revision: number; optionId: string; priceCents: bigint }

/**
 * Buys a copy under one of the license options, as the caller has seen it. Where the caller needs an approval, the offer
 * waits for its acceptance. Throws not_found, own_listing, listing_not_for_sale, listing_changed.
 */
export async function buyListing(ctx: Ctx, purchase: Purchase) {
  const client = requireMemberOrganization(ctx, 'client')
  const { revision, option } = await lockForSale(ctx, client, purchase)
  if (option.subscription) throw new AppError('bad_input', { field: 'optionId' })
  const figures = {
    minAccuracyPercent: minAccuracyOf(revision.accuracy_tenths / 10),
    privacyLevel: levelOf(revision.epsilon),
  }
  const description = `A copy of the twin “${revision.title}” as listed in ${revision.listing_id}, revision ${revision.revision}, under its option “${option.name}”.`
  const { license, priceCents } = option
  const dpr = await createPurchaseRequest(ctx, client, {
    listingId: revision.listing_id,
    revision: revision.revision,
    title: revision.title,
    category: revision.category,
    description,
    minRecords: revision.records,
    reviewDays: LISTING_REVIEW_DAYS,
    timelineDays: 1,
    dataContract: null,
    ...{ license, priceCents },
    ...figures,
  })
  const offer = await offerAsListed(ctx, {
    dprId: dpr.id,
    client,
    vendor: revision.vendor,
    publishedBy: revision.published_by,
    description,
    deliverable: 'A copy of the listed twin with its report and certificate',
    timelineDays: 1,
    ...{ license, priceCents },
    ...figures,
  })
  const { id: offerId, revision: offered } = offer
  const contractId = await acceptWithinLimits(ctx, { offerId, revision: offered })
  return { dprId: dpr.id, offerId, contractId }
}

/** Describes an option that is for sale; `columns` reads those of the twin. */
type Offered = {
  revision: RevisionRow
  option: LicenseOption
  columns: (tx: Tx) => Promise<ListingColumn[]>
}

/** Returns an option of a listing that is for sale. Throws not_found. Requires the system role. */
export async function findOffered(tx: Tx, listingId: string, optionId: string): Promise<Offered> {
  const live = await findForSale(tx, listingId)
  const option = live && fromStored(live.content).options.find(({ id }) => id === optionId)
  if (!live || !option) throw new AppError('not_found')
  return offeredBy(live, option)
}

const offeredBy = (revision: RevisionRow, option: LicenseOption): Offered => ({
  ...{ revision, option },
  columns: async (tx) => {
    const twin = await readTwin(tx, revision.delivery_id)
    if (!twin) throw new Error(`The twin of listing ${revision.listing_id} is not there.`)
    return columnsOf(twin, fromStored(revision.content).dictionary)
  },
})

/** Keeps a listing for sale until the transaction ends, and returns the option as the buyer has seen it. */
export async function lockForSale(
  ctx: Ctx,
  client: string,
  { listingId, revision, optionId, priceCents }: Purchase,
): Promise<Offered> {
  return await withSystemRole(ctx.tx, async () => {
    const listing = await lockListing(ctx.tx, listingId, 'keep')
    if (!listing || listing.revision === 0) throw new AppError('not_found')
    if (listing.vendor === client) throw new AppError('own_listing')
    const live = await findForSale(ctx.tx, listingId)
    if (!live) throw new AppError('listing_not_for_sale')
    const option = fromStored(live.content).options.find(({ id }) => id === optionId)
    if (live.revision !== revision || option?.priceCents !== priceCents)
      throw new AppError('listing_changed')
    return offeredBy(live, option)
  })
}

/** Keeps the listing that an offer was drawn from until the transaction ends; returns why its revision is not for sale any more, if so. */
export async function keepForSale(
  { tx }: SystemCtx,
  offerId: string,
): Promise<PurchaseObstacle | null> {
  return await withSystemRole(tx, async () => {
    const listed = await findListedIn(tx, offerId)
    if (!listed) return null
    await lockListing(tx, listed.id, 'keep')
    const live = await findForSale(tx, listed.id)
    if (!live) return 'listing_not_for_sale'
    return live.revision === listed.revision ? null : 'listing_changed'
  })
}

/** Starts the delivery of a copy once its price is in escrow; a copy reads no original, and charges no source. */
export async function deliverPurchase(ctx: SystemCtx, contractId: string): Promise<void> {
  await withSystemRole(ctx.tx, async () => {
    const twin = await findBoughtTwin(ctx.tx, contractId)
    await startCopy(ctx, await lockContract(ctx.tx, contractId), twin)
  })
}
