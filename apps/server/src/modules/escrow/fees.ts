/** The platform's fee, earned in step with the price; parts always add up to the whole. */

type Agreed = { price_cents: bigint; fee_cents: bigint }

/** The fee on a part of the price, half a cent rounded up. */
export const feeOn = ({ price_cents, fee_cents }: Agreed, cents: bigint): bigint =>
  (2n * fee_cents * cents + price_cents) / (2n * price_cents)

type Money = { releasedCents: bigint; feeEarnedCents: bigint; feeHeldCents: bigint }

/** What of the held fee is earned when `cents` more are released. */
export function feeEarnedBy(agreed: Agreed, money: Money, cents: bigint): bigint {
  const due = feeOn(agreed, money.releasedCents + cents) - money.feeEarnedCents
  const positive = due > 0n ? due : 0n
  return positive < money.feeHeldCents ? positive : money.feeHeldCents
}
