/** The terms in a sentence. */
import { type CurrentTerms, complianceChecks } from '@semblance/contract'
import { plural } from '@/lib/format.ts'
import { termRows } from './term-rows.ts'

/** Returns "8 of 9 terms agreed. Compliance check: 7 terms compared with the request, 1 misses it." */
export function complianceSummary(terms: CurrentTerms): { text: string; notes: number } {
  const rows = termRows(terms)
  const agreed = rows.filter(({ proposed }) => proposed === null).length
  const checks = complianceChecks(terms.values, terms.requirements)
  const missed = checks.filter(({ verdict }) => verdict === 'misses').length
  const unclear = checks.filter(({ verdict }) => verdict === 'cannot_tell').length
  const results = [
    missed > 0 && `${missed} ${missed === 1 ? 'misses' : 'miss'} it`,
    unclear > 0 && `${unclear} cannot be told`,
  ].filter(Boolean)
  const outcome = results.length > 0 ? results.join(', ') : 'all meet it'
  return {
    text: `${agreed} of ${rows.length} terms agreed. Compliance check: ${plural(checks.length, 'term')} compared with the request, ${outcome}.`,
    notes: missed + unclear,
  }
}

/** "$18,500, 14 days to 16 days, CSV": price, timeline and format for a narrow screen. */
export function termsLine(terms: CurrentTerms): string {
  return termRows(terms)
    .slice(0, 3)
    .map(({ current, proposed }) => (proposed === null ? current : `${current} to ${proposed}`))
    .join(', ')
}
