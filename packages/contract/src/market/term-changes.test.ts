import { expect, it } from 'vitest'
import { defaultLicense } from './licensing/license-terms.ts'
import { grantsRows } from './rules/more-rows.ts'
import {
  describeChange,
  diffTerms,
  joinChanges,
  type OfferValues,
  offerChange,
  offerValues,
  statedValues,
  termValues,
} from './term-changes.ts'
import type { Terms } from './terms.ts'

const terms: Terms = {
  priceCents: 1_850_000n,
  timelineDays: 10,
  dataFormats: ['csv', 'json'],
  sampleRecords: null,
  minAccuracyPercent: 95,
  targetAccuracyPercent: null,
  floorPricePercent: null,
  privacyLevel: 'standard',
  moreRows: null,
  license: defaultLicense,
}

it('terms differ by their values, in the order of the terms', () => {
  const proposed = { privacyLevel: 'high', sampleRecords: 500, priceCents: 1_850_050n } as const
  expect(diffTerms(terms, proposed)).toEqual([
    { field: 'price', from: '1850000', to: '1850050' },
    { field: 'samples', from: null, to: 500 },
    { field: 'privacy', from: 'standard', to: 'high' },
  ])
})

it('the same values are no change, nor are the same formats in another order', () => {
  const { priceCents, timelineDays, privacyLevel } = terms
  const proposed = { priceCents, timelineDays, privacyLevel, minAccuracyPercent: 95 }
  expect(diffTerms(terms, { ...proposed, dataFormats: ['json', 'csv'] })).toEqual([])
})

it('a license is the same whatever the order of its fields and lists, and its change names the parts that differ', () => {
  const { purposes, ...others } = defaultLicense
  const turned = { ...others, purposes: purposes.toReversed() }
  expect(diffTerms(terms, { license: turned })).toEqual([])
  const [change] = diffTerms(terms, { license: { ...turned, termMonths: 12 } })
  expect(describeChange(offerChange.parse(change))).toEqual({
    label: 'License',
    from: 'Term: no end',
    to: 'Term: 12 months from the delivery',
  })
})

it('each kind of change is read as both parties read it', () => {
  const texts = [
    { field: 'price', from: '1850000', to: '1850050' },
    { field: 'timeline', from: 1, to: 10 },
    { field: 'format', from: ['csv'], to: ['xlsx', 'json'] },
    { field: 'samples', from: null, to: 1000 },
    { field: 'accuracy', from: 95, to: null },
    { field: 'privacy', from: 'standard', to: 'maximum' },
    { field: 'support', from: 'none', to: '30_days' },
    { field: 'timeline', legacyText: { from: 'two weeks', to: 'a month' } },
  ].map((change) => Object.values(describeChange(offerChange.parse(change))))
  expect(texts).toEqual([
    ['Total Price', '$18,500', '$18,500.50'],
    ['Delivery Timeline', '1 day', '10 days'],
    ['Data Format', 'CSV', 'Excel (XLSX), JSON'],
    ['Sample Records', 'None', '1,000'],
    ['Minimum Accuracy', '95%', 'Not stated'],
    ['Privacy Level', 'Standard (ε ≤ 3)', 'Maximum (ε ≤ 0.5)'],
    ['Support period', 'No support', '30 days post-delivery'],
    ['Delivery Timeline', 'two weeks', 'a month'],
  ])
})

it.each([
  { field: 'price', from: '$18,500', to: '$17,000' },
  { field: 'timeline', from: '10 days', to: '14 days' },
  { field: 'privacy', from: 'High (ε ≤ 1)', to: 'standard' },
  { field: 'format', from: 'CSV', to: ['csv'] },
])('a text is no value: %j', (change) => {
  expect(offerChange.safeParse(change).success).toBe(false)
})

it('changes in a row are one, and none when the value came back', () => {
  const first = { field: 'format', from: ['csv'], to: ['json'] } as const
  const joined = (to: ('csv' | 'xlsx')[]) =>
    joinChanges({ ...first, from: ['csv'], to: ['json'] }, { ...first, from: ['json'], to })
  expect(joined(['csv'])).toBeNull()
  expect(joined(['csv', 'xlsx'])).toEqual({ field: 'format', from: ['csv'], to: ['csv', 'xlsx'] })
  const legacyText = { from: 'two weeks', to: 'ten days' }
  expect(
    joinChanges({ field: 'timeline', legacyText }, { field: 'timeline', from: 10, to: 21 }),
  ).toEqual({ field: 'timeline', legacyText: { from: 'two weeks', to: '21 days' } })
})

it('a right to more rows differs by its numbers, reads as a sentence, and is left out of what is stated where there is none', () => {
  const term = { rows: 5000, draws: 10 }
  expect(diffTerms({ ...terms, moreRows: term }, { moreRows: { ...term } })).toEqual([])
  const [change] = diffTerms(terms, { moreRows: term })
  expect(describeChange(offerChange.parse(change))).toEqual({
    label: 'More Rows',
    from: 'None',
    to: 'Up to 5,000 rows, 10 times',
  })
  const values: OfferValues = {
    ...termValues(terms),
    services: '0',
    description: 'D',
    deliverables: ['D'],
    payment: 'on_delivery',
    delivery: 'download',
    support: 'none',
    sample: null,
  }
  expect(statedValues(values)).not.toHaveProperty('more')
  expect(offerValues.parse(statedValues({ ...values, more: term })).more).toEqual(term)
})

it.each([
  [null, null, true],
  [{ rows: 1, draws: 1 }, null, true],
  [null, { rows: 1, draws: 1 }, false],
  [{ rows: 100, draws: 1 }, { rows: 100, draws: 2 }, false],
  [{ rows: 99, draws: 9 }, { rows: 100, draws: 2 }, false],
  [{ rows: 100, draws: 2 }, { rows: 100, draws: 2 }, true],
])('the right to more rows %o meets what is asked for, %o: %s', (offered, asked, meets) => {
  expect(grantsRows(offered, asked)).toBe(meets)
})
