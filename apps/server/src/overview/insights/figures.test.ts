/** An adversary takes any figure of a quarter from any other, and must not be left with a few organizations. */
import { type CountedFact, isolates, standsOnEnough } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import {
  demandOf,
  type OfferFact,
  outcomesOf,
  type RequestFact,
  shownDemand,
  shownOffers,
} from './figures.ts'

/** Returns numbers from 0 up to 1 that are the same in every run. */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const categories = ['retail', 'finance', 'healthcare', 'technology', 'iot'] as const
const levels = ['standard', 'high', 'maximum'] as const
const names = ['store_id', 'Store ID', 'price', 'amount', 'age', 'city', 'visits', 'steps', 'rank']

function randomRequests(seed: number): RequestFact[] {
  const random = numbersFrom(seed)
  const pick = (count: number) => Math.floor(random() ** 2 * count)
  const clients = 6 + pick(30)
  return Array.from({ length: 10 + Math.floor(random() * 90) }, (_, n): RequestFact => {
    const client = pick(clients)
    const category = categories[(client + pick(3)) % 5] ?? 'iot'
    return {
      id: `DPR-${n}`,
      sides: [`client ${client}`],
      category,
      privacyLevel: category === 'healthcare' ? 'maximum' : (levels[pick(3)] ?? 'high'),
      budgetCents: 300_000 + pick(4_000_000),
      columns: names.filter(() => random() < 0.4),
    }
  })
}

function randomOffers(seed: number): OfferFact[] {
  const random = numbersFrom(seed)
  const pick = (count: number) => Math.floor(random() ** 1.5 * count)
  return Array.from({ length: 20 + Math.floor(random() * 200) }, (_, n) => ({
    id: `OFR-${n}`,
    sides: [`company ${pick(25)}`, `company ${20 + pick(25)}`],
    category: categories[pick(5)] ?? 'iot',
    priceCents: 400_000 + pick(3_000_000),
    isWon: random() < 0.4,
  }))
}

/** Returns the pairs of shown facts that isolate a few organizations. */
function isolatingPairs(shown: readonly (readonly CountedFact[])[]): number {
  let found = 0
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) if (isolates(one, other)) found++
  return found
}

describe('the figures of 60 quarters', () => {
  it('of requests isolate nobody, neither alone nor by any pair of them', () => {
    let columns = 0
    for (let seed = 1; seed <= 60; seed++) {
      const requests = randomRequests(seed)
      const shown = shownDemand(requests)
      if (!shown) continue
      columns += shown.columns.length
      const figures = [
        requests,
        ...[shown.category, shown.privacy, shown.budget, shown.columns].flatMap((cells) =>
          (cells ?? []).map(({ facts }) => facts),
        ),
      ]
      expect(figures.filter((facts) => !standsOnEnough(facts))).toEqual([])
      expect(isolatingPairs(figures)).toBe(0)
    }
    expect(columns).toBeGreaterThan(50)
  })

  it('of offers isolate nobody, also where won and lost ones are told apart', () => {
    let cells = 0
    for (let seed = 1; seed <= 60; seed++) {
      const offers = randomOffers(seed)
      const shown = shownOffers(offers)
      if (!shown) continue
      cells += shown.length
      const sets = [offers, ...shown.map(({ facts }) => facts)]
      const figures = sets.flatMap((facts) => [
        facts,
        facts.filter(({ isWon }) => isWon),
        facts.filter(({ isWon }) => !isWon),
      ])
      expect(figures.filter((facts) => !standsOnEnough(facts))).toEqual([])
      expect(isolatingPairs(figures)).toBe(0)
    }
    expect(cells).toBeGreaterThan(20)
  })
})

describe('what is published', () => {
  const six = Array.from(
    { length: 6 },
    (_, n): RequestFact => ({
      id: `${n}`,
      sides: [`client ${n}`],
      category: 'retail',
      privacyLevel: 'high',
      budgetCents: 1_000_000 + n * 100_000,
      columns: ['Store_ID', 'price'],
    }),
  )

  it('of five clients is nothing, of six a rounded count, of six in each half the means of budgets', () => {
    const none = { requests: null, budget: null, byCategory: null, byPrivacy: null, byBudget: null }
    expect(demandOf(six.slice(1))).toEqual({ ...none, columns: [] })
    expect(demandOf(six)).toMatchObject({ requests: 5, budget: null })
    const others = six.map((one) => ({ ...one, id: `b${one.id}`, sides: [`other ${one.id}`] }))
    expect(demandOf([...six, ...others])).toMatchObject({
      requests: 10,
      budget: { lowCents: 1_100_000n, highCents: 1_400_000n },
    })
    expect(outcomesOf([])).toEqual({ all: null, byCategory: null })
  })

  it('is no range of budgets whose end is that of one client', () => {
    const request = (client: string, n: number, budgetCents: number): RequestFact => ({
      ...{ id: `${client}${n}`, sides: [client], category: 'retail', privacyLevel: 'standard' },
      ...{ budgetCents, columns: [] },
    })
    const others = ['c', 'd', 'e', 'f', 'g', 'h'].flatMap((client) =>
      [1, 2].map((n) => request(client, n, 3_000_000)),
    )
    for (const budget of [630_000, 1_230_000]) {
      const low = [1, 2, 3].map((n) => request('low', n, 200_000))
      const own = [1, 2, 3, 4, 5].map((n) => request('a', n, budget + n))
      expect(demandOf([...low, ...own, ...others])).toMatchObject({ requests: 20, budget: null })
    }
  })

  it('is no price of won offers whose end is that of one client', () => {
    const offer = (
      client: string,
      vendor: string,
      priceCents: number,
      isWon = true,
    ): OfferFact => ({
      ...{ id: `${client} ${vendor} ${isWon}`, sides: [client, vendor], category: 'retail' },
      ...{ priceCents, isWon },
    })
    const seven = [1, 2, 3, 4, 5, 6, 7]
    const won = [
      ...seven.map((n) => offer(`c${n}`, `v${n}`, 5_000_000)),
      ...[1, 2, 3, 4, 5].map((n) => offer('a', `w${n}`, 1_234_567)),
      ...[1, 2].map((n) => offer(`x${n}`, 'y', 100_000)),
    ]
    const lost = seven.map((n) => offer(`c${n}`, `v${n}`, 1, false))
    expect(outcomesOf([...won, ...lost]).all).toMatchObject({ wonPercent: 65, price: null })
    const spread = [...seven, ...seven.map((n) => n + 7)].map((n) =>
      offer(`c${n}`, `v${n}`, n <= 7 ? 1_000_000 : 2_000_000),
    )
    expect(outcomesOf([...spread, ...lost]).all).toMatchObject({
      price: { lowCents: 1_000_000n, highCents: 2_000_000n },
    })
  })

  it('is the same whether a sixth client has posted once or not at all beside five others', () => {
    const others = six.map((one) => ({ ...one, id: `b${one.id}`, sides: [`other ${one.id}`] }))
    const counts = (requests: RequestFact[]) => demandOf(requests).requests
    expect(counts([...six, ...others])).toBe(10)
    expect(counts([...six, ...others.slice(1)])).toBe(10)
  })

  it('names a column by what its names mean, as most of its askers write it', () => {
    const askers = six.map((one, n) => ({
      ...one,
      columns: n < 2 ? ['shop id'] : ['Store_ID'],
    }))
    expect(demandOf(askers).columns).toEqual([{ name: 'store_id', requests: 5 }])
  })
})
