import { type CurrentTerms, defaultLicense } from '@semblance/contract'
import { expect, test } from 'vitest'
import { licenseDraftOf } from '@/components/blocks/license/license-draft.ts'
import { blankProposal, draftOf, readDraft } from './proposal-draft.ts'

const current: CurrentTerms = {
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
    minAccuracyPercent: 90,
    privacyLevel: 'standard',
    moreRows: null,
    license: defaultLicense,
  },
  pendingChanges: [],
  pendingProposalId: null,
  pendingIsOwn: false,
  canPropose: true,
  answeringEndedAt: null,
}

const read = (typed: Partial<typeof blankProposal>) =>
  readDraft({ ...blankProposal, ...typed }, current)

test('a blank value is no change, nor is one that is only spaces or the same', () => {
  expect(read({}).changed).toEqual([])
  expect(read({ price: '   ', timeline: ' ' }).changed).toEqual([])
  const same = read({ price: '$18,500', timeline: '14 days', format: ['csv'], samples: '1,000' })
  expect(same).toMatchObject({ changed: [], changes: {}, problems: {} })
})

test('values are read as people type them, and only the differing ones are sent', () => {
  const typed = read({ price: '17,900', timeline: '14', format: ['csv', 'json'], accuracy: '95 %' })
  expect(typed.changed).toEqual(['price', 'format', 'accuracy'])
  expect(typed.changes).toEqual({
    priceCents: 17_900_00n,
    dataFormats: ['csv', 'json'],
    minAccuracyPercent: 95,
  })
})

test('a license is proposed whole once a part differs, and flagged where it grants less', () => {
  const license = licenseDraftOf(defaultLicense)
  expect(read({ license }).changed).toEqual([])
  const typed = read({ license: { ...license, termMonths: '12' } })
  expect(typed.changes).toEqual({ license: { ...defaultLicense, termMonths: 12 } })
  expect(typed.flags.license).toBe('Grants less than the request asks for: term')
  expect(read({ license: { ...license, purposes: [] } }).problems).toEqual({
    license: 'Choose at least one purpose',
  })
})

test('a value outside the request is flagged, not refused', () => {
  const typed = read({ price: '21000', timeline: '16', samples: '100', accuracy: '95' })
  expect(typed.problems).toEqual({})
  expect(Object.keys(typed.flags)).toEqual(['price', 'timeline', 'samples'])
})

test('what cannot be read names its field and is no change', () => {
  const typed = read({ price: 'a lot', timeline: '400', samples: '1.5', accuracy: '20' })
  expect(Object.keys(typed.problems).sort()).toEqual(['accuracy', 'price', 'samples', 'timeline'])
  expect(typed.changed).toEqual([])
})

test('a counter begins with what was proposed', () => {
  const draft = draftOf({ priceCents: 17_900_50n, timelineDays: 16, dataFormats: ['json'] })
  expect(draft).toEqual({
    ...blankProposal,
    price: '17,900.50',
    timeline: '16',
    format: ['json'],
  })
  expect(read(draft).changed).toEqual(['price', 'timeline', 'format'])
})

test('a fixed price takes both terms of the accuracy away, whatever was typed for them', () => {
  const sloped = {
    ...current,
    values: {
      ...current.values,
      minAccuracyPercent: 90,
      targetAccuracyPercent: 95,
      floorPricePercent: 60,
    },
  }
  const typed = { ...blankProposal, target: '200', floor: 'half', isFixedPrice: true }
  const cleared = { targetAccuracyPercent: null, floorPricePercent: null }
  expect(readDraft(typed, sloped)).toMatchObject({
    changed: ['target', 'floor'],
    changes: cleared,
    problems: {},
  })
  expect(readDraft(typed, current).changed).toEqual([])
  expect(draftOf(cleared)).toEqual({ ...blankProposal, isFixedPrice: true })
})
