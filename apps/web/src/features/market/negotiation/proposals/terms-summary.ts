/** The terms in a sentence. */
import type { CurrentTerms } from '@semblance/contract'
import { plural } from '@/lib/format.ts'
import { termRows } from './term-rows.ts'

/** "5 of 6 terms agreed. Compliance check passed." */
export function complianceSummary(terms: CurrentTerms): { text: string; notes: number } {
  const rows = termRows(terms)
  const agreed = rows.filter(({ proposed }) => proposed === null).length
  const notes = rows.filter(({ flag }) => flag !== null).length
  const check =
    notes === 0 ? 'Compliance check passed.' : `Compliance check: ${plural(notes, 'note')}.`
  return { text: `${agreed} of ${rows.length} terms agreed. ${check}`, notes }
}

/** "$18,500, 14 days to 16 days, CSV": price, timeline and format for a narrow screen. */
export function termsLine(terms: CurrentTerms): string {
  return termRows(terms)
    .slice(0, 3)
    .map(({ current, proposed }) => (proposed === null ? current : `${current} to ${proposed}`))
    .join(', ')
}
