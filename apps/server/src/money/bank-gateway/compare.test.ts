import { expect, it } from 'vitest'
import { compareStatement } from './compare.ts'
import type { StatementLine } from './port.ts'
import type { Booking } from './statement-queries.ts'

const line = (ref: string, amountCents = 100n, key: string | null = null): StatementLine => ({
  ref,
  key,
  type: 'settled',
  amountCents,
})
const booking = (ref: string | null, overrides: Partial<Booking> = {}): Booking => ({
  key: `payment:${ref}`,
  provider_ref: ref,
  type: 'settled',
  cents: 100n,
  isOnDay: true,
  ...overrides,
})

it('a line of the statement matches one booking and no second', () => {
  expect(compareStatement([line('a'), line('a')], [], [booking('a')])).toMatchObject({
    matched: 1,
    differences: [{ kind: 'missing_here', ref: 'a', statementCents: 100n }],
  })
})

it('a line matches by key where the reference was never heard', () => {
  const bookings = [booking(null, { key: 'payment:k' })]
  expect(compareStatement([line('a', 100n, 'payment:k')], [], bookings)).toEqual({
    matched: 1,
    differences: [],
  })
})

it('a line matches a booking that the bank dates a day earlier or later', () => {
  const ours = booking('a')
  expect(compareStatement([], [line('a')], [ours])).toEqual({ matched: 0, differences: [] })
  const other = booking('a', { isOnDay: false })
  expect(compareStatement([line('a')], [], [other])).toEqual({ matched: 1, differences: [] })
})

it('a line does not match a settlement with a return', () => {
  const returned = booking('a', { type: 'returned', cents: -100n })
  const { differences } = compareStatement([line('a')], [], [returned])
  expect(differences.map(({ kind }) => kind)).toEqual(['missing_here', 'missing_there'])
})
