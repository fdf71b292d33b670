/** A request as its panels show it: posted, or still being typed. */
import { type DprDetail, defaultLicense, parseDollars } from '@semblance/contract'
import { readLicense } from '@/components/blocks/license/license-draft.ts'
import { readMoreRows } from '@/components/blocks/more-rows/more-rows-draft.ts'
import { usd, usdRange } from '@/lib/format.ts'
import { typedDataContract } from '../data-contract/typed-data-contract.ts'
import { closingDay } from './closing.ts'
import { readNumber } from './dpr-form-schema.ts'
import type { StartedDprForm } from './dpr-form-values.ts'

type Words =
  | 'title'
  | 'description'
  | 'useCase'
  | 'complianceRequirements'
  | 'specifications'
  | 'technicalRequirements'
  | 'deliverables'
  | 'privacyLevel'
  | 'moreRows'
  | 'license'
  | 'minRecords'
  | 'minAccuracyPercent'
  | 'sampleRecords'
  | 'vendorMinRating'
  | 'vendorMinCompleted'
  | 'vendorPreferences'
  | 'notes'
  | 'dataContract'
type MaybeUnset =
  | 'category'
  | 'deliveryFormat'
  | 'budgetMinCents'
  | 'budgetMaxCents'
  | 'timelineDays'
  | 'closesAt'
  | 'reviewDays'

/** Describes a request as its panels show it; a posted request matches it, too. */
export type DprViewModel = Pick<DprDetail, Words> & {
  [Name in MaybeUnset]: DprDetail[Name] | null
} & { id?: string; createdAt: Date; closedAt?: Date | null; contacts?: string | null }

/** Returns the vendors' view of the form's present values. */
export function toDprViewModel(typed: Partial<StartedDprForm>, now: Date): DprViewModel {
  return {
    title: typed.title?.trim() || 'Untitled request',
    description: typed.description?.trim() ?? '',
    useCase: typed.useCase?.trim() ?? '',
    complianceRequirements: typed.complianceRequirements?.trim() ?? '',
    specifications: filled(typed.specifications),
    technicalRequirements: filled(typed.technicalRequirements),
    deliverables: filled(typed.deliverables),
    privacyLevel: typed.privacyLevel ?? 'standard',
    moreRows: (typed.moreRows && readMoreRows(typed.moreRows)) ?? null,
    license: (typed.license && readLicense(typed.license)) ?? defaultLicense,
    minRecords: numberOf(typed.minRecords),
    minAccuracyPercent: numberOf(typed.minAccuracyPercent),
    sampleRecords: numberOf(typed.sampleRecords),
    vendorMinRating: numberOf(typed.vendorMinRating),
    vendorMinCompleted: numberOf(typed.vendorMinCompleted),
    vendorPreferences: typed.vendorPreferences?.trim() || null,
    notes: typed.notes?.trim() || null,
    dataContract: typedDataContract.safeParse(typed.dataContract).data ?? null,
    category: typed.category ?? null,
    deliveryFormat: typed.deliveryFormat ?? null,
    budgetMinCents: parseDollars(typed.budgetMinCents ?? ''),
    budgetMaxCents: parseDollars(typed.budgetMaxCents ?? ''),
    timelineDays: numberOf(typed.timelineDays),
    reviewDays: numberOf(typed.reviewDays),
    closesAt: closingDay(typed.closesInDays ?? '', now.getTime()),
    createdAt: now,
  }
}

/** "$15K – $25K", or the one end there is; null without any. */
export function budgetOf(
  dpr: Pick<DprViewModel, 'budgetMinCents' | 'budgetMaxCents'>,
): string | null {
  const { budgetMinCents: from, budgetMaxCents: to } = dpr
  if (from !== null && to !== null) return usdRange(Number(from), Number(to))
  const end = from ?? to
  return end === null ? null : usd(Number(end))
}

const filled = (lines: readonly string[] = []) => lines.map((line) => line.trim()).filter(Boolean)

function numberOf(text = ''): number | null {
  const value = readNumber(text)
  return Number.isFinite(value) && value > 0 ? value : null
}
