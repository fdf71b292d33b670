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
  it('need six vendors and six clients: five besides whoever reads them', () => {
    expect(batches(many(5))).toEqual([])
    expect(batches(many(6))).toHaveLength(1)
    expect(batches(many(12).map((one, n) => ({ ...one, vendor: `vendor ${n % 5}` })))).toEqual([])
    expect(batches(many(12).map((one, n) => ({ ...one, client: `client ${n % 5}` })))).toEqual([])
  })

  it('let no company know more than half of what another does not know', () => {
    const of = (mine: number) =>
      many(13).map((one, n) => ({
        ...one,
        vendor: n < mine ? 'mine' : `vendor ${n}`,
        client: `client ${n}`,
      }))
    expect(batches(of(6))).toHaveLength(1)
    expect(batches(of(7))).toEqual([])
  })

  it('let no company know more than half of one as client and as vendor together', () => {
    const of = (asClient: number, asVendor: number) =>
      many(12).map((one, n) => ({
        ...one,
        vendor: n >= asClient && n < asClient + asVendor ? 'both' : `vendor ${n}`,
        client: n < asClient ? 'both' : `client ${n}`,
      }))
    expect(batches(of(2, 2))).toHaveLength(1)
    expect(batches(of(4, 4))).toEqual([])
  })

  it('widen for contracts that have waited, and take none that another group has', () => {
    const close = many(6)
    const others = many(6, { columns: 40 }).map((one, n) => ({
      ...one,
      id: `CTR-W${n}`,
      columns: n < 3 ? 40 : 200,
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

  it('shows nothing of one further contract until it is one of six', () => {
    const counted = batches(many(6)).flatMap(({ contracts }) => contracts)
    expect(counted).toHaveLength(6)
    // A group's figures come from counted contracts; later ones form a batch among themselves.
    for (const further of [1, 2, 3, 4, 5])
      expect(batches(many(further, { completedAt: now }), daysAgo(-200))).toEqual([])
    expect(batches(many(6, { completedAt: now }), daysAgo(-200))).toHaveLength(1)
  })
})

describe('the figures of a group', () => {
  it('are nobody’s own: means around the quartiles, rounded outward', () => {
    const contracts = many(5)
    const { lowCents, highCents, ...days } = figuresOf(contracts)
    const { lowDays, highDays, lowAnswerDays, highAnswerDays } = days
    const prices = contracts.map(({ priceCents }) => priceCents)
    expect(prices).not.toContain(lowCents)
    expect(prices).not.toContain(highCents)
    expect([lowCents, highCents]).toEqual([1_100_000, 1_500_000])
    expect([lowDays, highDays]).toEqual([9, 11])
    expect([lowAnswerDays, highAnswerDays]).toEqual([1, 3])
  })

  it('leave the price of a contract open within a tenth, even if all others are known', () => {
    const contracts = many(5)
    const same = new Set<number>()
    for (let priceCents = 1_000_000; priceCents < 2_000_000; priceCents += 5000) {
      const figures = figuresOf([
        ...contracts.slice(0, 2),
        contract(2, { priceCents }),
        ...contracts.slice(3),
      ])
      if (
        figures.lowCents === figuresOf(contracts).lowCents &&
        figures.highCents === figuresOf(contracts).highCents
      )
        same.add(priceCents)
    }
    expect(Math.max(...same) / Math.min(...same)).toBeGreaterThan(1.1)
  })

  it('name the month of the first contract, not its day', () => {
    expect(figuresOf(many(5)).since).toEqual(new Date('2026-11-01T00:00:00Z'))
  })
})
