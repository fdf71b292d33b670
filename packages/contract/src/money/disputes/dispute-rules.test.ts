import { describe, expect, it } from 'vitest'
import { type DisputedAmount, feeCents, splitOf } from '../../index.ts'

const whole = (priceCents: bigint): DisputedAmount => ({
  stakeCents: priceCents,
  feeStakeCents: feeCents(priceCents, 250),
  priceCents,
  feeCents: feeCents(priceCents, 250),
  feeBps: 250,
  releasedCents: 0n,
  feeEarnedCents: 0n,
})

describe('the shares of a stake', () => {
  it('are those of the example: $7,950 to the vendor after 30 % upfront', () => {
    const stake = {
      stakeCents: 1_295_000n,
      feeStakeCents: 32_375n,
      priceCents: 1_850_000n,
      feeCents: 46_250n,
      feeBps: 250,
      releasedCents: 555_000n,
      feeEarnedCents: 13_875n,
    }
    expect(splitOf(stake, 795_000n)).toEqual({
      toVendorCents: 795_000n,
      toClientCents: 500_000n,
      feeKeptCents: 19_875n,
      feeReturnedCents: 12_500n,
    })
  })

  it('add up to the stake and its fee, to the cent, whatever the price', () => {
    for (const price of [101n, 9_999n, 1_234_567n, 99_999_999_999n])
      for (const part of [0n, 1n, price / 3n, price - 1n, price]) {
        const stake = whole(price)
        const { toVendorCents, toClientCents, feeKeptCents, feeReturnedCents } = splitOf(
          stake,
          part,
        )
        expect(toVendorCents + toClientCents).toBe(price)
        expect(feeKeptCents + feeReturnedCents).toBe(stake.feeStakeCents)
        expect(feeKeptCents >= 0n && feeReturnedCents >= 0n).toBe(true)
      }
  })

  it('leave no fee with the platform where the vendor gets nothing, and all of it where it gets all', () => {
    const stake = whole(1_850_000n)
    expect(splitOf(stake, 0n)).toMatchObject({ feeKeptCents: 0n, feeReturnedCents: 46_250n })
    expect(splitOf(stake, 1_850_000n)).toMatchObject({ feeKeptCents: 46_250n })
  })
})
