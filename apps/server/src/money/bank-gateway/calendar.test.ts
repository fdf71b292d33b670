import { expect, it } from 'vitest'
import { bankingDaysAfter } from './calendar.ts'

const real = { bankDaySeconds: 86_400 }
const after = (from: string, days: number) =>
  bankingDaysAfter(real, new Date(`${from}T16:00:00Z`), days)
    .toISOString()
    .slice(0, 10)

it('weekends are no banking days', () => {
  expect(after('2026-11-17', 2)).toBe('2026-11-19')
  expect(after('2026-11-19', 2)).toBe('2026-11-23') // over a weekend
  expect(after('2026-11-21', 1)).toBe('2026-11-24') // handed in on a Saturday: from Monday on
  expect(after('2026-11-21', 0)).toBe('2026-11-23')
})

it('the holidays of the Federal Reserve are no banking days', () => {
  const days = (year: number) => {
    const all = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(year, 0, 1 + i, 16)))
    return all
      .filter((day) => day.getUTCFullYear() === year && ![0, 6].includes(day.getUTCDay()))
      .filter((day) => bankingDaysAfter(real, day, 0) > day)
      .map((day) => day.toISOString().slice(5, 10))
  }
  // https://www.federalreserve.gov/aboutthefed/k8.htm
  expect(days(2025)).toEqual(
    '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25'.split(' '),
  )
  // Independence Day is a Saturday: not kept
  expect(days(2026)).toEqual(
    '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25'.split(' '),
  )
  // Independence Day is a Sunday: kept on Monday; Juneteenth and Christmas are Saturdays
  expect(days(2027)).toEqual('01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'.split(' '))
})

it('days are those of New York: late on Friday there is Saturday in Greenwich', () => {
  const fridayNight = new Date('2026-11-21T02:00:00Z')
  expect(bankingDaysAfter(real, fridayNight, 1)).toEqual(new Date('2026-11-24T02:00:00Z'))
  expect(bankingDaysAfter(real, fridayNight, 0)).toEqual(fridayNight)
})

it('shortened banking days all count, and may be fractions of a second', () => {
  const saturday = new Date('2026-11-21T16:00:00.000Z')
  expect(bankingDaysAfter({ bankDaySeconds: 1 }, saturday, 2)).toEqual(
    new Date('2026-11-21T16:00:02.000Z'),
  )
  expect(bankingDaysAfter({ bankDaySeconds: 0.25 }, saturday, 3)).toEqual(
    new Date('2026-11-21T16:00:00.750Z'),
  )
})
