/** The platform's fee, earned in step with the price; parts always add up to the whole. */
import { feeCents } from '@semblance/contract'

type Money = { releasedCents: bigint; feeEarnedCents: bigint; feeHeldCents: bigint }

/** Returns the cents of the held fee that are earned when `cents` more of the price are released. */
export function earnedFee(feeBps: number, money: Money, cents: bigint): bigint {
  const due = feeCents(money.releasedCents + cents, feeBps) - money.feeEarnedCents
  return minBigInt(clampToZero(due), money.feeHeldCents)
}

/** Returns the smaller amount; Math.min takes only floats. */
export function minBigInt(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

export function clampToZero(cents: bigint): bigint {
  if (cents > 0n) return cents
  return 0n
}
