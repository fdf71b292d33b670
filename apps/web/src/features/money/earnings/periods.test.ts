import { expect, test } from 'vitest'
import { lastMonths, periodOf } from './periods.ts'

const january = new Date('2027-01-15T12:00:00Z')

test('periods are whole months in UTC, across the turn of the year', () => {
  expect(periodOf('this-month', january)).toEqual({ from: '2027-01-01', to: '2027-02-01' })
  expect(periodOf('last-month', january)).toEqual({ from: '2026-12-01', to: '2027-01-01' })
  expect(periodOf('this-quarter', new Date('2026-12-31T23:59:59Z'))).toEqual({
    from: '2026-10-01',
    to: '2027-01-01',
  })
  expect(periodOf('last-year', january)).toEqual({ from: '2026-01-01', to: '2027-01-01' })
  expect(periodOf('all', january)).toEqual({})
})

test('statements reach back twelve months', () => {
  expect(lastMonths(january)).toHaveLength(12)
  expect(lastMonths(january).slice(0, 2)).toEqual(['2027-01', '2026-12'])
})
