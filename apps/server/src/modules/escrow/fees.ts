/** The platform's fee, earned in step with the price; parts always add up to the whole. */

type Agreed = { price_cents: bigint; fee_cents: bigint }

/** The fee on a part of the price, half a cent rounded up. */
export const feeOn = ({ price_cents, fee_cents }: Agreed, cents: bigint): bigint =>
  (2n * fee_cents * cents + price_cents) / (2n * price_cents)

type Money = { releasedCents: bigint; feeEarnedCents: bigint; feeHeldCents: bigint }

/** What of the held fee is earned when `cents` more are released. */
export function feeEarnedBy(agreed: Agreed, money: Money, cents: bigint): bigint {
  const due = feeOn(agreed, money.releasedCents + cents) - money.feeEarnedCents
  return lesser(atLeastZero(due), money.feeHeldCents)
}

/** Math.min is for floats. */
export function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

export function atLeastZero(cents: bigint): bigint {
  if (cents > 0n) return cents
  return 0n
}
