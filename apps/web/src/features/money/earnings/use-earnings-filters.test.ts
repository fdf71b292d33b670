import { expect, test } from 'vitest'
import { readEarningsFilters } from './use-earnings-filters.ts'

const read = (search: string) => readEarningsFilters(new URLSearchParams(search))

test('the address names status, period and words', () => {
  expect(read('status=paid&period=last-month&q=footfall')).toEqual({
    status: 'paid',
    period: 'last-month',
    search: 'footfall',
  })
})

test('what the address names and nothing knows is all of it', () => {
  const all = { status: undefined, period: 'all', search: '' }
  expect(read('')).toEqual(all)
  expect(read('status=none&period=next-week')).toEqual(all)
  expect(read('period=toString')).toEqual(all)
})
