/** Defines the terms two parties negotiate, and the requirements of the request that they can miss. */
import { z } from 'zod'
import { type FormatId, formatIds, formatLabels } from '../core/file-formats.ts'
import { amount, cents } from '../core/money.ts'
import { checkLicense } from './licensing/license-check.ts'
import { licenseTerms } from './licensing/license-terms.ts'
import { grantsRows, moreRowsTerm, moreRowsText } from './rules/more-rows.ts'

export const termIds = [
  'price',
  'timeline',
  'format',
  'samples',
  'accuracy',
  'target',
  'floor',
  'privacy',
  'more',
  'license',
] as const
export type TermId = (typeof termIds)[number]

export const termLabels: Record<TermId, string> = {
  price: 'Total Price',
  timeline: 'Delivery Timeline',
  format: 'Data Format',
  samples: 'Sample Records',
  accuracy: 'Minimum Accuracy',
  target: 'Accuracy for Full Price',
  floor: 'Lowest Price',
  privacy: 'Privacy Level',
  more: 'More Rows',
  license: 'License',
}

export const dataFormats = formatIds('delivery')
export type DataFormat = FormatId<'delivery'>
export const dataFormatLabels = formatLabels('delivery')

/**
 * Lists the privacy levels: bounds on the information about one record, as the largest epsilon of
 * the synthesis at delta 1e-6.
 */
export const privacyLevels = ['standard', 'high', 'maximum'] as const
export type PrivacyLevel = (typeof privacyLevels)[number]
export const privacyLevelLabels: Record<PrivacyLevel, string> = {
  standard: 'Standard (ε ≤ 3)',
  high: 'High (ε ≤ 1)',
  maximum: 'Maximum (ε ≤ 0.5)',
}
/** Sets the bound on epsilon for each label. */
export const privacyEpsilons: Record<PrivacyLevel, number> = { standard: 3, high: 1, maximum: 0.5 }

/** Limits the days of a delivery. */
export const timelineDays = z
  .number({ error: 'Enter the number of days' })
  .int('Enter whole days')
  .min(1, 'At least 1 day')
  .max(365, 'At most 365 days')

export const sampleRecords = z
  .number({ error: 'Enter a number of records' })
  .int('Enter whole records')
  .min(1, 'At least 1 record')
  .max(100_000, 'At most 100,000 records')

/** Limits the accuracies that can be agreed. */
export const LEAST_ACCURACY = 50

const accuracy = (missing: string) =>
  z
    .number({ error: ({ input }) => (input === undefined ? missing : 'Enter a percentage') })
    .int('Enter whole percent')
    .min(LEAST_ACCURACY, `At least ${LEAST_ACCURACY}%`)
    .max(100, 'At most 100%')

export const accuracyPercent = accuracy('Enter a percentage')

/** Takes a minimum accuracy, or null for none, which has to be written out. */
export const statedMinAccuracy = accuracy(
  'State the minimum accuracy in percent, or null for none',
).nullable()

/** Limits the share of the price that a delivery at the minimum accuracy costs. */
export const floorPercent = z
  .number({ error: 'Enter a percentage' })
  .int('Enter whole percent')
  .min(1, 'At least 1%')
  .max(100, 'At most 100%')

export const formatsField = z
  .array(z.enum(dataFormats))
  .min(1, 'Choose at least one format')
  .max(dataFormats.length)

export const terms = z.object({
  priceCents: cents,
  timelineDays: z.number().int(),
  dataFormats: z.array(z.enum(dataFormats)),
  /** Null: no sample, no stated minimum. */
  sampleRecords: z.number().int().nullable(),
  minAccuracyPercent: z.number().int().nullable(),
  /** Both null: the price is fixed; see `priceAt`. */
  targetAccuracyPercent: z.number().int().nullable(),
  floorPricePercent: z.number().int().nullable(),
  privacyLevel: z.enum(privacyLevels),
  /** Null: no rows beyond those of the delivery. */
  moreRows: moreRowsTerm.nullable(),
  license: licenseTerms,
})
export type Terms = z.infer<typeof terms>

