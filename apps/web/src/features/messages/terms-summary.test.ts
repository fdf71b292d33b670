import type { CurrentTerms } from '@semblance/contract'
import { expect, test } from 'vitest'
import { complianceSummary, termsLine } from './terms-summary.ts'

const term = (
  id: CurrentTerms['terms'][number]['id'],
  currentValue: string,
  proposedValue: string | null = null,
  flag: string | null = null,
) => ({
  id,
  label: id,
  currentValue,
  proposedValue,
  flag,
  status: proposedValue ? ('pending' as const) : ('agreed' as const),
})

const terms = [
  term('price', '$18,500'),
  term('timeline', '14 days', '16 days'),
  term('format', 'CSV'),
  term('samples', '1,000'),
]

test('the summary counts what is agreed and what misses the request', () => {
  expect(complianceSummary({ terms })).toEqual({
    text: '3 of 4 terms agreed. Compliance check passed.',
    notes: 0,
  })
  const flagged = [...terms, term('accuracy', '80%', null, 'The request asks for 95%')]
  expect(complianceSummary({ terms: flagged }).text).toBe(
    '4 of 5 terms agreed. Compliance check: 1 note.',
  )
})

test('one line names price, timeline and format, with what is proposed', () => {
  expect(termsLine({ terms })).toBe('$18,500, 14 days to 16 days, CSV')
})
