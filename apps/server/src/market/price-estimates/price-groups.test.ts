/** An adversary asks again with one answer changed, or later, and must not learn one contract's figures. */
import { describe, expect, it } from 'vitest'
import { batchesOf, figuresOf, keysOf, type LikeContract } from './price-groups.ts'

const now = new Date('2026-11-27T00:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

function contract(index: number, changes: Partial<LikeContract> = {}): LikeContract {
  return {
    id: `CTR-${index}`,
    vendor: `vendor ${index % 7}`,
    client: `client ${index % 6}`,
    category: 'retail',
    privacyLevel: 'high',
    columns: 8,
    records: 50_000,
    priceCents: 1_000_000 + index * 137_700,
    days: 8 + index,
    answerDays: 1 + index / 2,
    completedAt: daysAgo(1),
    ...changes,
  }
}
const many = (count: number, changes: Partial<LikeContract> = {}) =>
  Array.from({ length: count }, (_, index) => contract(index, changes))
const batches = (contracts: LikeContract[], at = now) => batchesOf(contracts, 'real', at)

describe('batches of like contracts', () => {
  it('need six vendors and six clients in each half: five besides whoever reads them', () => {
    expect(batches(many(11))).toEqual([])
    expect(batches(many(12))).toHaveLength(1)
    expect(batches(many(24).map((one, n) => ({ ...one, vendor: `vendor ${n % 5}` })))).toEqual([])
    expect(batches(many(24).map((one, n) => ({ ...one, client: `client ${n % 5}` })))).toEqual([])
  })

  it('let no company know more than half of what another does not know', () => {
    const of = (mine: number) =>
      many(26).map((one, n) => ({
        ...one,
        vendor: n % 13 < mine ? 'mine' : `vendor ${n}`,
        client: `client ${n}`,
      }))
    expect(batches(of(6))).toHaveLength(1)
    expect(batches(of(7))).toEqual([])
  })

  it('let no company know more than half of one as client and as vendor together', () => {
    const of = (asClient: number, asVendor: number) =>
      many(24).map((one, n) => ({
        ...one,
        vendor: n % 12 >= asClient && n % 12 < asClient + asVendor ? 'both' : `vendor ${n}`,
        client: n % 12 < asClient ? 'both' : `client ${n}`,
      }))
    expect(batches(of(2, 2))).toHaveLength(1)
    expect(batches(of(4, 4))).toEqual([])
  })

  it('widen for contracts that have waited, and take none that another group has', () => {
    const close = many(12)
    const others = many(12, { columns: 40 }).map((one, n) => ({
      ...one,
      id: `CTR-W${n}`,
      columns: n % 2 === 0 ? 40 : 200,
    }))
    expect(batches([...close, ...others])).toHaveLength(1)
    const later = batches([...close, ...others], new Date(now.getTime() + 40 * 86_400_000))
    expect(later.map(({ key }) => key)).toEqual([
      'real/retail/high/up10/up100000',
      'real/retail/high',
    ])
    const counted = later.flatMap(({ contracts }) => contracts.map(({ id }) => id))
    expect(new Set(counted).size).toBe(counted.length)
  })

  it('keep samples and real companies apart', () => {
    expect(keysOf(contract(1), 'sample')[0]).toBe('sample/retail/high/up10/up100000')
    expect(keysOf(contract(1), 'real').at(-1)).toBe('real')
  })
})

describe('changing one answer', () => {
  it('leads to the same group or to one that shares no contract with it', () => {
    const asked = { category: 'retail', privacyLevel: 'high', columns: 8, records: 50_000 } as const
    const closest = keysOf(asked, 'real')[0]
    for (const columns of [1, 9, 10]) expect(keysOf({ ...asked, columns }, 'real')[0]).toBe(closest)
    expect(keysOf({ ...asked, columns: 11 }, 'real')[0]).not.toBe(closest)
    const all = Array.from({ length: 60 }, (_, n) =>
      contract(n, { columns: 1 + n * 3, completedAt: daysAgo(n * 3) }),
    )
    const seen = batches(all).flatMap(({ contracts }) => contracts.map(({ id }) => id))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('shows nothing of one further contract until it is one of twelve', () => {
    const counted = batches(many(12)).flatMap(({ contracts }) => contracts)
    expect(counted).toHaveLength(12)
    // A group's figures come from counted contracts; later ones form a batch among themselves.
    for (const further of [1, 6, 11])
      expect(batches(many(further, { completedAt: now }), daysAgo(-200))).toEqual([])
    expect(batches(many(12, { completedAt: now }), daysAgo(-200))).toHaveLength(1)
  })
})

function shownOf(contracts: LikeContract[]) {
  const figures = figuresOf(contracts)
  if (!figures) throw new Error('Nothing is shown.')
  return figures
}

describe('the figures of a group', () => {
  it('are none where contracts of an earlier rule outweigh a lawful batch that joins them', () => {
    const earlier = many(40).map((one, n) => ({
      ...one,
      id: `CTR-E${n}`,
      vendor: n < 20 ? 'a' : n < 39 ? 'b' : 'd',
      client: `client ${n % 3}`,
    }))
    const batch = many(12)
    expect(batches(batch)).toHaveLength(1)
    expect(figuresOf([...earlier, ...batch])).toBeNull()
  })

  it('are none where one client is most of the cheaper half', () => {
    const contracts = many(24).map((one, n) => ({ ...one, vendor: `vendor ${n}` }))
    expect(figuresOf(contracts)).not.toBeNull()
    expect(
      figuresOf(contracts.map((one, n) => (n < 7 ? { ...one, client: 'one' } : one))),
    ).toBeNull()
  })

  it('are nobody’s own: means of halves, rounded outward', () => {
    const contracts = many(12)
    const { lowCents, highCents, ...days } = shownOf(contracts)
    const { lowDays, highDays, lowAnswerDays, highAnswerDays } = days
    const prices = contracts.map(({ priceCents }) => priceCents)
    expect(prices).not.toContain(lowCents)
    expect(prices).not.toContain(highCents)
    expect([lowCents, highCents]).toEqual([1_300_000, 2_200_000])
    expect([lowDays, highDays]).toEqual([10, 17])
    expect([lowAnswerDays, highAnswerDays]).toEqual([2, 6])
  })

  it('leave the price of a contract open within a tenth, even if all others are known', () => {
    const contracts = many(12).map((one, n) => ({
      ...one,
      vendor: `vendor ${n}`,
      client: `client ${n}`,
    }))
    const same = new Set<number>()
    for (let priceCents = 1_000_000; priceCents < 2_000_000; priceCents += 5000) {
      const figures = shownOf([
        ...contracts.slice(0, 2),
        contract(2, { priceCents }),
        ...contracts.slice(3),
      ])
      if (
        figures.lowCents === shownOf(contracts).lowCents &&
        figures.highCents === shownOf(contracts).highCents
      )
        same.add(priceCents)
    }
    expect(Math.max(...same) / Math.min(...same)).toBeGreaterThan(1.1)
  })

  it('name the month of the first contract, not its day', () => {
    expect(shownOf(many(12)).since).toEqual(new Date('2026-11-01T00:00:00Z'))
  })
})
