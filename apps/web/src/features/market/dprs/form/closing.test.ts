import { expect, it } from 'vitest'
import { closingDay, extendedDays, timeLeft } from './closing.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const inHours = (hours: number) => new Date(now + hours * 3_600_000)

it('tells the time left in the largest whole unit', () => {
  expect(timeLeft(inHours(24 * 30), now)).toBe('30 days left')
  expect(timeLeft(inHours(47), now)).toBe('1 day left')
  expect(timeLeft(inHours(5.5), now)).toBe('5 hours left')
  expect(timeLeft(inHours(0.5), now)).toBe('Less than an hour left')
  expect(timeLeft(inHours(0), now)).toBe('Closed')
})

it('counts typed days from now, and takes nothing but whole days from 1 to 90', () => {
  expect(closingDay(' 14 ', now)).toEqual(inHours(14 * 24))
  for (const text of ['', '0', '91', '1.5', 'soon']) expect(closingDay(text, now)).toBeNull()
})

it('extends by two weeks, as far as that is allowed', () => {
  expect(extendedDays(inHours(10 * 24), now)).toBe(24)
  expect(extendedDays(inHours(-5), now)).toBe(14)
  expect(extendedDays(inHours(85 * 24), now)).toBe(90)
})
