import { expect, it } from 'vitest'
import { offerRows } from './offer-rows.ts'

it('tells quarters that are not over from those whose figures are not computed yet', () => {
  const own = ['2026-07-01', '2026-04-01', '2026-01-01'].map((startsOn) => ({
    ...{ startsOn, category: 'retail' as const, decided: 1, won: 0, meanPriceCents: null },
  }))
  const statesOf = (now: string, computed: string[]) =>
    offerRows(
      { own, quarters: computed.map((startsOn) => ({ startsOn, all: null, byCategory: null })) },
      null,
      new Date(now),
    ).map(({ state }) => state)
  expect(statesOf('2026-09-30T23:59:59Z', [])).toEqual(['open', 'awaited', 'awaited'])
  expect(statesOf('2026-10-01T00:00:00Z', ['2026-04-01'])).toEqual([
    'awaited',
    'computed',
    'awaited',
  ])
})
