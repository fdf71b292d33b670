/** Subscriptions and their revisions as their two parties see them. */
import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { licenseTerms } from '../../market/licensing/license-terms.ts'
import { columnKinds } from '../column-kinds.ts'
import { revisionProjection } from '../sources.ts'
import {
  revisionPhases,
  subscriptionEnds,
  subscriptionPauses,
  subscriptionStatuses,
  subscriptionTerms,
} from './subscription-terms.ts'

export const subscriptionRevision = z.object({
  number: z.number().int(),
  phase: z.enum(revisionPhases),
  openedAt: z.date(),
  payBy: z.date(),
  dprId: z.string().nullable(),
  offerId: z.string().nullable(),
  contractId: z.string().nullable(),
  /** When the vendor has to have delivered; null before the price is in escrow. */
  dueAt: z.date().nullable(),
  deliveredAt: z.date().nullable(),
  /** Counts the rows of the largest table; null before delivery. */
  records: z.number().int().nullable(),
  accuracyPercent: z.number().nullable(),
  /** True once its twin can be compared with others. */
  isComparable: z.boolean(),
  endedAt: z.date().nullable(),
})
export type SubscriptionRevision = z.infer<typeof subscriptionRevision>

export const subscription = z.object({
  id: z.string(),
  title: z.string(),
  listingId: z.string(),
  /** The side of the reader. */
  side: z.enum(['client', 'vendor']),
  counterpart: z.string(),
  status: z.enum(subscriptionStatuses),
  pausedAs: z.enum(subscriptionPauses).nullable(),
  endedAs: z.enum(subscriptionEnds).nullable(),
  pace: subscriptionTerms.shape.pace,
  /** States the price of each revision, without the platform's fee. */
  priceCents: cents,
  revisions: z.number().int(),
  /** Counts revisions that were accepted. */
  delivered: z.number().int(),
  /** The newest revision. */
  current: subscriptionRevision,
  /** When the next revision opens at the earliest; null where the vendor opens it, or none follows. */
  nextDueAt: z.date().nullable(),
  createdAt: z.date(),
})
export type Subscription = z.infer<typeof subscription>

export const subscriptionDetail = subscription.extend({
  optionName: z.string(),
  terms: subscriptionTerms,
  license: licenseTerms,
  epsilon: z.number(),
  /** False while the vendor may not sell: then no revision opens. */
  isVendorSelling: z.boolean(),
  /** Adds the revisions that remain to the account of the source; null once none remains. */
  projection: revisionProjection.nullable(),
})
export type SubscriptionDetail = z.infer<typeof subscriptionDetail>

export const subscriptionForecast = z.object({
  terms: subscriptionTerms,
  priceCents: cents,
  license: licenseTerms,
  projection: revisionProjection,
})
export type SubscriptionForecast = z.infer<typeof subscriptionForecast>

/** States a column of one twin: its middle half, or its most frequent values with their shares. */
export const columnState = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('range'),
    low: z.number(),
    median: z.number(),
    high: z.number(),
    format: z.enum(['integer', 'number', 'date']),
  }),
  z.object({
    type: z.literal('shares'),
    values: z.array(z.object({ label: z.string(), share: z.number() })),
  }),
])
export type ColumnState = z.infer<typeof columnState>

/** Compares a column of two twins. */
export const columnChange = z.object({
  table: z.string(),
  name: z.string(),
  kind: z.enum(columnKinds).nullable(),
  /** Says which of the two has it. */
  presence: z.enum(['both', 'added', 'removed']),
  /** The share of rows, 0 to 1, that would have to take another value; null where distributions are not comparable. */
  shift: z.number().nullable(),
  before: columnState.nullable(),
  after: columnState.nullable(),
})
export type ColumnChange = z.infer<typeof columnChange>

const twinState = z.object({
  /** 0: the twin of the listing. */
  number: z.number().int(),
  records: z.number().int(),
  columns: z.number().int(),
  accuracyPercent: z.number(),
  epsilon: z.number(),
  deliveredAt: z.date(),
})

/** Compares two revisions by what was released of them. */
export const revisionChanges = z.object({
  from: twinState,
  to: twinState,
  columns: z.array(columnChange),
})
export type RevisionChanges = z.infer<typeof revisionChanges>
