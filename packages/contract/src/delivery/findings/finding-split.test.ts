import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeCents } from '../../core/platform-fee.ts'
import { type PriceTerms, priceAt } from '../../market/pricing/accuracy-price.ts'
import type { DisputedAmount } from '../../money/disputes/dispute-rules.ts'
import { priceOfClaim, proposeSplit } from './finding-split.ts'
import type { Measurement } from './findings.ts'

const fixed: PriceTerms = {
  priceCents: 1_000_000n,
  minAccuracyPercent: 90,
  targetAccuracyPercent: null,
  floorPricePercent: null,
}
const sloped: PriceTerms = { ...fixed, targetAccuracyPercent: 95, floorPricePercent: 60 }

const records = (found: number, wanted: number): Measurement => ({
  type: 'records',
  found,
  wanted,
  tolerated: 0,
})
const accuracy = (value: number | null, high: number): Measurement => ({
  type: 'accuracy',
  table: 'people',
  found: { value, low: 0, high },
  wantedPercent: 95,
  reportedPercent: 95,
})
const broken: Measurement = { type: 'column_rule', rows: 400, breaking: 12 }
const price = (measured: Measurement, terms = sloped) =>
  priceOfClaim({ outcome: 'confirmed', measured }, terms)

describe('a confirmed claim', () => {
  it('about records has the price of the share that is there, half a cent up', () => {
    expect(price(records(400, 500), fixed)).toBe(800_000n)
    expect(price(records(1, 3), fixed)).toBe(333_333n)
    expect(price(records(2, 3), fixed)).toBe(666_667n)
    expect(price(records(0, 3), fixed)).toBe(0n)
  })

  it('about accuracy has the price of the terms at what was found, or at the most that noise allows for', () => {
    expect(price(accuracy(92.59, 93.4))).toBe(priceAt(sloped, 925))
    expect(price(accuracy(null, 93.4))).toBe(priceAt(sloped, 934))
    expect(price(accuracy(80, 82))).toBe(600_000n)
  })

  it('about a rule has the floor', () => {
    expect(price(broken)).toBe(600_000n)
  })

  it('about accuracy or a rule has no price where the terms give none', () => {
    expect(price(broken, fixed)).toBeNull()
    expect(price(accuracy(80, 82), fixed)).toBeNull()
  })

  it('about a pair or a format has none', () => {
    expect(price({ type: 'format', tables: [] })).toBeNull()
    const found = { value: 50, low: 48, high: 52 }
    expect(price({ type: 'pair', found, wantedPercent: 90 })).toBeNull()
  })
})

it.each(['refuted', 'inconclusive'] as const)('a claim that is %s has no price', (outcome) => {
  expect(priceOfClaim({ outcome, measured: records(1, 500) }, sloped)).toBeNull()
})

const money = (most: number) => fc.bigInt({ min: 0n, max: BigInt(most) })
const anyStake = fc
  .tuple(money(100_000_000), money(100_000_000), fc.integer({ min: 0, max: 1000 }))
  .map(([released, left, feeBps]): DisputedAmount => {
    const priceCents = released + left + 1n
    const feeEarnedCents = feeCents(released, feeBps)
    return {
      priceCents,
      stakeCents: left + 1n,
      releasedCents: released,
      feeBps,
      feeCents: feeCents(priceCents, feeBps),
      feeEarnedCents,
      feeStakeCents: feeCents(priceCents, feeBps) - feeEarnedCents,
    }
  })
const anyPrices = fc.array(fc.option(fc.integer({ min: 0, max: 200_000_001 })), { maxLength: 6 })

describe('a proposed split', () => {
  it('conserves every cent of price and fee in escrow, whatever was found and released', () => {
    fc.assert(
      fc.property(anyStake, anyPrices, fc.option(money(200_000_001)), (stake, prices, due) => {
        const claims = prices.map((priceCents, i) => ({ id: String(i), priceCents }))
        const split = proposeSplit(stake, claims, due)
        expect(split === null).toBe(prices.every((one) => one === null))
        if (!split) return
        expect(split.toVendorCents + split.toClientCents).toBe(stake.stakeCents)
        expect(split.feeKeptCents + split.feeReturnedCents).toBe(stake.feeStakeCents)
        for (const share of [split.toVendorCents, split.toClientCents, split.feeKeptCents])
          expect(share >= 0n).toBe(true)
      }),
    )
  })

  it('gives the vendor no more than the lowest price and what the delivery costs, with what was released', () => {
    fc.assert(
      fc.property(anyStake, anyPrices, fc.option(money(200_000_001)), (stake, prices, due) => {
        const claims = prices.map((priceCents, i) => ({ id: String(i), priceCents }))
        const split = proposeSplit(stake, claims, due)
        if (!split) return
        const paid = stake.releasedCents + split.toVendorCents
        for (const limit of [...prices.flatMap((one) => (one === null ? [] : [BigInt(one)])), due])
          if (limit !== null) expect(paid <= limit || split.toVendorCents === 0n).toBe(true)
      }),
    )
  })
})
