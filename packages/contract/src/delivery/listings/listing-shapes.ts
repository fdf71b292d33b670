/** Listings as the catalog shows them, and as their vendor sees them. */
import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { columnKinds } from '../column-kinds.ts'
import { previewTable } from '../previews.ts'
import { agreement, publishedReport } from '../reports.ts'
import { drawnAccount } from '../sources.ts'
import {
  licenseOption,
  listedCategory,
  listingCheck,
  listingContent,
  listingStatuses,
} from './listing-content.ts'

/** Describes the figures of a twin, as its delivery was measured. */
export const listingFigures = z.object({
  tables: z.array(
    z.object({ name: z.string(), rows: z.number().int(), columns: z.number().int() }),
  ),
  /** Counts the rows of the largest table. */
  records: z.number().int(),
  columns: z.number().int(),
  /** The quality score of the least faithful table, in percent, with its interval of 95 %; null without noise. */
  accuracy: z.object({
    percent: z.number(),
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  }),
  epsilon: z.number(),
  delta: z.number(),
  /** Counts the privacy checks of its tables by outcome. */
  checks: z.object({
    passed: z.number().int(),
    failed: z.number().int(),
    inconclusive: z.number().int(),
  }),
  deliveredAt: z.date(),
})
export type ListingFigures = z.infer<typeof listingFigures>

const party = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string().nullable(),
  /** From 1 to 5; null without reviews. */
  rating: z.number().nullable(),
})

/** Describes the distribution of one column, counted on rows of the twin. */
export const listingColumn = z.object({
  table: z.string(),
  name: z.string(),
  kind: z.enum(columnKinds).nullable(),
  description: z.string(),
  plot: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('histogram'),
        edges: z.array(z.number()),
        shares: z.array(z.number()),
        format: z.enum(['integer', 'number', 'date']),
      }),
      z.object({
        type: z.literal('categories'),
        labels: z.array(z.string()),
        shares: z.array(z.number()),
      }),
    ])
    .nullable(),
})
export type ListingColumn = z.infer<typeof listingColumn>

/** Describes a listing on a card of the catalog. */
export const listingCard = z.object({
  id: z.string(),
  revision: z.number().int(),
  title: z.string(),
  category: listedCategory,
  vendor: party,
  records: z.number().int(),
  columns: z.number().int(),
  accuracyPercent: z.number(),
  epsilon: z.number(),
  /** Without the fee of the platform. */
  lowestPriceCents: cents,
  optionsCount: z.number().int(),
  publishedAt: z.date(),
  /** The shares of the first column with a histogram; empty where none has one. */
  shape: z.array(z.number()),
  isOwn: z.boolean(),
})
export type ListingCard = z.infer<typeof listingCard>

/** Limits the rows of a table that a listing shows. */
export const LISTED_ROWS = 10

/** Describes the first rows of a table of the twin. */
export const listingSample = previewTable
  .pick({ name: true, columns: true, totalRows: true })
  .extend({ rows: z.array(z.array(z.string())) })
export type ListingSample = z.infer<typeof listingSample>

/** Describes a published revision as its readers see it. */
export const listingDetail = listingCard.extend({
  description: z.string(),
  options: z.array(licenseOption),
  dictionary: z.array(listingColumn),
  figures: listingFigures,
  /** The parts of the quality score of the main table. */
  fidelity: agreement,
  checks: publishedReport.shape.privacy.shape.checks,
  guarantee: z.string(),
  /** The account of the source as the measurement of the twin left it; null where none is on record. */
  account: drawnAccount.nullable(),
  /** The first rows of the twin; empty where none were kept. */
  sample: z.array(listingSample),
  /** Published revisions, newest first. */
  revisions: z.array(z.object({ revision: z.number().int(), publishedAt: z.date() })),
})
export type ListingDetail = z.infer<typeof listingDetail>

export const ownListing = z.object({
  id: z.string(),
  status: z.enum(listingStatuses),
  revision: z.number().int(),
  title: z.string(),
  /** The contract that the twin was made for; null where it was measured for the listing. */
  contractId: z.string().nullable(),
  records: z.number().int(),
  lowestPriceCents: cents.nullable(),
  purchases: z.number().int(),
  takenDownReason: z.string().nullable(),
  createdAt: z.date(),
})
export type OwnListing = z.infer<typeof ownListing>

export const ownListingDetail = ownListing.extend({
  content: listingContent,
  figures: listingFigures,
  checks: z.array(listingCheck),
  account: drawnAccount.nullable(),
  /** True if what is saved differs from what is published. */
  hasUnpublishedChanges: z.boolean(),
  revisions: z.array(z.object({ revision: z.number().int(), publishedAt: z.date() })),
})
export type OwnListingDetail = z.infer<typeof ownListingDetail>

/** Describes a delivery that its vendor can list. */
export const listableDelivery = z.object({
  deliveryId: z.uuid(),
  /** Null for a twin that was measured for a listing. */
  contractId: z.string().nullable(),
  title: z.string(),
  records: z.number().int(),
  deliveredAt: z.date(),
})
export type ListableDelivery = z.infer<typeof listableDelivery>

export const listingPurchase = z.object({
  dprId: z.string(),
  contractId: z.string().nullable(),
  listingId: z.string(),
  revision: z.number().int(),
  title: z.string(),
  clientName: z.string(),
  priceCents: cents,
  /** Null while the offer is not accepted. */
  status: z.string().nullable(),
  createdAt: z.date(),
})
export type ListingPurchase = z.infer<typeof listingPurchase>
