/** Terms of subscriptions, as vendors publish them with a listing, and what each state allows. */
import { z } from 'zod'
import type { DataContract } from '../../market/data-contracts.ts'
import type { Category } from '../../market/dprs.ts'
import type { LicenseTerms } from '../../market/licensing/license-terms.ts'
import type { PrivacyLevel } from '../../market/terms.ts'

/** Sets the days in which the client pays for a revision that has opened. */
export const REVISION_PAY_DAYS = 7
/** Sets the days after the last one to pay or to submit in which nothing is called off yet, as an outage may have taken the last minutes. */
export const REVISION_GRACE_DAYS = 1
/** Sets how many days before the end of that time the client is reminded. */
export const REVISION_REMINDER_DAYS = 2
export const MAX_SUBSCRIBED_REVISIONS = 24

export const subscriptionPaces = ['monthly', 'vendor'] as const
export type SubscriptionPace = (typeof subscriptionPaces)[number]
export const subscriptionPaceLabels: Record<SubscriptionPace, string> = {
  monthly: 'A revision a month',
  vendor: 'A revision whenever the vendor has new data',
}

export const subscriptionTerms = z.strictObject({
  pace: z.enum(subscriptionPaces),
  revisions: z
    .int('Revisions are whole numbers')
    .min(2, 'A subscription has 2 revisions or more')
    .max(
      MAX_SUBSCRIBED_REVISIONS,
      `A subscription has ${MAX_SUBSCRIBED_REVISIONS} revisions at most`,
    ),
  /** Counts days from the price in escrow to a delivery that passes the gate. */
  deliveryDays: z
    .int('Days to deliver are whole numbers')
    .min(1, 'Days to deliver are 1 or more')
    .max(60, 'Days to deliver are 60 at most'),
  /** The fewest rows of a revision. */
  minRecords: z
    .int('Fewest rows is a whole number')
    .min(1, 'Fewest rows is 1 or more')
    .max(1_000_000_000),
  /** The least accuracy of a revision; null: none is agreed. */
  minAccuracyPercent: z
    .int('Least accuracy is a whole number')
    .min(50, 'Least accuracy is 50 % or more')
    .max(100, 'Least accuracy is 100 % at most')
    .nullable(),
})
export type SubscriptionTerms = z.infer<typeof subscriptionTerms>

/** Describes what a subscription keeps of its listing, as the database keeps it: JSON has no bigint. */
export type StoredSubscription = SubscriptionTerms & {
  optionName: string
  priceCents: string
  license: LicenseTerms
  category: Category
  privacyLevel: PrivacyLevel
  /** Asks for the columns that each revision has. */
  dataContract: DataContract
}

export const subscriptionStatuses = ['active', 'paused', 'ended'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export const subscriptionStatusLabels: Record<SubscriptionStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
}

export const subscriptionPauses = ['client', 'unpaid'] as const
export const subscriptionEnds = ['complete', 'client', 'vendor', 'limit', 'taken_down'] as const
export type SubscriptionEnd = (typeof subscriptionEnds)[number]
export const subscriptionEndLabels: Record<SubscriptionEnd, string> = {
  complete: 'All promised revisions are over.',
  client: 'The client has canceled it, or its account was closed.',
  vendor: 'The vendor has ended it, or its account was closed.',
  limit:
    "The privacy limit of the vendor's source leaves no room for another revision besides what is promised to others.",
  taken_down: 'Semblance has taken the listing off the catalog.',
}

/** Lists where a revision is, from its opening to its end. */
export const revisionPhases = [
  'to_order',
  'approval',
  'to_pay',
  'paying',
  'in_delivery',
  'in_review',
  'disputed',
  'interrupted',
  'delivered',
  'missed',
  'lapsed',
  'cancelled',
] as const
export type RevisionPhase = (typeof revisionPhases)[number]
export const revisionPhaseLabels: Record<RevisionPhase, string> = {
  to_order: 'To order',
  approval: 'Awaiting approval',
  to_pay: 'To pay',
  paying: 'Payment under way',
  in_delivery: 'Being made',
  in_review: 'In review',
  disputed: 'In dispute',
  interrupted: 'Payment taken back',
  delivered: 'Accepted',
  missed: 'Missed',
  lapsed: 'Not paid',
  cancelled: 'Canceled',
}

/** Defines what each status allows. */
export const dataSubscriptionCan = {
  pause: (status: SubscriptionStatus) => status === 'active',
  resume: (status: SubscriptionStatus) => status === 'paused',
  end: (status: SubscriptionStatus) => status !== 'ended',
  order: (status: SubscriptionStatus) => status === 'active',
}
