/** Describes the fields of an offer, which the vendor may edit later. */
import { z } from 'zod'
import { amount } from '../core/money.ts'
import { optionalText, requiredText } from '../core/text.ts'
import { acceptedVersions } from '../people/legal.ts'
import { licenseTerms } from './licensing/license-terms.ts'
import { moreRowsTerm } from './rules/more-rows.ts'
import {
  accuracyPercent,
  floorPercent,
  formatsField,
  privacyLevels,
  sampleRecords,
  statedMinAccuracy,
  timelineDays,
} from './terms.ts'

/** Lists the payment structures: the share of the price that is released at the start. */
export const paymentStructures = {
  upfront: '100% upfront',
  half_upfront: '50% upfront, 50% on delivery',
  third_upfront: '30% upfront, 70% on delivery',
  on_delivery: '100% on delivery',
} as const
export type PaymentStructure = keyof typeof paymentStructures

/** Sets the share of the price, in percent, that each structure releases at the start. */
export const upfrontPercents: Record<PaymentStructure, bigint> = {
  upfront: 100n,
  half_upfront: 50n,
  third_upfront: 30n,
  on_delivery: 0n,
}

export const deliveryMethods = {
  download: 'Secure encrypted download link',
  sftp: 'SFTP transfer',
  api: 'API endpoint',
  physical: 'Physical media',
} as const
export type DeliveryMethod = keyof typeof deliveryMethods

export const supportPeriods = {
  none: 'No support',
  '7_days': '7 days post-delivery',
  '30_days': '30 days post-delivery',
  '90_days': '90 days post-delivery',
  '6_months': '6 months post-delivery',
} as const
export type SupportPeriod = keyof typeof supportPeriods

export const timelineUnits = ['days', 'weeks', 'months'] as const
export type TimelineUnit = (typeof timelineUnits)[number]
/** Sets the days of a unit; a month counts as 30 days. */
export const daysPerUnit: Record<TimelineUnit, number> = { days: 1, weeks: 7, months: 30 }

const keysOf = <Key extends string>(labels: Record<Key, string>) =>
  Object.keys(labels) as [Key, ...Key[]]

export const MAX_DELIVERABLES = 30

const deliverablesField = z
  .array(requiredText('Deliverable', 300))
  .min(1, 'Name at least one deliverable')
  .max(MAX_DELIVERABLES, `At most ${MAX_DELIVERABLES} deliverables`)

/** Describes the fields of an offer other than price, time and description. */
export const offerDetails = z.object({
  /** The part of the price that pays for services in addition to the data. */
  additionalServicesCents: z
    .bigint({ error: 'Enter an amount in dollars' })
    .min(0n, 'At least $0')
    .default(0n),
  deliverables: deliverablesField,
  paymentStructure: z.enum(keysOf(paymentStructures)),
  dataFormats: formatsField,
  deliveryMethod: z.enum(keysOf(deliveryMethods)),
  supportPeriod: z.enum(keysOf(supportPeriods)),
  sampleDescription: optionalText(2000),
  sampleRecords: sampleRecords.nullable(),
  minAccuracyPercent: statedMinAccuracy,
  /** With the minimum they make the price depend on the accuracy; an edit without them keeps them. */
  targetAccuracyPercent: accuracyPercent.nullable().optional(),
  floorPricePercent: floorPercent.nullable().optional(),
  privacyLevel: z.enum(privacyLevels),
  /** Null or, in a new offer, omitted: none, so that no offer grants rows unseen; an edit without it keeps it. */
  moreRows: moreRowsTerm.nullable().optional(),
  /** Omitted: as the request asks; an edit without it keeps it. */
  license: licenseTerms.optional(),
})

type Priced = { priceCents: bigint; additionalServicesCents?: bigint }
const servicesWithinPrice = ({ priceCents, additionalServicesCents = 0n }: Priced) =>
  additionalServicesCents < priceCents
const servicesRefusal = {
  path: ['additionalServicesCents'],
  message: 'Additional services cost less than the total price',
}

/**
 * Describes the form of an offer. Omitted fields are taken from the request, but for further rows,
 * which are then none; the minimum accuracy is not omitted, so that no offer comes without one unseen.
 */
export const offerForm = z
  .object({
    dprId: z.string().max(40),
    priceCents: amount('Offer amount'),
    timelineDays,
    description: requiredText('Description', 5000),
    /** Terms of Service, Data Processing Agreement and Data License. */
    accepted: acceptedVersions.default({}),
    ...offerDetails.partial().shape,
    minAccuracyPercent: offerDetails.shape.minAccuracyPercent,
  })
  .refine(servicesWithinPrice, servicesRefusal)
export type OfferForm = z.infer<typeof offerForm>

export const offerEditForm = z
  .object({
    priceCents: amount('Price'),
    timeline: timelineDays,
    timelineUnit: z.enum(timelineUnits),
    description: requiredText('Description', 5000),
    ...offerDetails.shape,
  })
  .refine(servicesWithinPrice, servicesRefusal)
  .refine(({ timeline, timelineUnit }) => timeline * daysPerUnit[timelineUnit] <= 365, {
    path: ['timeline'],
    message: 'At most 365 days',
  })
export type OfferEditForm = z.infer<typeof offerEditForm>
