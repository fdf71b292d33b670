import { expect, it } from 'vitest'
import { firstPeriod, monthsAfter, periodAfter } from './periods.ts'

const day = (text: string) => new Date(`${text}T10:30:00Z`)

it('a period ends on the day of the month on which the first one began', () => {
  expect(monthsAfter(day('2026-03-14'), 1)).toEqual(day('2026-04-14'))
  expect(monthsAfter(day('2026-11-21'), 2)).toEqual(day('2027-01-21'))
})

it('a shorter month ends it on its last day, and the next month has the day again', () => {
  const january = firstPeriod(day('2027-01-31'))
  expect(january).toMatchObject({ period_start: day('2027-01-31'), period_end: day('2027-02-28') })
  const february = periodAfter(january)
  expect(february).toMatchObject({ period_start: day('2027-02-28'), period_end: day('2027-03-31') })
  expect(monthsAfter(day('2028-01-31'), 1)).toEqual(day('2028-02-29'))
})

it('periods follow each other without a gap', () => {
  let period = firstPeriod(day('2026-08-30'))
  for (let month = 0; month < 30; month++) {
    const next = periodAfter(period)
    expect(next.period_start).toEqual(period.period_end)
    expect(next.period_end.getTime()).toBeGreaterThan(next.period_start.getTime())
    period = next
  }
})
