/** The request form as people type it: money and numbers are text until it is sent. */
import { dprForm, OPEN_DAYS, parseDollars, parseWhole, REVIEW_DAYS } from '@semblance/contract'
import { z } from 'zod'
import { minimumMissing, NO_MINIMUM } from '@/components/blocks/accuracy/no-minimum.ts'
import { defaultLicenseDraft, typedLicense } from '@/components/blocks/license/license-draft.ts'
import { noMoreRows, typedMoreRows } from '@/components/blocks/more-rows/more-rows-draft.ts'
import { typedDataContract } from '../data-contract/typed-data-contract.ts'

const dollars = z.string().transform((text, context) => {
  const cents = parseDollars(text)
  if (cents !== null) return cents
  const message = text.trim() ? 'Enter dollars, such as 18,500' : 'Budget is required'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/**
 * Parses a number, including negative and decimal ones, so that the field can report the mistake.
 * NaN for other text.
 */
export const readNumber = (text: string) =>
  parseWhole(text) ?? (/^-?\d+(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : Number.NaN)

const typedNumber = z.string().transform(readNumber)

const typedNumberOrNull = z.string().transform((text) => (text.trim() ? readNumber(text) : null))

/** A minimum accuracy, or the choice of none; an empty field is neither. */
const typedMinimum = z
  .string()
  .refine((text) => text.trim() !== '', { error: minimumMissing, abort: true })
  .transform((text) => (text === NO_MINIMUM ? null : readNumber(text)))

/** Rows left empty are none. */
const typedLines = z
  .array(z.string())
  .transform((lines) => lines.map((line) => line.trim()).filter(Boolean))

const { shape } = dprForm

export const dprFormSchema = z
  .object({
    ...shape,
    budgetMinCents: dollars,
    budgetMaxCents: dollars,
    timelineDays: typedNumber.pipe(shape.timelineDays),
    specifications: typedLines.pipe(shape.specifications.unwrap()),
    technicalRequirements: typedLines.pipe(shape.technicalRequirements.unwrap()),
    deliverables: typedLines.pipe(shape.deliverables.unwrap()),
    minRecords: typedNumberOrNull.pipe(shape.minRecords.unwrap()),
    minAccuracyPercent: typedMinimum.pipe(shape.minAccuracyPercent),
    sampleRecords: typedNumberOrNull.pipe(shape.sampleRecords.unwrap()),
    privacyLevel: shape.privacyLevel.unwrap(),
    moreRows: typedMoreRows,
    license: typedLicense,
    vendorMinRating: typedNumberOrNull.pipe(shape.vendorMinRating.unwrap()),
    vendorMinCompleted: typedNumberOrNull.pipe(shape.vendorMinCompleted.unwrap()),
    vendorPreferences: z
      .string()
      .transform((text): string | null | undefined => text)
      .pipe(shape.vendorPreferences),
    dataContract: typedDataContract,
    notes: z.string().pipe(shape.notes.unwrap()),
    closesInDays: typedNumber.pipe(shape.closesInDays.unwrap()),
    reviewDays: typedNumber.pipe(shape.reviewDays.unwrap()),
  })
  // A pipe asks for the very input type, whose fields may be missing.
  .transform((values): z.input<typeof dprForm> => values)
  .pipe(dprForm)
export type DprFormInput = z.input<typeof dprFormSchema>
export type DprFieldName = keyof DprFormInput

/** Holds the empty form; the keys are in the form's order. */
export const emptyDprForm = {
  title: '',
  category: undefined,
  description: '',
  useCase: '',
  specifications: [],
  technicalRequirements: [],
  deliverables: [],
  minRecords: '',
  minAccuracyPercent: '',
  sampleRecords: '',
  privacyLevel: 'standard',
  dataContract: null,
  budgetMinCents: '',
  budgetMaxCents: '',
  timelineDays: '',
  deliveryFormat: undefined,
  moreRows: noMoreRows,
  license: defaultLicenseDraft,
  closesInDays: String(OPEN_DAYS),
  reviewDays: String(REVIEW_DAYS),
  complianceRequirements: '',
  vendorMinRating: '',
  vendorMinCompleted: '',
  vendorPreferences: '',
  contacts: '',
  notes: '',
} satisfies { [Name in DprFieldName]: DprFormInput[Name] | undefined }

/** Lists the fields that must be filled before a request can be posted. */
export const requiredFields = [
  'title',
  'category',
  'description',
  'useCase',
  'budgetMinCents',
  'budgetMaxCents',
  'timelineDays',
  'minAccuracyPercent',
  'deliveryFormat',
  'complianceRequirements',
  'contacts',
] as const satisfies readonly DprFieldName[]
