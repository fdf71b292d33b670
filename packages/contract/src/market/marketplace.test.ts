import { describe, expect, test } from 'vitest'
import { marketLabel } from './marketplace.ts'

const now = new Date('2026-11-21T12:00:00Z')
const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)

/** Holds a request that gets no label. */
const plain = {
  timelineDays: 6,
  offersCount: 0,
  budgetMinCents: 2_999_999n,
  budgetMaxCents: 4_999_999n,
  createdAt: hoursAgo(24 * 9),
  closesAt: hoursAgo(-24 * 9),
}
const labelOf = (changes: Partial<typeof plain>) => marketLabel({ ...plain, ...changes }, now)

describe('a request’s label', () => {
  test('is none where no rule holds', () => {
    expect(labelOf({})).toBeNull()
  })
  test('Urgent: wanted within 5 days, or closing in less than 48 hours', () => {
    expect(labelOf({ timelineDays: 5 })).toBe('urgent')
    expect(labelOf({ closesAt: hoursAgo(-47.9) })).toBe('urgent')
    expect(labelOf({ closesAt: hoursAgo(-48) })).toBeNull()
  })
  test('Competitive: more than 10 offers', () => {
    expect(labelOf({ offersCount: 11 })).toBe('competitive')
    expect(labelOf({ offersCount: 10 })).toBeNull()
  })
  test('Hot: at least 3 offers within its first 3 days', () => {
    expect(labelOf({ offersCount: 3, createdAt: hoursAgo(71.9) })).toBe('hot')
    expect(labelOf({ offersCount: 3, createdAt: hoursAgo(72) })).toBeNull()
    expect(labelOf({ offersCount: 2, createdAt: hoursAgo(71.9) })).toBeNull()
  })
  test('High Value: a budget that reaches $50,000', () => {
    expect(labelOf({ budgetMaxCents: 5_000_000n })).toBe('high_value')
  })
  test('Premium: a budget that starts at $30,000 or more', () => {
    expect(labelOf({ budgetMinCents: 3_000_000n })).toBe('premium')
  })
  test('New: posted within the last 24 hours', () => {
    expect(labelOf({ createdAt: hoursAgo(23.9) })).toBe('new')
    expect(labelOf({ createdAt: hoursAgo(24) })).toBeNull()
  })
  test('goes to the first rule that holds', () => {
    const all = {
      timelineDays: 5,
      offersCount: 11,
      budgetMinCents: 3_000_000n,
      budgetMaxCents: 5_000_000n,
      createdAt: hoursAgo(1),
    }
    expect(labelOf(all)).toBe('urgent')
    expect(labelOf({ ...all, timelineDays: 6 })).toBe('competitive')
    expect(labelOf({ ...all, timelineDays: 6, offersCount: 3 })).toBe('hot')
    expect(labelOf({ ...all, timelineDays: 6, offersCount: 0 })).toBe('high_value')
    expect(labelOf({ ...all, timelineDays: 6, offersCount: 0, budgetMaxCents: 4_000_000n })).toBe(
      'premium',
    )
  })
})
