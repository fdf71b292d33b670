/** Describes changes of an offer's fields as values; texts are made of them only where they are read. */
import { z } from 'zod'
import { formatDollarsBriefly } from '../core/dollars.ts'
import { licenseTerms, orderedLicense } from './licensing/license-terms.ts'
import { describeLicenseChange, licenseLine } from './licensing/license-words.ts'
import { deliveryMethods, offerDetails, paymentStructures, supportPeriods } from './offer-forms.ts'
import { moreRowsTerm, moreRowsText } from './rules/more-rows.ts'
import {
  applyProposal,
  dataFormatLabels,
  dataFormats,
  type ProposedTerms,
  privacyLevelLabels,
  privacyLevels,
  type TermId,
  type Terms,
  termIds,
  termLabels,
  wholeNumber,
} from './terms.ts'

/** Lists the fields of an offer that a revision may change: the terms, and further fields of an edit. */
export const offerFieldLabels = {
  ...termLabels,
  services: 'Additional services',
  description: 'Description',
  deliverables: 'Deliverables',
  payment: 'Payment structure',
  delivery: 'Delivery method',
  support: 'Support period',
  sample: 'Sample data',
} as const
export type OfferField = keyof typeof offerFieldLabels
export const offerFields = [
  ...termIds,
  'services',
  'description',
  'deliverables',
  'payment',
  'delivery',
  'support',
  'sample',
] as const satisfies readonly OfferField[]

/** Cents as a decimal string, which JSON holds exactly. */
const decimalCents = z.string().regex(/^\d+$/)

/** One schema per field; null: none, not stated. */
const fieldValues = {
  price: decimalCents,
  timeline: z.int(),
  format: z.array(z.enum(dataFormats)),
  samples: z.int().nullable(),
  accuracy: z.int().nullable(),
  target: z.int().nullable(),
  floor: z.int().nullable(),
  privacy: z.enum(privacyLevels),
  more: moreRowsTerm.nullable(),
  license: licenseTerms,
  services: decimalCents,
  description: z.string(),
  deliverables: z.array(z.string()),
  payment: offerDetails.shape.paymentStructure,
  delivery: offerDetails.shape.deliveryMethod,
  support: offerDetails.shape.supportPeriod,
  sample: z.string().nullable(),
} satisfies Record<OfferField, z.ZodType>
/** Describes all that an offer promises, as agreements and leaves state it. */
export const offerValues = z.strictObject({
  ...fieldValues,
  /** Left out where there is none, so that texts from before the term are what they were. */
  more: fieldValues.more.optional(),
})
export type OfferValues = { [Field in OfferField]: z.infer<(typeof fieldValues)[Field]> }

const change = <Field extends OfferField>(field: Field) => {
  const value = fieldValues[field]
  return z.object({ field: z.literal(field), from: value, to: value })
}

/** A change recorded as text before changes were values, where the text could not be read as one. */
const legacyText = z.object({ from: z.string(), to: z.string() })

const termVariants = [
  change('price'),
  change('timeline'),
  change('format'),
  change('samples'),
  change('accuracy'),
  change('target'),
  change('floor'),
  change('privacy'),
  change('more'),
  change('license'),
] as const

/** Describes one term before and after. */
export const termChange = z.union([
  z.discriminatedUnion('field', termVariants),
  z.object({ field: z.enum(termIds), legacyText }),
])
export type TermChange = z.infer<typeof termChange>

/** Describes one field of an offer before and after. */
export const offerChange = z.union([
  z.discriminatedUnion('field', [
    ...termVariants,
    change('services'),
    change('description'),
    change('deliverables'),
    change('payment'),
    change('delivery'),
    change('support'),
    change('sample'),
  ]),
  z.object({ field: z.enum(offerFields), legacyText }),
])
export type OfferChange = z.infer<typeof offerChange>

export const isTermChange = (change: OfferChange): change is TermChange =>
  termIds.some((id) => id === change.field)

