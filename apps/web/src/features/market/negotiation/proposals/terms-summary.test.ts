import { type CurrentTerms, defaultLicense } from '@semblance/contract'
import { expect, test } from 'vitest'
import { termRows } from './term-rows.ts'
import { complianceSummary, termsLine } from './terms-summary.ts'

const terms: CurrentTerms = {
  offerId: 'OFR-1',
  offerStatus: 'pending',
  contractId: null,
  contractStatus: null,
  revision: 1,
  values: {
    priceCents: 18_500_00n,
    timelineDays: 14,
    dataFormats: ['csv'],
    sampleRecords: 1000,
    minAccuracyPercent: null,
    targetAccuracyPercent: null,
    floorPricePercent: null,
    privacyLevel: 'standard',
    moreRows: null,
    license: defaultLicense,
  },
  requirements: {
    budgetMinCents: 15_000_00n,
    budgetMaxCents: 20_000_00n,
    timelineDays: 15,
    deliveryFormat: 'csv',
    sampleRecords: 500,
    minAccuracyPercent: null,
    privacyLevel: 'standard',
    moreRows: null,
    license: defaultLicense,
  },
  pendingChanges: [{ field: 'timeline', from: 14, to: 16 }],
  pendingProposalId: 'proposal',
  pendingIsOwn: false,
  canPropose: true,
  answeringEndedAt: null,
}

test('the summary counts what is agreed and what misses the request', () => {
  expect(complianceSummary(terms)).toEqual({
    text: '9 of 10 terms agreed. Compliance check: 8 terms compared with the request, all meet it.',
    notes: 0,
  })
  const asked = { ...terms.requirements, minAccuracyPercent: 95 }
  expect(complianceSummary({ ...terms, requirements: asked }).text).toBe(
    '9 of 10 terms agreed. Compliance check: 8 terms compared with the request, 1 misses it.',
  )
})

test('what no rule can decide is told apart from what misses the request', () => {
  const license = { ...defaultLicense, purposes: ['research' as const] }
  const requirements = { ...terms.requirements, license }
  expect(complianceSummary({ ...terms, requirements })).toMatchObject({
    text: '9 of 10 terms agreed. Compliance check: 8 terms compared with the request, 1 cannot be told.',
    notes: 1,
  })
})

test('one line names price, timeline and format, with what is proposed', () => {
  expect(termsLine(terms)).toBe('$18,500, 14 days to 16 days, CSV')
})

test('a proposed value recorded as text before changes were values is shown as that text', () => {
  const legacyText = { from: 'two weeks', to: 'sixteen days' }
  const rows = termRows({ ...terms, pendingChanges: [{ field: 'timeline', legacyText }] })
  expect(rows[1]).toMatchObject({ current: '14 days', proposed: 'sixteen days' })
})
