import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  describeDuePrice,
  duePriceAt,
  floorCents,
  type MeasuredAccuracy,
  type PriceTerms,
  priceAt,
  priceTermsProblem,
  splitAtAccuracy,
} from './accuracy-price.ts'

const terms = (price: bigint, min: number, target: number, floor: number): PriceTerms => ({
  priceCents: price,
  minAccuracyPercent: min,
  targetAccuracyPercent: target,
  floorPricePercent: floor,
})
const anyTerms = fc
  .record({
    price: fc.bigInt({ min: 100n, max: 100_000_000_000n }),
    ends: fc.tuple(fc.integer({ min: 50, max: 100 }), fc.integer({ min: 50, max: 100 })),
    floor: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ price, ends, floor }) => terms(price, Math.min(...ends), Math.max(...ends), floor))
type Three = [number, number, number]
const tenths = fc.integer({ min: 0, max: 1000 })

describe('the price at an accuracy', () => {
  it.each([
    [1000, 1_000_000n],
    [950, 1_000_000n],
    [949, 992_000n],
    [925, 800_000n],
    [901, 608_000n],
    [900, 600_000n],
    [899, 600_000n],
  ])('is at %i tenths of a percent %i cents', (accuracy, cents) =>
    expect(priceAt(terms(1_000_000n, 90, 95, 60), accuracy)).toBe(cents),
  )

  it('is the whole price from a target on that is the minimum', () => {
    expect(priceAt(terms(1_000_000n, 90, 90, 60), 900)).toBe(1_000_000n)
  })

  it('rounds half a cent up', () => {
    expect(priceAt(terms(101n, 90, 95, 50), 900)).toBe(51n)
    expect(priceAt(terms(333n, 90, 95, 50), 900)).toBe(167n)
  })

  it('is fixed without terms', () => {
    fc.assert(
      fc.property(anyTerms, tenths, (one, accuracy) => {
        const fixed = { ...one, targetAccuracyPercent: null, floorPricePercent: null }
        expect(priceAt(fixed, accuracy)).toBe(one.priceCents)
      }),
    )
  })

  it('lies between floor and price, never falls with the accuracy, and is within half a cent', () => {
    fc.assert(
      fc.property(anyTerms, tenths, (one, accuracy) => {
        const price = priceAt(one, accuracy)
        expect(price >= floorCents(one) && price <= one.priceCents).toBe(true)
        expect(price <= priceAt(one, accuracy + 1)).toBe(true)
        const minimum = 10 * one.minAccuracyPercent!
        const run = 10 * one.targetAccuracyPercent! - minimum
        const at = Math.min(run, Math.max(0, accuracy - minimum))
        const floor = one.floorPricePercent!
        // The line times what it is divided by, in whole numbers.
        const scale = BigInt(100 * Math.max(1, run))
        const exact = one.priceCents * BigInt(floor * run + (100 - floor) * at)
        if (run === 0) return
        const off = price * scale - exact
        expect(2n * off <= scale && 2n * off > -scale).toBe(true)
      }),
    )
  })
})

describe('terms of a price that depends on the accuracy', () => {
  const problem = (min: number | null, target: number | null, floor: number | null) =>
    priceTermsProblem(
      { minAccuracyPercent: min, targetAccuracyPercent: target, floorPricePercent: floor },
      'half_upfront',
    )

  it('are stated all or not at all', () => {
    expect(problem(90, null, null)).toBeNull()
    expect(problem(null, null, null)).toBeNull()
    expect(problem(90, 95, 60)).toBeNull()
    expect(problem(null, 95, 60)).toBe('price_terms_incomplete')
    expect(problem(90, 95, null)).toBe('price_terms_incomplete')
    expect(problem(90, null, 60)).toBe('price_terms_incomplete')
  })

  it('have their target at the minimum or above it', () => {
    expect(problem(95, 95, 60)).toBeNull()
    expect(problem(95, 94, 60)).toBe('target_below_minimum')
  })

  it('have a floor of no less than is released at the start', () => {
    expect(problem(90, 95, 50)).toBeNull()
    expect(problem(90, 95, 49)).toBe('floor_below_released')
  })
})

describe('an acceptance', () => {
  it('moves all that is held, whatever price, accuracy and share at the start', () => {
    fc.assert(
      fc.property(anyTerms, tenths, fc.integer({ min: 0, max: 100 }), (one, accuracy, upfront) => {
        fc.pre(upfront <= one.floorPricePercent!)
        const releasedCents = (one.priceCents * BigInt(upfront)) / 100n
        const heldCents = one.priceCents - releasedCents
        const duePriceCents = priceAt(one, accuracy)
        const parts = splitAtAccuracy({ duePriceCents, releasedCents, heldCents })
        expect(parts.toVendorCents + parts.toClientCents).toBe(heldCents)
        expect(parts.toVendorCents >= 0n && parts.toClientCents >= 0n).toBe(true)
        expect(releasedCents + parts.toVendorCents).toBe(duePriceCents)
      }),
    )
  })

  it('says how the price comes about', () => {
    expect(said(925, null)).toBe(
      'At the published accuracy of 92.5% the price is $8,000.00 of $10,000.00: the whole price is due from 95% on, and in a straight line down to 60% of it at 90%.',
    )
  })
})

const slope = terms(1_000_000n, 90, 95, 60)
const said = (tenths: number, interval: MeasuredAccuracy['interval']) =>
  describeDuePrice(duePriceAt(slope, { tenths, interval })!, slope.priceCents)

describe('the interval of the accuracy', () => {
  it('stands beside the price, with the price at either end', () => {
    expect(said(925, { lowTenths: 912, highTenths: 937 })).toContain(
      'with 95% confidence it is between 91.2% and 93.7%. The price would be $6,960.00 at the one end and $8,960.00 at the other; it follows the accuracy as published.',
    )
  })

  it('that reaches below the minimum says that such a delivery would have been refused, and names no price for it', () => {
    const text = said(903, { lowTenths: 881, highTenths: 925 })
    expect(text).toContain(
      'At 88.1% the delivery would miss the minimum of 90%, at 92.5% it would cost $8,000.00.',
    )
    expect(text).not.toContain('$6,000.00')
  })

  it('above the target changes no price', () => {
    expect(said(980, { lowTenths: 962, highTenths: 998 })).toContain(
      'The price would be the same at both ends.',
    )
  })

  it('is not mentioned where the accuracy carries no noise', () => {
    expect(said(925, null)).not.toMatch(/noise|confidence/)
  })

  it('has the price of the accuracy between the prices of its ends, whatever the terms', () => {
    fc.assert(
      fc.property(anyTerms, fc.tuple(tenths, tenths, tenths), (one, accuracies) => {
        const [lowTenths, at, highTenths] = accuracies.toSorted((a, b) => a - b) as Three
        const due = duePriceAt(one, { tenths: at, interval: { lowTenths, highTenths } })!
        expect(due.interval!.lowCents <= due.cents && due.cents <= due.interval!.highCents).toBe(
          true,
        )
      }),
    )
  })

  it('is none of a fixed price', () => {
    const fixed = { ...slope, targetAccuracyPercent: null, floorPricePercent: null }
    expect(duePriceAt(fixed, { tenths: 925, interval: null })).toBeNull()
  })
})
