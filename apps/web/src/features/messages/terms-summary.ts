/** The terms in a sentence. */
import { type CurrentTerms, termIds } from '@semblance/contract'
import { plural } from '@/lib/format.ts'

/** "5 of 6 terms agreed. Compliance check passed." */
export function complianceSummary({ terms }: Pick<CurrentTerms, 'terms'>): {
  text: string
  notes: number
} {
  const agreed = terms.filter(({ status }) => status === 'agreed').length
  const notes = terms.filter(({ flag }) => flag !== null).length
  const check =
    notes === 0 ? 'Compliance check passed.' : `Compliance check: ${plural(notes, 'note')}.`
  return { text: `${agreed} of ${terms.length} terms agreed. ${check}`, notes }
}

/** "$18,500, 14 days to 16 days, CSV": price, timeline and format for a narrow screen. */
export function termsLine({ terms }: Pick<CurrentTerms, 'terms'>): string {
  return termIds
    .slice(0, 3)
    .flatMap((id) => terms.find((term) => term.id === id) ?? [])
    .map(({ currentValue, proposedValue }) =>
      proposedValue === null ? currentValue : `${currentValue} to ${proposedValue}`,
    )
    .join(', ')
}
