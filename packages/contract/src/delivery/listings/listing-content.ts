/** The texts and license options that a vendor writes, and the conditions of publishing them. */
import { z } from 'zod'
import { amount } from '../../core/money.ts'
import { requiredText } from '../../core/text.ts'
import { type Category, categories } from '../../market/dprs.ts'
import { licenseTerms } from '../../market/licensing/license-terms.ts'
import { subscriptionTerms } from '../subscriptions/subscription-terms.ts'

/** Sets the days in which a buyer reviews a copy before it counts as accepted. */
export const LISTING_REVIEW_DAYS = 7
export const MAX_LICENSE_OPTIONS = 5
export const MAX_COMPARED_LISTINGS = 3

export const listingStatuses = ['draft', 'published', 'paused', 'withdrawn', 'taken_down'] as const
export type ListingStatus = (typeof listingStatuses)[number]

export const listingStatusLabels: Record<ListingStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  paused: 'Paused',
  withdrawn: 'Withdrawn',
  taken_down: 'Taken down',
}

/** Defines the statuses that allow each action of a vendor. */
export const listingCan = {
  save: (status: ListingStatus) => status !== 'withdrawn' && status !== 'taken_down',
  publish: (status: ListingStatus) => status !== 'withdrawn' && status !== 'taken_down',
  pause: (status: ListingStatus) => status === 'published',
  withdraw: (status: ListingStatus) => status !== 'withdrawn' && status !== 'taken_down',
}

export const listedCategory = z.enum(Object.keys(categories) as [Category, ...Category[]], {
  error: 'Choose a category',
})

export const optionId = z.string().regex(/^[a-z0-9-]{1,40}$/, 'Name an option of the listing')

/** Describes a license that can be bought, at its price without the fee of the platform; of a subscription, the price of each revision. */
export const licenseOption = z.strictObject({
  id: optionId,
  name: requiredText('Name of the option', 80),
  priceCents: amount('Price'),
  license: licenseTerms,
  /** Missing where a copy of the listed twin is bought. */
  subscription: subscriptionTerms.optional(),
})
export type LicenseOption = z.infer<typeof licenseOption>

const description = z
  .string()
  .trim()
  .max(300, 'A description of a column has at most 300 characters')

/** Describes a column of the twin; the description is the vendor's. */
export const dictionaryColumn = z.strictObject({
  table: z.string().max(200),
  name: z.string().max(200),
  description,
})
export type DictionaryColumn = z.infer<typeof dictionaryColumn>

const isDistinct = (list: readonly string[]) => new Set(list).size === list.length

/** Describes what a vendor writes; it may be incomplete until it is published. */
export const listingContent = z.object({
  title: requiredText('Title', 200),
  category: listedCategory,
  description: z.string().trim().max(5000, 'Description is too long (5000 characters at most)'),
  dictionary: z.array(dictionaryColumn).max(5000),
  options: z
    .array(licenseOption)
    .max(MAX_LICENSE_OPTIONS, `At most ${MAX_LICENSE_OPTIONS} options`)
    .refine((list) => isDistinct(list.map(({ id }) => id)), 'Each option has an ID of its own'),
})
export type ListingContent = z.infer<typeof listingContent>

/** Describes content as the database keeps it: JSON has no bigint. */
export type StoredListing = Omit<ListingContent, 'options'> & {
  options: (Omit<LicenseOption, 'priceCents'> & { priceCents: string })[]
}

/** Sets the fewest characters of a published description. */
export const LEAST_DESCRIPTION = 40

export const listingCheckIds = ['description', 'dictionary', 'options', 'gate', 'payout'] as const
export type ListingCheckId = (typeof listingCheckIds)[number]

/** Says whether one condition of publishing holds; `detail` says what was found. */
export const listingCheck = z.object({
  id: z.enum(listingCheckIds),
  isMet: z.boolean(),
  detail: z.string(),
})
export type ListingCheck = z.infer<typeof listingCheck>

/** States the right to sell copies, above the button that publishes. */
export const resaleStatement =
  'We have the right to sell copies of this twin to anyone, and have given nobody an exclusive right to it. By publishing we consent to an agreement with each buyer on exactly the terms of the option that it buys.'