/** Returns the terms as the values a change holds; formats in the order of `dataFormats`. */
export const termValues = (terms: Terms): Pick<OfferValues, TermId> => ({
  price: String(terms.priceCents),
  timeline: terms.timelineDays,
  format: dataFormats.filter((format) => terms.dataFormats.includes(format)),
  samples: terms.sampleRecords,
  accuracy: terms.minAccuracyPercent,
  target: terms.targetAccuracyPercent,
  floor: terms.floorPricePercent,
  privacy: terms.privacyLevel,
  more: terms.moreRows,
  license: orderedLicense(terms.license),
})

/** Describes what agreements and leaves state. */
export type StatedValues = z.infer<typeof offerValues>

/** Returns values as agreements and leaves state them. */
export const statedValues = ({ more, ...values }: OfferValues): StatedValues =>
  more === null ? values : { ...values, more }

type ChangeOf<Field extends OfferField> = Field extends TermId ? TermChange : OfferChange

/** Returns a change for each field whose value differs, in the order of `fields`. */
export function diffValues<Field extends OfferField>(
  fields: readonly Field[],
  before: Pick<OfferValues, Field>,
  after: Pick<OfferValues, Field>,
): ChangeOf<Field>[] {
  return fields
    .filter((field) => !isSameValue(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }) as ChangeOf<Field>)
}

/** Returns the terms that `proposed` would really change, in the order of `termIds`. */
export const diffTerms = (current: Terms, proposed: ProposedTerms): TermChange[] =>
  diffValues(termIds, termValues(current), termValues(applyProposal(current, proposed)))

/** Returns both as one change from the first value to the last, or null if it came back to the first. */
export function joinChanges(first: OfferChange, last: OfferChange): OfferChange | null {
  if ('legacyText' in first || 'legacyText' in last) {
    const { from } = describeChange(first)
    const { to } = describeChange(last)
    return from === to ? null : { field: first.field, legacyText: { from, to } }
  }
  return isSameValue(first.from, last.to) ? null : ({ ...last, from: first.from } as OfferChange)
}

type Value = OfferValues[OfferField]

/** Compares by content: the database gives the fields of a license in an order of its own. */
const isSameValue = (a: Value, b: Value): boolean => isSameContent(a, b)

function isSameContent(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return (
    keys.length === others.length &&
    keys.every((key) => isSameContent(a[key as keyof typeof a], b[key as keyof typeof b]))
  )
}

const formatPrice = (cents: string) => formatDollarsBriefly(BigInt(cents))

const formats: { [Field in OfferField]: (value: OfferValues[Field]) => string } = {
  price: formatPrice,
  timeline: (days) => (days === 1 ? '1 day' : `${days} days`),
  format: (ids) => ids.map((id) => dataFormatLabels[id]).join(', '),
  samples: (records) => (records === null ? 'None' : wholeNumber.format(records)),
  accuracy: (percent) => (percent === null ? 'Not stated' : `${percent}%`),
  target: (percent) => (percent === null ? 'Fixed price' : `${percent}%`),
  floor: (percent) => (percent === null ? 'Fixed price' : `${percent}% of the price`),
  privacy: (level) => privacyLevelLabels[level],
  more: moreRowsText,
  license: licenseLine,
  services: formatPrice,
  description: (text) => text,
  deliverables: (list) => list.join('; '),
  payment: (id) => paymentStructures[id],
  delivery: (id) => deliveryMethods[id],
  support: (id) => supportPeriods[id],
  sample: (text) => text ?? 'None',
}

/** Returns a field's value as both parties read it. */
export const formatValue = <Field extends OfferField>(
  field: Field,
  value: OfferValues[Field],
): string => formats[field](value)

/** Returns a term's value as both parties read it. */
export const formatTerm = (term: TermId, terms: Terms): string =>
  formatValue(term, termValues(terms)[term])

/** Returns a change as both parties read it. */
export function describeChange(change: OfferChange): { label: string; from: string; to: string } {
  const label = offerFieldLabels[change.field]
  if ('legacyText' in change) return { label, ...change.legacyText }
  if (change.field === 'license') return { label, ...describeLicenseChange(change.from, change.to) }
  return {
    label,
    from: formatValue(change.field, change.from),
    to: formatValue(change.field, change.to),
  }
}
