/** The compliance checks of an offer: which terms are compared with the request, and how each one ends. */
import { type CheckVerdict, checkLicense } from '../licensing/license-check.ts'
import { licenseLine } from '../licensing/license-words.ts'
import { formatTerm, formatValue } from '../term-changes.ts'
import { complianceFlags, type Requirements, type TermId, type Terms } from '../terms.ts'

/** Lists the terms that a request asks for and that are compared. */
const comparedTerms = [
  'price',
  'timeline',
  'format',
  'samples',
  'accuracy',
  'privacy',
  'more',
  'license',
] as const satisfies readonly TermId[]
export type ComparedTerm = (typeof comparedTerms)[number]

export type ComplianceCheck = {
  term: ComparedTerm
  /** Hold the values of the request and the offer in words. */
  asked: string
  offered: string
  verdict: CheckVerdict
  /** Explains a miss or a doubt in a sentence; null where the term meets the request. */
  reason: string | null
}

/** States what no program compares: it is in words, or checked when the data is delivered. */
export const notCompared =
  "Not compared: the request's compliance requirements, specifications and use case, which are in words. Its data contract is checked against the delivery."

const asked: Record<ComparedTerm, (request: Requirements) => string> = {
  price: ({ budgetMaxCents }) => `at most ${formatValue('price', String(budgetMaxCents))}`,
  timeline: ({ timelineDays }) => `at most ${formatValue('timeline', timelineDays)}`,
  format: ({ deliveryFormat }) => formatValue('format', [deliveryFormat]),
  samples: ({ sampleRecords }) =>
    sampleRecords === null ? 'none' : `at least ${formatValue('samples', sampleRecords)}`,
  accuracy: ({ minAccuracyPercent: percent }) =>
    percent === null ? 'none' : `at least ${formatValue('accuracy', percent)}`,
  privacy: ({ privacyLevel }) => formatValue('privacy', privacyLevel),
  more: ({ moreRows }) => (moreRows === null ? 'none' : formatValue('more', moreRows)),
  license: ({ license }) => licenseLine(license),
}

/** Compares an offer's terms with the request, in the order of `termIds`. Nothing is blocked by a check. */
export function complianceChecks(values: Terms, request: Requirements): ComplianceCheck[] {
  const flags = complianceFlags(values, request)
  return comparedTerms.map((term) => {
    const reason = flags[term] ?? null
    const verdict =
      term === 'license'
        ? checkLicense(request.license, values.license).verdict
        : reason === null
          ? 'meets'
          : 'misses'
    return { term, asked: asked[term](request), offered: formatTerm(term, values), verdict, reason }
  })
}
