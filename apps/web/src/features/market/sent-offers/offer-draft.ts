import {
  accuracyPercent,
  type DataFormat,
  type DeliveryMethod,
  type DprDetail,
  daysPerUnit,
  estimatedTableOf,
  floorPercent,
  offerEditForm,
  offerForm,
  type PaymentStructure,
  type PrivacyLevel,
  parseDollars,
  parseWhole,
  type Requirements,
  type SentOffer,
  type SupportPeriod,
  type Terms,
  type TimelineUnit,
} from '@semblance/contract'
import { z } from 'zod'
import { minimumMissing, minimumText, NO_MINIMUM } from '@/components/blocks/accuracy/no-minimum.ts'
import {
  type LicenseDraft,
  licenseDraftOf,
  readLicense,
  typedLicense,
} from '@/components/blocks/license/license-draft.ts'
import {
  type MoreRowsDraft,
  moreRowsDraftOf,
  readMoreRows,
  typedMoreRows,
} from '@/components/blocks/more-rows/more-rows-draft.ts'
import { formatUsdInput } from '@/lib/format.ts'
import { dollars, emptyOr, whole } from '@/lib/forms/typed-fields.ts'
import { checkPriceTerms } from './price-terms.ts'

const offerFields = offerForm.shape
const edited = offerEditForm.shape

/** A minimum accuracy, or the choice of none; an empty field is neither. */
const typedMinimum = z
  .string()
  .trim()
  .min(1, { error: minimumMissing, abort: true })
  .transform((text) => (text === NO_MINIMUM ? '' : text))
  .pipe(emptyOr(whole(edited.minAccuracyPercent.unwrap(), 'percent'), null))

/** Describes the fields of both forms other than price, time and description. */
const details = z.object({
  services: emptyOr(dollars(z.bigint()), 0n),
  deliverables: z.array(z.object({ text: edited.deliverables.element })).min(1),
  payment: edited.paymentStructure,
  formats: edited.dataFormats,
  delivery: edited.deliveryMethod,
  support: edited.supportPeriod,
  sample: emptyOr(z.string().max(2000, 'This is too long (2000 characters at most)'), null),
  sampleRecords: emptyOr(whole(edited.sampleRecords.unwrap(), 'records'), null),
  accuracy: typedMinimum,
  target: emptyOr(whole(accuracyPercent, 'percent'), null),
  floor: emptyOr(whole(floorPercent, 'percent'), null),
  privacy: edited.privacyLevel,
  moreRows: typedMoreRows,
  license: typedLicense,
})

const servicesRefusal = {
  path: ['services'],
  message: 'Additional services cost less than the total price',
}

/** Parses the typed offer form into the contract's input. */
export const offerDraft = details
  .extend({
    amount: z
      .string()
      .trim()
      .min(1, { error: 'Enter your offer amount', abort: true })
      .pipe(dollars(offerFields.priceCents)),
    timeline: z
      .string()
      .trim()
      .min(1, { error: 'Enter your timeline in days', abort: true })
      .pipe(whole(offerFields.timelineDays, 'days')),
    description: offerFields.description,
    // An unticked box is input like any other, and refused with a sentence.
    terms: z.boolean().pipe(z.literal(true, { error: 'Accept the terms' })),
  })
  .refine(({ services, amount }) => services < amount, servicesRefusal)
  .superRefine(checkPriceTerms)

export const offerEditDraft = details
  .extend({
    price: z
      .string()
      .trim()
      .min(1, { error: 'Enter your price', abort: true })
      .pipe(dollars(edited.priceCents)),
    timeline: z
      .string()
      .trim()
      .min(1, { error: 'Enter your timeline', abort: true })
      .pipe(whole(z.number().int().min(1, 'At least 1'), 'days, weeks or months')),
    unit: edited.timelineUnit,
    description: edited.description,
  })
  .refine(({ services, price }) => services < price, servicesRefusal)
  .superRefine(checkPriceTerms)
  .refine(({ timeline, unit }) => timeline * daysPerUnit[unit] <= 365, {
    path: ['timeline'],
    message: 'At most 365 days',
  })

export type TypedDetails = {
  services: string
  deliverables: { text: string }[]
  payment: PaymentStructure
  formats: DataFormat[]
  delivery: DeliveryMethod
  support: SupportPeriod
  sample: string
  sampleRecords: string
  accuracy: string
  target: string
  floor: string
  privacy: PrivacyLevel
  moreRows: MoreRowsDraft
  license: LicenseDraft
}
export type OfferFormInput = TypedDetails & {
  amount: string
  timeline: string
  description: string
  terms: boolean
}
export type OfferEditInput = TypedDetails & {
  price: string
  timeline: string
  unit: TimelineUnit
  description: string
}
export type OfferDraft = z.output<typeof offerDraft>
export type OfferEditDraft = z.output<typeof offerEditDraft>

/**
 * Returns an empty offer with the request's requirements as its terms. Where the request asks for no
 * minimum accuracy and describes its table, the field waits for the estimate's.
 */
