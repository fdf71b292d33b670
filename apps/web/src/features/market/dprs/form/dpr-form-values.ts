/** The typed form made from a request or a draft, and a draft made from the typed form. */
import {
  categories,
  type DprDetail,
  type DraftContent,
  dataFormatLabels,
  OPEN_DAYS,
  privacyLevelLabels,
} from '@semblance/contract'
import { minimumText } from '@/components/blocks/accuracy/no-minimum.ts'
import {
  defaultLicenseDraft,
  knownLicenseDraft,
  type LicenseDraft,
  licenseDraftOf,
} from '@/components/blocks/license/license-draft.ts'
import {
  isWithoutRows,
  moreRowsDraftOf,
  noMoreRows,
} from '@/components/blocks/more-rows/more-rows-draft.ts'
import { count, formatUsdInput } from '@/lib/format.ts'
import { typedFromContract, typedFromDraftContract } from '../data-contract/typed-data-contract.ts'
import { type DprFormInput, emptyDprForm } from './dpr-form-schema.ts'

/** Describes a form in progress; choices not made yet are missing. */
export type StartedDprForm = Omit<DprFormInput, 'category' | 'deliveryFormat'> &
  Partial<Pick<DprFormInput, 'category' | 'deliveryFormat'>>

export function typedFromDraft(content: DraftContent): StartedDprForm {
  return {
    ...emptyDprForm,
    ...content,
    category: known(categories, content.category),
    deliveryFormat: known(dataFormatLabels, content.deliveryFormat),
    privacyLevel: known(privacyLevelLabels, content.privacyLevel) ?? 'standard',
    moreRows: { ...noMoreRows, ...content.moreRows },
    license: knownLicenseDraft(content.license ?? {}),
    dataContract: typedFromDraftContract(content.dataContract),
  }
}

/** Converts a whole request to form values, for posting it again. */
export function typedFromDpr(dpr: DprDetail): StartedDprForm {
  return {
    title: dpr.title,
    category: dpr.category,
    description: dpr.description,
    useCase: dpr.useCase,
    specifications: dpr.specifications,
    technicalRequirements: dpr.technicalRequirements,
    deliverables: dpr.deliverables,
    minRecords: numberText(dpr.minRecords),
    minAccuracyPercent: minimumText(dpr.minAccuracyPercent),
    sampleRecords: numberText(dpr.sampleRecords),
    privacyLevel: dpr.privacyLevel,
    license: licenseDraftOf(dpr.license),
    dataContract: typedFromContract(dpr.dataContract),
    budgetMinCents: formatUsdInput(dpr.budgetMinCents),
    budgetMaxCents: formatUsdInput(dpr.budgetMaxCents),
    moreRows: moreRowsDraftOf(dpr.moreRows),
    timelineDays: String(dpr.timelineDays),
    deliveryFormat: dpr.deliveryFormat,
    closesInDays: String(OPEN_DAYS),
    reviewDays: String(dpr.reviewDays),
    complianceRequirements: dpr.complianceRequirements,
    vendorMinRating: dpr.vendorMinRating === null ? '' : String(dpr.vendorMinRating),
    vendorMinCompleted: numberText(dpr.vendorMinCompleted),
    vendorPreferences: dpr.vendorPreferences ?? '',
    contacts: dpr.contacts ?? '',
    notes: dpr.notes ?? '',
  }
}

/** Converts another client's request to a template: what it asks for, without its name, money and notes. */
export const typedFromOthers = (dpr: DprDetail): StartedDprForm => ({
  ...typedFromDpr(dpr),
  title: '',
  budgetMinCents: '',
  budgetMaxCents: '',
  notes: '',
})

/** Converts form values to a draft for JSON, without missing ones. */
export const draftOf = (typed: StartedDprForm): DraftContent =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value != null))

/** Returns true if any field differs from an untouched form. */
export function isStarted(typed: StartedDprForm): boolean {
  return (Object.keys(emptyDprForm) as (keyof typeof emptyDprForm)[]).some((name) => {
    const value = typed[name]
    if (Array.isArray(value)) return value.some((line) => line.trim())
    if (name === 'moreRows') return !isWithoutRows(typed.moreRows)
    if (name === 'license') return !isDefaultLicense(typed.license)
    if (typeof value === 'object') return value !== null
    return (value ?? '').trim() !== (emptyDprForm[name] ?? '')
  })
}

const isDefaultLicense = (license: LicenseDraft) =>
  JSON.stringify(knownLicenseDraft(license)) === JSON.stringify(defaultLicenseDraft)

const known = <Key extends string>(labels: Record<Key, string>, text = ''): Key | undefined =>
  Object.hasOwn(labels, text) ? (text as Key) : undefined

const numberText = (value: number | null) => (value === null ? '' : count(value))
