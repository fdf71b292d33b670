import { defaultLicense, errors } from '@semblance/contract'
import { expect, test } from 'vitest'
import {
  daysOf,
  emptyOffer,
  type OfferEditInput,
  offerDraft,
  offerEditDraft,
  toFormInput,
  typedTerms,
} from './offer-draft.ts'

const request = {
  budgetMinCents: 15_000_00n,
  budgetMaxCents: 25_000_00n,
  timelineDays: 14,
  deliveryFormat: 'json',
  sampleRecords: 1000,
  minAccuracyPercent: 95,
  privacyLevel: 'high',
  moreRows: null,
  license: defaultLicense,
  deliverables: [],
  minRecords: null,
  dataContract: null,
} as const

const empty = emptyOffer({ ...request, deliverables: [] })
const typed = {
  ...empty,
  amount: '$18,500',
  timeline: ' 14 ',
  description: 'Two years',
  terms: true,
}
const edit: OfferEditInput = {
  ...empty,
  price: '18,500.50',
  timeline: '2',
  unit: 'weeks',
  description: 'D',
}

function messagesFor(change: Record<string, unknown>) {
  const read = offerDraft.safeParse({ ...typed, ...change })
  return read.success ? [] : read.error.issues.map((issue) => issue.message)
}
function editMessagesFor(change: Record<string, unknown>) {
  const read = offerEditDraft.safeParse({ ...edit, ...change })
  return read.success ? [] : read.error.issues.map((issue) => issue.message)
}

test('reads dollars and days as people type them, and promises what the request asks for', () => {
  expect(offerDraft.parse(typed)).toEqual({
    amount: 18_500_00n,
    timeline: 14,
    description: 'Two years',
    terms: true,
    services: 0n,
    deliverables: [{ text: 'Synthetic dataset' }],
    payment: 'on_delivery',
    formats: ['json'],
    delivery: 'download',
    support: 'none',
    sample: null,
    sampleRecords: 1000,
    accuracy: 95,
    target: null,
    floor: null,
    privacy: 'high',
    moreRows: null,
    license: defaultLicense,
  })
})

test('says one thing about each field that is wrong', () => {
  expect(messagesFor({ amount: '' })).toEqual(['Enter your offer amount'])
  expect(messagesFor({ amount: 'a lot' })).toEqual(['Enter an amount in dollars, such as 18,500'])
  expect(messagesFor({ amount: '0.50' })).toHaveLength(1)
  expect(messagesFor({ timeline: '' })).toEqual(['Enter your timeline in days'])
  expect(messagesFor({ timeline: '2 weeks' })).toEqual(['Enter a whole number of days'])
  expect(messagesFor({ timeline: '0' })).toHaveLength(1)
  expect(messagesFor({ timeline: '366' })).toHaveLength(1)
  expect(messagesFor({ description: '  ' })).toHaveLength(1)
  expect(messagesFor({ terms: false })).toHaveLength(1)
  expect(messagesFor({ services: 'some' })).toEqual(['Enter an amount in dollars, such as 18,500'])
  expect(messagesFor({ services: '18,500' })).toEqual([
    'Additional services cost less than the total price',
  ])
  expect(messagesFor({ accuracy: '101' })).toEqual(['At most 100%'])
  expect(messagesFor({ sampleRecords: '1.5' })).toEqual(['Enter a whole number of records'])
  expect(messagesFor({ formats: [] })).toEqual(['Choose at least one format'])
  expect(messagesFor({ deliverables: [{ text: 'Data' }, { text: ' ' }] })).toEqual([
    'Deliverable is required',
  ])
})

test('the price depends on the accuracy by terms that are whole, in order, and no less than is released', () => {
  const slope = { accuracy: '90', target: '95', floor: '50', payment: 'half_upfront' }
  expect(offerDraft.parse({ ...typed, ...slope })).toMatchObject({ target: 95, floor: 50 })
  expect(messagesFor({ ...slope, floor: '' })).toEqual([errors.price_terms_incomplete.message])
  expect(messagesFor({ ...slope, accuracy: 'none' })).toEqual([
    errors.price_terms_incomplete.message,
  ])
  expect(messagesFor({ ...slope, target: '89' })).toEqual([errors.target_below_minimum.message])
  expect(editMessagesFor({ ...slope, floor: '49' })).toEqual([errors.floor_below_released.message])
})

test('what may be left empty is none', () => {
  const read = offerDraft.parse({ ...typed, sampleRecords: '', services: '' })
  expect(read).toMatchObject({ sampleRecords: null, services: 0n })
})

test('a minimum accuracy is stated or chosen to be none, and an empty one is refused', () => {
  expect(offerDraft.parse({ ...typed, accuracy: 'none' }).accuracy).toBeNull()
  expect(offerEditDraft.parse({ ...edit, accuracy: 'none' }).accuracy).toBeNull()
  for (const accuracy of ['', ' '])
    expect(messagesFor({ accuracy })).toEqual(['Enter the minimum accuracy, or choose none'])
})

test('an offer takes over what the request has chosen, and waits for an estimate where one is possible', () => {
  const open = { ...request, deliverables: [], minAccuracyPercent: null }
  expect(emptyOffer(open).accuracy).toBe('none')
  const column = (name: string) => ({ name, logicalType: 'integer' as const })
  const dataContract = {
    apiVersion: 'v3.1.0',
    kind: 'DataContract' as const,
    id: '1',
    version: '1',
    status: 'active',
    schema: [{ name: 'visits', properties: [column('a'), column('b')] }],
  }
  expect(emptyOffer({ ...open, minRecords: 5000, dataContract }).accuracy).toBe('')
  expect(
    emptyOffer({ ...open, minAccuracyPercent: 95, minRecords: 5000, dataContract }).accuracy,
  ).toBe('95')
})

test('an edit counts weeks and months as days, up to a year', () => {
  expect(offerEditDraft.parse(edit)).toMatchObject({
    price: 18_500_50n,
    timeline: 2,
    unit: 'weeks',
  })
  expect(editMessagesFor({ price: '' })).toEqual(['Enter your price'])
  expect(editMessagesFor({ timeline: 'soon' })).toHaveLength(1)
  expect(editMessagesFor({ timeline: '13', unit: 'months' })).toEqual(['At most 365 days'])
  expect(editMessagesFor({ timeline: '12', unit: 'months' })).toEqual([])
  expect([daysOf('2', 'weeks'), daysOf('2', 'months'), daysOf('', 'days')]).toEqual([14, 60, null])
})

test('an offer reads back as it was typed', () => {
  const offer = {
    priceCents: 18_500_50n,
    additionalServicesCents: 0n,
    timelineDays: 14,
    timelineUnit: 'weeks',
    description: 'D',
    deliverables: ['Synthetic dataset'],
    paymentStructure: 'on_delivery',
    dataFormats: ['json'],
    deliveryMethod: 'download',
    supportPeriod: 'none',
    sampleDescription: null,
    sampleRecords: 1000,
    minAccuracyPercent: 95,
    targetAccuracyPercent: null,
    floorPricePercent: null,
    privacyLevel: 'high',
    moreRows: null,
    license: defaultLicense,
  }
  expect(toFormInput(offer as never)).toEqual({ ...edit, amount: undefined, terms: undefined })
})

test('what cannot be read yet is not held against the offer', () => {
  const days = daysOf('x', 'days')
  expect(typedTerms({ ...typed, amount: '', accuracy: 'x', days }, request)).toMatchObject({
    priceCents: 0n,
    timelineDays: 0,
    minAccuracyPercent: 95,
  })
})
