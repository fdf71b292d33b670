/** Propose Contract Changes as it is typed: a blank value is no change. */
import {
  applyProposal,
  type CurrentTerms,
  complianceFlags,
  type DataFormat,
  diffTerms,
  type PrivacyLevel,
  type ProposedTerms,
  parseDollars,
  parseWhole,
  proposedTerms,
  type TermId,
  termFields,
} from '@semblance/contract'
import {
  type LicenseDraft,
  licenseDraftOf,
  typedLicense,
} from '@/components/blocks/license/license-draft.ts'
import {
  isWithoutRows,
  type MoreRowsDraft,
  moreRowsDraftOf,
  noMoreRows,
  typedMoreRows,
} from '@/components/blocks/more-rows/more-rows-draft.ts'
import { formatUsdInput } from '@/lib/format.ts'

export type ProposalDraft = {
  price: string
  timeline: string
  format: DataFormat[]
  samples: string
  accuracy: string
  target: string
  floor: string
  /** True to have a fixed price in place of one that follows the accuracy. */
  isFixedPrice: boolean
  privacy: PrivacyLevel | ''
  /** Both empty: no change. */
  more: MoreRowsDraft
  /** True to take the right to more rows away. */
  isWithoutMore: boolean
  /** Null: no change. */
  license: LicenseDraft | null
  note: string
}

export const blankProposal: ProposalDraft = {
  price: '',
  timeline: '',
  format: [],
  samples: '',
  accuracy: '',
  target: '',
  floor: '',
  isFixedPrice: false,
  privacy: '',
  more: noMoreRows,
  isWithoutMore: false,
  license: null,
  note: '',
}

/** Returns the draft of a proposal; a counterproposal starts with the other party's terms. */
export function draftOf(proposed: ProposedTerms): ProposalDraft {
  const text = (value: number | null | undefined) => (value == null ? '' : String(value))
  const { priceCents } = proposed
  return {
    price: priceCents === undefined ? '' : formatUsdInput(priceCents),
    timeline: text(proposed.timelineDays),
    format: proposed.dataFormats ?? [],
    samples: text(proposed.sampleRecords),
    accuracy: text(proposed.minAccuracyPercent),
    target: text(proposed.targetAccuracyPercent),
    floor: text(proposed.floorPricePercent),
    isFixedPrice: proposed.targetAccuracyPercent === null,
    privacy: proposed.privacyLevel ?? '',
    more: moreRowsDraftOf(proposed.moreRows),
    isWithoutMore: proposed.moreRows === null,
    license: proposed.license ? licenseDraftOf(proposed.license) : null,
    note: '',
  }
}

type Reading = {
  /** Only what really differs from the current terms, in the order of the list. */
  changes: ProposedTerms
  changed: TermId[]
  problems: Partial<Record<TermId, string>>
  flags: Partial<Record<TermId, string>>
}

/** "16 days", "95 %" and "1,000" are numbers, too; null when it is none. */
const parseCount = (text: string) => parseWhole(text.trim().replace(/(days?|%|records?)$/i, ''))

const percentTerms = ['accuracy', 'target', 'floor'] as const
type PercentTerm = (typeof percentTerms)[number]

/** Lists the terms that a fixed price takes away, both together. */
const slopeTerms = ['target', 'floor'] as const

/** Returns true for a term that the draft takes away; a value typed for it does not count. */
export const isCleared = (draft: Pick<ProposalDraft, 'isFixedPrice'>, term: TermId): boolean =>
  draft.isFixedPrice && slopeTerms.some((one) => one === term)

/** Reads what was typed against the terms as they stand. */
export function readDraft(draft: ProposalDraft, current: CurrentTerms): Reading {
  const problems: Reading['problems'] = {}
  const typed: Record<string, unknown> = {}
  const read = <Value>(term: TermId, text: string, parse: () => Value | null, problem: string) => {
    if (text.trim() === '') return
    const value = parse()
    if (value === null) problems[term] = problem
    else typed[termFields[term]] = value
  }
  const count = (term: 'timeline' | 'samples' | PercentTerm, problem: string) =>
    read(term, draft[term], () => parseCount(draft[term]), problem)

  read('price', draft.price, () => parseDollars(draft.price), 'Enter an amount, such as 18,500')
  count('timeline', 'Enter a whole number of days')
  count('samples', 'Enter a whole number of records')
  for (const term of percentTerms) if (!isCleared(draft, term)) count(term, 'Enter whole percent')
  if (draft.format.length > 0) typed.dataFormats = draft.format
  if (draft.privacy) typed.privacyLevel = draft.privacy
  if (draft.isWithoutMore) typed.moreRows = null
  else if (!isWithoutRows(draft.more)) {
    const { data, error } = typedMoreRows.safeParse(draft.more)
    if (data) typed.moreRows = data
    else problems.more = error?.issues[0]?.message
  }
  if (draft.license) {
    const { data, error } = typedLicense.safeParse(draft.license)
    if (data) typed.license = data
    else problems.license = error?.issues[0]?.message
  }

  for (const term of ['price', 'timeline', 'samples', ...percentTerms] as const) {
    const field = termFields[term]
    const checked = proposedTerms.shape[field].safeParse(typed[field])
    if (checked.success) continue
    problems[term] = checked.error.issues[0]?.message
    delete typed[field]
  }
  if (draft.isFixedPrice) for (const term of slopeTerms) typed[termFields[term]] = null
  return { problems, ...differences(current, typed as ProposedTerms) }
}

function differences(current: CurrentTerms, proposed: ProposedTerms) {
  const changed = diffTerms(current.values, proposed).map(({ field }) => field)
  const fields = new Set<string>(changed.map((term) => termFields[term]))
  const changes: ProposedTerms = Object.fromEntries(
    Object.entries(proposed).filter(([field]) => fields.has(field)),
  )
  const flagsOfAll = complianceFlags(applyProposal(current.values, changes), current.requirements)
  const flags: Reading['flags'] = {}
  for (const term of changed) if (flagsOfAll[term]) flags[term] = flagsOfAll[term]
  return { changes, changed, flags }
}
