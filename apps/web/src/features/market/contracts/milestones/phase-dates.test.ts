import { expect, test } from 'vitest'
import { phaseDates } from './phase-dates.ts'

const day = (of: number) => new Date(2026, 10, of, 12)

test.each([
  [day(9), day(14), 'completed', 'Nov 9, 2026 – Nov 14, 2026'],
  [day(9), day(14), 'in_progress', 'Nov 9, 2026 – due Nov 14, 2026'],
  [day(16), day(14), 'delayed', 'since Nov 16, 2026, was due Nov 14, 2026'],
  [day(16), null, 'in_progress', 'since Nov 16, 2026'],
  [null, day(14), 'pending', 'due Nov 14, 2026'],
  [null, null, 'pending', 'Not begun'],
] as const)('from %s to %s, %s: %s', (startDate, endDate, status, text) => {
  expect(phaseDates({ startDate, endDate, status })).toBe(text)
})
