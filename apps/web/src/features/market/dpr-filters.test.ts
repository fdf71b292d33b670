import type { MarketDpr } from '@semblance/contract'
import { describe, expect, test } from 'vitest'
import { countChoices, type DprFilters, matchesFilters, paceOf } from './dpr-filters.ts'

const dpr: MarketDpr = {
  id: 'DPR-1042',
  title: 'Retail Customer Purchase Histories',
  category: 'retail',
  status: 'open',
  budgetMinCents: 15_000_00n,
  budgetMaxCents: 25_000_00n,
  timelineDays: 14,
  offersCount: 3,
  createdAt: new Date('2026-11-19'),
  clientName: 'Halden Retail Group',
  description: 'Two years of basket-level purchases.',
  deliveryFormat: 'csv',
  offered: false,
}
const none: DprFilters = { search: '', budget: [], industry: [], timeline: [] }

describe('the vendor’s filters', () => {
  test('let everything through until something is chosen', () => {
    expect(matchesFilters(dpr, none)).toBe(true)
  })
  test('find a budget by either end of its range', () => {
    expect(matchesFilters(dpr, { ...none, budget: ['15K'] })).toBe(true)
    expect(matchesFilters(dpr, { ...none, budget: ['25K'] })).toBe(true)
    expect(matchesFilters(dpr, { ...none, budget: ['30K'] })).toBe(false)
  })
  test('do not take $115K for $15K', () => {
    const large = { ...dpr, budgetMinCents: 115_000_00n, budgetMaxCents: 125_000_00n }
    expect(matchesFilters(large, { ...none, budget: ['15K', '25K'] })).toBe(false)
  })
  test('widen within a group and narrow across groups', () => {
    expect(matchesFilters(dpr, { ...none, industry: ['finance', 'retail'] })).toBe(true)
    expect(matchesFilters(dpr, { ...none, industry: ['retail'], timeline: ['urgent'] })).toBe(false)
  })
  test('search title, company and description in any case', () => {
    expect(matchesFilters(dpr, { ...none, search: ' halden ' })).toBe(true)
    expect(matchesFilters(dpr, { ...none, search: 'oncology' })).toBe(false)
  })
  test('call 5 days urgent, 6 and 10 moderate, 11 flexible', () => {
    expect([5, 6, 10, 11].map(paceOf)).toEqual(['urgent', 'moderate', 'moderate', 'flexible'])
  })
  test('count what each choice would find by itself', () => {
    expect(countChoices([dpr])).toEqual({
      budget: { '15K': 1, '25K': 1, '30K': 0 },
      industry: { retail: 1, healthcare: 0, finance: 0 },
      timeline: { urgent: 0, moderate: 0, flexible: 1 },
    })
  })
})