/** Holds the terms to change. */
export const proposedTerms = z.object({
  priceCents: amount('Total price').optional(),
  timelineDays: timelineDays.optional(),
  dataFormats: formatsField.optional(),
  sampleRecords: sampleRecords.optional(),
  minAccuracyPercent: accuracyPercent.optional(),
  /** Null for both makes the price a fixed one. */
  targetAccuracyPercent: accuracyPercent.nullable().optional(),
  floorPricePercent: floorPercent.nullable().optional(),
  privacyLevel: z.enum(privacyLevels).optional(),
  /** Null takes the right away. */
  moreRows: moreRowsTerm.nullable().optional(),
  license: licenseTerms.optional(),
})
export type ProposedTerms = z.infer<typeof proposedTerms>

/** Maps each term to its field in `Terms`. */
export const termFields = {
  price: 'priceCents',
  timeline: 'timelineDays',
  format: 'dataFormats',
  samples: 'sampleRecords',
  accuracy: 'minAccuracyPercent',
  target: 'targetAccuracyPercent',
  floor: 'floorPricePercent',
  privacy: 'privacyLevel',
  more: 'moreRows',
  license: 'license',
} as const satisfies Record<TermId, keyof Terms>

export const wholeNumber = new Intl.NumberFormat('en-US')

/** Returns `current` with the changes of `proposed`. */
export const applyProposal = (current: Terms, proposed: ProposedTerms): Terms => ({
  ...current,
  ...omitUndefined(proposed),
})

function omitUndefined(proposed: ProposedTerms): Partial<Terms> {
  return Object.fromEntries(Object.entries(proposed).filter(([, value]) => value !== undefined))
}

/** Describes the request's requirements that a term can miss. */
export const requirements = z.object({
  budgetMinCents: cents,
  budgetMaxCents: cents,
  timelineDays: z.number().int(),
  deliveryFormat: z.enum(dataFormats),
  sampleRecords: z.number().int().nullable(),
  minAccuracyPercent: z.number().int().nullable(),
  privacyLevel: z.enum(privacyLevels),
  moreRows: moreRowsTerm.nullable(),
  license: licenseTerms,
})
export type Requirements = z.infer<typeof requirements>

/** Returns a sentence for each term that misses the request; they block nothing. */
export function complianceFlags(
  values: Terms,
  asked: Requirements,
): Partial<Record<TermId, string>> {
  const flags: Partial<Record<TermId, string>> = {}
  if (values.priceCents > asked.budgetMaxCents) flags.price = "Above the request's budget"
  if (values.timelineDays > asked.timelineDays)
    flags.timeline = `${values.timelineDays - asked.timelineDays} days over the request's deadline`
  if (!values.dataFormats.includes(asked.deliveryFormat))
    flags.format = `The request asks for ${dataFormatLabels[asked.deliveryFormat]}`
  if ((values.sampleRecords ?? 0) < (asked.sampleRecords ?? 0))
    flags.samples = `The request asks for ${wholeNumber.format(asked.sampleRecords ?? 0)} sample records`
  if ((values.minAccuracyPercent ?? 0) < (asked.minAccuracyPercent ?? 0))
    flags.accuracy = `The request asks for ${asked.minAccuracyPercent}%`
  if (privacyLevels.indexOf(values.privacyLevel) < privacyLevels.indexOf(asked.privacyLevel))
    flags.privacy = `The request asks for ${privacyLevelLabels[asked.privacyLevel]}`
  if (!grantsRows(values.moreRows, asked.moreRows))
    flags.more = `The request asks for: ${lowerFirst(moreRowsText(asked.moreRows))}`
  const { reason } = checkLicense(asked.license, values.license)
  if (reason) flags.license = reason
  return flags
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
