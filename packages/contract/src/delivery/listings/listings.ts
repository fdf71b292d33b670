/** Listings: twins that vendors sell again, each copy under a contract of its own. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { pageInput, pageOf } from '../../core/paging.ts'
import { reasonForm } from '../../core/text.ts'
import { acceptedVersions } from '../../people/legal.ts'
import { listedCategory, listingContent, optionId } from './listing-content.ts'
import {
  listableDelivery,
  listingCard,
  listingDetail,
  listingPurchase,
  ownListing,
  ownListingDetail,
} from './listing-shapes.ts'

export const listingSorts = ['newest', 'price', 'accuracy', 'records'] as const
export type ListingSort = (typeof listingSorts)[number]
export const listingSortLabels: Record<ListingSort, string> = {
  newest: 'Newest',
  price: 'Lowest price',
  accuracy: 'Highest accuracy',
  records: 'Most rows',
}

const byId = z.object({ listingId: z.string().max(40) })
const whole = z.number().int().min(0)

/** Selects listings; a field that is missing selects all. */
export const catalogFilter = z.object({
  search: z.string().trim().max(200).default(''),
  category: listedCategory.optional(),
  /** Names of columns that a listing must all have. */
  columns: z.array(z.string().trim().min(1).max(200)).max(10).default([]),
  minRecords: whole.optional(),
  maxPriceCents: cents.optional(),
  maxEpsilon: z.number().positive().optional(),
  minAccuracyPercent: z.number().min(0).max(100).optional(),
})
export type CatalogFilter = z.infer<typeof catalogFilter>

export const listings = {
  list: oc
    .route({ method: 'GET', path: '/catalog', summary: 'Twins that are for sale' })
    .input(
      pageInput.extend({ ...catalogFilter.shape, sort: z.enum(listingSorts).default('newest') }),
    )
    .output(pageOf(listingCard)),
  get: oc
    .route({ method: 'GET', path: '/catalog/{listingId}', summary: 'One twin that is for sale' })
    .input(byId)
    .output(listingDetail),
  /**
   * Draws up request, offer and contract on the terms of a license option. Where the caller needs an approval, the offer
   * waits for its acceptance: then there is no contract yet. Revision and price are those that the caller has seen.
   */
  buy: oc
    .route({
      method: 'POST',
      path: '/catalog/{listingId}/buy',
      summary: 'Buy a copy under one of the license options, to be paid into escrow (client)',
    })
    .input(byId.extend({ revision: z.number().int().min(1), optionId, priceCents: cents }))
    .output(
      z.object({ dprId: z.string(), offerId: z.string(), contractId: z.string().nullable() }),
    ),
  listOwn: oc
    .route({
      method: 'GET',
      path: '/listings',
      summary: 'Listings of the own organization, newest first (vendor)',
    })
    .input(pageInput)
    .output(pageOf(ownListing)),
  listable: oc
    .route({
      method: 'GET',
      path: '/listings/deliveries',
      summary: 'Accepted deliveries whose twins can be listed (vendor)',
    })
    .input(pageInput)
    .output(pageOf(listableDelivery)),
  purchases: oc
    .route({
      method: 'GET',
      path: '/listings/purchases',
      summary: 'What was bought of the own listings, newest first (vendor)',
    })
    .input(pageInput)
    .output(pageOf(listingPurchase)),
  getOwn: oc
    .route({
      method: 'GET',
      path: '/listings/{listingId}',
      summary: 'A listing of the own organization with what is missing to publish it (vendor)',
    })
    .input(byId)
    .output(ownListingDetail),
  draft: oc
    .route({
      method: 'POST',
      path: '/listings',
      summary: 'Draft a listing of the twin of an accepted delivery (vendor)',
    })
    .input(z.object({ deliveryId: z.uuid() }))
    .output(ownListingDetail),
  save: oc
    .route({
      method: 'PUT',
      path: '/listings/{listingId}',
      summary: 'Save a listing; what is published stays as it is (vendor)',
    })
    .input(listingContent.extend(byId.shape))
    .output(ownListingDetail),
  /** States the right to sell copies, and consents to agreements with buyers. */
  publish: oc
    .route({
      method: 'POST',
      path: '/listings/{listingId}/publish',
      summary: 'Publish what is saved as the next revision (vendor)',
    })
    .input(
      byId.extend({
        mayResell: z.literal(true, { error: 'State that you may sell copies of this twin' }),
        /** Terms of Service, Data Processing Agreement and Data License. */
        accepted: acceptedVersions.default({}),
      }),
    )
    .output(ownListingDetail),
  pause: oc
    .route({
      method: 'POST',
      path: '/listings/{listingId}/pause',
      summary: 'Take a listing off the catalog for a while (vendor)',
    })
    .input(byId)
    .output(ownListingDetail),
  withdraw: oc
    .route({
      method: 'POST',
      path: '/listings/{listingId}/withdraw',
      summary: 'End a listing; buyers keep what they bought (vendor)',
    })
    .input(byId)
    .output(ownListingDetail),
  staff: {
    takeDown: oc
      .route({
        method: 'POST',
        path: '/admin/listings/{listingId}/take-down',
        summary: 'Take a listing down with a reason for its vendor (staff)',
      })
      .input(reasonForm.extend(byId.shape))
      .output(z.void()),
  },
}