export function emptyOffer(
  request: Requirements & Pick<DprDetail, 'deliverables' | 'minRecords' | 'dataContract'>,
): OfferFormInput {
  const isEstimated = request.minAccuracyPercent === null && estimatedTableOf(request) !== null
  const deliverables =
    request.deliverables.length > 0 ? request.deliverables : ['Synthetic dataset']
  return {
    amount: '',
    timeline: '',
    description: '',
    terms: false,
    services: '',
    deliverables: deliverables.map((text) => ({ text })),
    payment: 'on_delivery',
    formats: [request.deliveryFormat],
    delivery: 'download',
    support: 'none',
    sample: '',
    sampleRecords: textOf(request.sampleRecords),
    accuracy: isEstimated ? '' : minimumText(request.minAccuracyPercent),
    target: '',
    floor: '',
    privacy: request.privacyLevel,
    moreRows: moreRowsDraftOf(request.moreRows),
    license: licenseDraftOf(request.license),
  }
}

/** Converts an offer to the values of its form. */
export function toFormInput(offer: SentOffer): OfferEditInput {
  return {
    price: formatUsdInput(offer.priceCents),
    timeline: String(offer.timelineDays / daysPerUnit[offer.timelineUnit]),
    unit: offer.timelineUnit,
    description: offer.description,
    services:
      offer.additionalServicesCents > 0n ? formatUsdInput(offer.additionalServicesCents) : '',
    deliverables: offer.deliverables.map((text) => ({ text })),
    payment: offer.paymentStructure,
    formats: offer.dataFormats,
    delivery: offer.deliveryMethod,
    support: offer.supportPeriod,
    sample: offer.sampleDescription ?? '',
    sampleRecords: textOf(offer.sampleRecords),
    accuracy: minimumText(offer.minAccuracyPercent),
    target: textOf(offer.targetAccuracyPercent),
    floor: textOf(offer.floorPricePercent),
    privacy: offer.privacyLevel,
    moreRows: moreRowsDraftOf(offer.moreRows),
    license: licenseDraftOf(offer.license),
  }
}

/** Returns the part of either form that is sent under the contract's names. */
export function detailsOf(draft: z.output<typeof details>) {
  return {
    additionalServicesCents: draft.services,
    deliverables: draft.deliverables.map(({ text }) => text),
    paymentStructure: draft.payment,
    dataFormats: draft.formats,
    deliveryMethod: draft.delivery,
    supportPeriod: draft.support,
    sampleDescription: draft.sample,
    sampleRecords: draft.sampleRecords,
    minAccuracyPercent: draft.accuracy,
    targetAccuracyPercent: draft.target,
    floorPricePercent: draft.floor,
    privacyLevel: draft.privacy,
    moreRows: draft.moreRows,
    license: draft.license,
  }
}

/** Returns the terms that can be parsed during typing; others count as meeting the request. */
export function typedTerms(
  typed: TypedDetails & { amount: string; days: number | null },
  request: Requirements,
): Terms {
  return {
    priceCents: parseDollars(typed.amount) ?? 0n,
    timelineDays: typed.days ?? 0,
    dataFormats: typed.formats,
    sampleRecords: numberOf(typed.sampleRecords, request.sampleRecords),
    minAccuracyPercent:
      typed.accuracy === NO_MINIMUM ? null : numberOf(typed.accuracy, request.minAccuracyPercent),
    targetAccuracyPercent: numberOf(typed.target, null),
    floorPricePercent: numberOf(typed.floor, null),
    privacyLevel: typed.privacy,
    moreRows: typedRows(typed.moreRows, request),
    license: readLicense(typed.license) ?? request.license,
  }
}

function typedRows(typed: MoreRowsDraft, { moreRows: asked }: Requirements): Terms['moreRows'] {
  const read = readMoreRows(typed)
  return read === undefined ? asked : read
}

/** "2" weeks as 14 days; null while it is no whole number. */
export function daysOf(timeline: string, unit: TimelineUnit): number | null {
  const units = parseWhole(timeline)
  return units === null ? null : units * daysPerUnit[unit]
}

const numberOf = (text: string, unreadable: number | null) =>
  text.trim() ? (parseWhole(text) ?? unreadable) : null

const textOf = (value: number | null) => (value === null ? '' : String(value))

const detailFields: Record<string, keyof TypedDetails> = {
  additionalServicesCents: 'services',
  deliverables: 'deliverables',
  paymentStructure: 'payment',
  dataFormats: 'formats',
  deliveryMethod: 'delivery',
  supportPeriod: 'support',
  sampleDescription: 'sample',
  sampleRecords: 'sampleRecords',
  minAccuracyPercent: 'accuracy',
  targetAccuracyPercent: 'target',
  floorPricePercent: 'floor',
  privacyLevel: 'privacy',
  moreRows: 'moreRows',
  license: 'license',
}

/** Maps fields of the contract's forms to their names in this form. */
export const draftFieldOf: Record<string, keyof OfferFormInput> = {
  ...detailFields,
  priceCents: 'amount',
  timelineDays: 'timeline',
  description: 'description',
  accepted: 'terms',
}
export const editFieldOf: Record<string, keyof OfferEditInput> = {
  ...detailFields,
  priceCents: 'price',
  timeline: 'timeline',
  timelineUnit: 'unit',
  description: 'description',
}
