import { type DprDetail, defaultLicense } from '@semblance/contract'
import { expect, it } from 'vitest'
import { dprCsv, dprJson } from './dpr-export.ts'

const dpr = {
  id: 'DPR-1001',
  title: '=cmd("x"), Footfall',
  category: 'retail',
  status: 'open',
  clientName: 'Halden',
  description: 'Door counts\nby hour',
  useCase: 'Planning',
  complianceRequirements: 'GDPR',
  deliveryFormat: 'csv',
  budgetMinCents: 1_500_050n,
  budgetMaxCents: 2_500_000n,
  timelineDays: 14,
  reviewDays: 10,
  specifications: ['Hourly'],
  technicalRequirements: [],
  deliverables: [],
  minRecords: null,
  privacyLevel: 'standard',
  moreRows: null,
  license: defaultLicense,
  minAccuracyPercent: 95,
  sampleRecords: 1000,
  vendorMinRating: null,
  vendorMinCompleted: null,
  vendorPreferences: null,
  notes: null,
  contacts: null,
  offersCount: 0,
  createdAt: new Date('2026-11-01T10:00:00Z'),
  closesAt: new Date('2026-12-01T10:00:00Z'),
} as unknown as DprDetail

it('CSV holds a row for each field and line, and no formula', () => {
  const csv = dprCsv(dpr)
  expect(csv).toContain(`Title,"'=cmd(""x""), Footfall"\r\n`)
  expect(csv).toContain('Description,"Door counts\nby hour"\r\n')
  expect(csv).toContain('Specification 1,Hourly\r\n')
  expect(csv).toContain('Budget from (USD),15000.5\r\n')
  expect(csv).toContain('License: term,No end\r\n')
  expect(csv).not.toContain('Contacts')
})

it('JSON holds dollars and dates, and contacts only for those who know them', () => {
  const content = JSON.parse(dprJson(dpr))
  expect(content).toMatchObject({
    budget: { currency: 'USD', from: 15000.5, to: 25000 },
    takesOffersUntil: '2026-12-01T10:00:00.000Z',
    sampleRecords: 1000,
  })
  expect(content).not.toHaveProperty('contacts')
  expect(JSON.parse(dprJson({ ...dpr, contacts: 'a@b.test' })).contacts).toBe('a@b.test')
})
