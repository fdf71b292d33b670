import { type DprDetail, defaultLicense, dprForm } from '@semblance/contract'
import { expect, it } from 'vitest'
import { dprFormSchema, emptyDprForm } from './dpr-form-schema.ts'
import {
  draftOf,
  isStarted,
  typedFromDpr,
  typedFromDraft,
  typedFromOthers,
} from './dpr-form-values.ts'

const dpr: DprDetail = {
  id: 'DPR-1001',
  title: 'Footfall',
  category: 'retail',
  status: 'open',
  budgetMinCents: 1_500_000n,
  budgetMaxCents: 2_500_050n,
  timelineDays: 14,
  offersCount: 2,
  createdAt: new Date('2026-11-01'),
  closesAt: new Date('2026-12-01'),
  closedAt: null,
  isAgreed: false,
  clientName: 'Halden',
  clientSlug: 'halden',
  description: 'Door counts',
  deliveryFormat: 'csv',
  offered: false,
  useCase: 'Staff planning',
  complianceRequirements: 'GDPR',
  specifications: ['Hourly', 'Forty stores'],
  technicalRequirements: [],
  deliverables: ['Dataset'],
  minRecords: 2_000_000,
  minAccuracyPercent: 95,
  sampleRecords: null,
  privacyLevel: 'high',
  moreRows: null,
  license: { ...defaultLicense, termMonths: 24 },
  vendorMinRating: 4.5,
  reviewDays: 10,
  vendorMinCompleted: null,
  vendorPreferences: null,
  notes: null,
  contacts: 'data@halden.test',
  isOwn: true,
  invitation: null,
  contractId: null,
  dataContract: null,
}

it('a request once more asks for the same', () => {
  expect(dprFormSchema.parse(typedFromDpr(dpr))).toEqual(
    dprForm.parse({
      title: 'Footfall',
      category: 'retail',
      description: 'Door counts',
      useCase: 'Staff planning',
      complianceRequirements: 'GDPR',
      deliveryFormat: 'csv',
      contacts: 'data@halden.test',
      notes: '',
      budgetMinCents: 1_500_000n,
      budgetMaxCents: 2_500_050n,
      timelineDays: 14,
      reviewDays: 10,
      specifications: ['Hourly', 'Forty stores'],
      deliverables: ['Dataset'],
      minRecords: 2_000_000,
      minAccuracyPercent: 95,
      privacyLevel: 'high',
      moreRows: null,
      license: { ...defaultLicense, termMonths: 24 },
      vendorMinRating: 4.5,
    }),
  )
})

it('a request without a minimum accuracy is repeated with none chosen', () => {
  const typed = typedFromDpr({ ...dpr, minAccuracyPercent: null })
  expect(dprFormSchema.parse(typed).minAccuracyPercent).toBeNull()
})

it('an empty minimum accuracy is refused: none is a choice, which a draft keeps', () => {
  const typed = typedFromDpr(dpr)
  const { error } = dprFormSchema.safeParse({ ...typed, minAccuracyPercent: ' ' })
  expect(error?.issues).toMatchObject([
    { path: ['minAccuracyPercent'], message: 'Enter the minimum accuracy, or choose none' },
  ])
  const none = { ...typed, minAccuracyPercent: 'none' }
  expect(dprFormSchema.parse(typedFromDraft(draftOf(none))).minAccuracyPercent).toBeNull()
  expect(isStarted({ ...emptyDprForm, minAccuracyPercent: 'none' })).toBe(true)
})

it('a draft gives back what was typed, and leaves out choices that are none', () => {
  const typed = { ...emptyDprForm, title: 'Footfall', budgetMinCents: '7,5oo' }
  expect(typedFromDraft(draftOf(typed))).toEqual(typed)
  expect(typedFromDraft({ category: 'music', privacyLevel: 'none' })).toMatchObject({
    category: undefined,
    privacyLevel: 'standard',
  })
})

it('a license that is not chosen is the usual one, and one that cannot be agreed is refused at its field', () => {
  expect(typedFromDraft({ license: { users: 'all', countries: ['DE', 'XX'] } }).license).toEqual({
    ...emptyDprForm.license,
    countries: ['DE'],
  })
  const license = { ...emptyDprForm.license, users: 'people' as const, userCount: 'a few' }
  const { error } = dprFormSchema.safeParse({ ...typedFromDpr(dpr), license })
  expect(error?.issues).toMatchObject([
    { path: ['license', 'userCount'], message: 'Enter a number of people' },
  ])
})

it('blank rows and untouched choices do not start a draft', () => {
  expect(isStarted(emptyDprForm)).toBe(false)
  expect(isStarted({ ...emptyDprForm, specifications: ['', ' '] })).toBe(false)
  expect(isStarted({ ...emptyDprForm, category: 'iot' })).toBe(true)
  expect(isStarted({ ...emptyDprForm, deliverables: ['', 'Dataset'] })).toBe(true)
  expect(isStarted({ ...emptyDprForm, license: { ...emptyDprForm.license } })).toBe(false)
  const license = { ...emptyDprForm.license, attribution: true }
  expect(isStarted({ ...emptyDprForm, license })).toBe(true)
})

it('numbers are read with their separators, and text that is no number is refused at its field', () => {
  const typed = typedFromDpr(dpr)
  expect(dprFormSchema.parse({ ...typed, minRecords: ' 1,000 ' }).minRecords).toBe(1000)
  const paths = dprFormSchema
    .safeParse({ ...typed, minRecords: 'many', timelineDays: '', closesInDays: '91' })
    .error?.issues.map(({ path }) => path.join('.'))
  expect(paths).toEqual(['timelineDays', 'minRecords', 'closesInDays'])
})

it("another client's request begins one without its name, money and notes", () => {
  const others = { ...dpr, isOwn: false, contacts: null, notes: 'Ours alone' }
  expect(typedFromOthers(others)).toMatchObject({
    title: '',
    budgetMinCents: '',
    budgetMaxCents: '',
    notes: '',
    contacts: '',
    specifications: ['Hourly', 'Forty stores'],
    privacyLevel: 'high',
  })
})
