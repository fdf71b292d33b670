import { expect, it } from 'vitest'
import { isLong } from '../../../testing/test-length.ts'
import { defaultSchedule, lastPayoutAt, nextPayoutAt } from './schedule.ts'

const real = { bankDaySeconds: 86_400 }
const friday = { cadence: 'weekly', weekday: 5 } as const
const next = (schedule: Parameters<typeof nextPayoutAt>[0], now: string) =>
  nextPayoutAt(schedule, real, new Date(now)).toISOString()
const last = (schedule: Parameters<typeof nextPayoutAt>[0], now: string) =>
  lastPayoutAt(schedule, real, new Date(now)).toISOString()

it('pays on Fridays unless told otherwise, and at once where banking days are shortened', () => {
  expect(defaultSchedule(real)).toEqual(friday)
  expect(defaultSchedule({ bankDaySeconds: 1 })).toEqual({ cadence: 'daily' })
  const now = new Date('2026-11-21T12:00:00Z')
  expect(nextPayoutAt({ cadence: 'daily' }, { bankDaySeconds: 2 }, now)).toEqual(
    new Date('2026-11-21T12:00:02Z'),
  )
  expect(lastPayoutAt({ cadence: 'daily' }, { bankDaySeconds: 2 }, now)).toEqual(
    new Date('2026-11-21T11:59:58Z'),
  )
})

it('nine in the morning in New York is nine before and after the clocks change', () => {
  expect(next(friday, '2026-10-29T00:00:00Z')).toBe('2026-10-30T13:00:00.000Z')
  expect(next(friday, '2026-10-30T13:00:00Z')).toBe('2026-11-06T14:00:00.000Z')
  expect(next(friday, '2027-03-06T00:00:00Z')).toBe('2027-03-12T14:00:00.000Z')
  expect(next(friday, '2027-03-13T00:00:00Z')).toBe('2027-03-19T13:00:00.000Z')
  expect(last(friday, '2026-11-06T13:59:59Z')).toBe('2026-10-30T13:00:00.000Z')
  expect(last(friday, '2026-11-06T14:00:00Z')).toBe('2026-11-06T14:00:00.000Z')
})

it('the day is that of New York, not of UTC', () => {
  expect(last(friday, '2026-11-07T03:00:00Z')).toBe('2026-11-06T14:00:00.000Z')
})

it('a holiday moves a payout to the next banking day', () => {
  const thursday = { cadence: 'weekly', weekday: 4 } as const
  // Thanksgiving, then Christmas on a Friday
  expect(next(thursday, '2026-11-24T00:00:00Z')).toBe('2026-11-27T14:00:00.000Z')
  expect(next(friday, '2026-12-20T00:00:00Z')).toBe('2026-12-28T14:00:00.000Z')
  expect(next({ cadence: 'daily' }, '2026-12-24T15:00:00Z')).toBe('2026-12-28T14:00:00.000Z')
})

it('monthly is on the first, or on the first banking day after it', () => {
  const monthly = { cadence: 'monthly' } as const
  expect(next(monthly, '2026-11-21T00:00:00Z')).toBe('2026-12-01T14:00:00.000Z')
  expect(next(monthly, '2026-12-15T00:00:00Z')).toBe('2027-01-04T14:00:00.000Z')
  expect(last(monthly, '2026-11-21T00:00:00Z')).toBe('2026-11-02T14:00:00.000Z')
  expect(next(monthly, '2028-02-15T00:00:00Z')).toBe('2028-03-01T14:00:00.000Z')
})

it('every day has one payout before it and one after it', { tags: 'scaled' }, () => {
  for (let day = 0; day < (isLong ? 3653 : 366); day += 3)
    for (const schedule of [{ cadence: 'daily' }, friday, { cadence: 'monthly' }] as const) {
      const now = new Date(Date.UTC(2026, 0, 1, 12) + day * 86_400_000)
      const after = nextPayoutAt(schedule, real, now)
      expect(lastPayoutAt(schedule, real, now) <= now && after > now).toBe(true)
      expect(lastPayoutAt(schedule, real, after)).toEqual(after)
    }
})
