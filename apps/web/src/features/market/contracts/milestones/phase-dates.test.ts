import { expect, test } from 'vitest'
import { phaseDates } from './phase-dates.ts'

const day = (of: number) => new Date(2026, 10, of, 12)

test.each([
  [day(9), day(14), null, 'Nov 9, 2026 – Nov 14, 2026'],
  [day(9), day(9), null, 'Nov 9, 2026'],
  [day(9), day(14), day(14), 'Nov 9, 2026 – due Nov 14, 2026'],
  [day(16), null, day(14), 'since Nov 16, 2026, was due Nov 14, 2026'],
  [day(16), null, null, 'since Nov 16, 2026'],
  [null, day(14), day(14), 'due Nov 14, 2026'],
  [null, null, null, 'Not begun'],
] as const)('from %s to %s, due %s: %s', (startDate, endDate, dueDate, text) => {
  expect(phaseDates({ startDate, endDate, dueDate })).toBe(text)
})
