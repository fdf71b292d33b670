import { expect, it } from 'vitest'
import { supportEnd } from './support-period.ts'

it.each([
  ['none', '2026-01-31T10:00:00.000Z', undefined],
  ['7_days', '2026-12-28T10:00:00.000Z', '2027-01-04T10:00:00.000Z'],
  ['90_days', '2027-12-01T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['6_months', '2026-03-15T10:30:00.000Z', '2026-09-15T10:30:00.000Z'],
  ['6_months', '2026-08-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
  ['6_months', '2027-08-30T23:59:00.000Z', '2028-02-29T23:59:00.000Z'],
] as const)('support of %s from %s ends at %s', (period, from, end) => {
  expect(supportEnd(period, new Date(from))?.toISOString()).toBe(end)
})
