/** Computes the price of a delivery from its accuracy, by the terms of its offer. */
import { z } from 'zod'
import { formatDollars } from '../../core/dollars.ts'
import { cents } from '../../core/money.ts'
import { type PaymentStructure, upfrontPercents } from '../offer-forms.ts'
import type { Terms } from '../terms.ts'

export type PriceTerms = Pick<
  Terms,
  'priceCents' | 'minAccuracyPercent' | 'targetAccuracyPercent' | 'floorPricePercent'
>

/** Describes complete terms of a price that depends on the accuracy. */
export type PriceSlope = { minPercent: number; targetPercent: number; floorPercent: number }

/** Returns the terms by which the price depends on the accuracy; null for a fixed price. */
export function priceSlope(terms: Omit<PriceTerms, 'priceCents'>): PriceSlope | null {
  const { minAccuracyPercent, targetAccuracyPercent, floorPricePercent } = terms
  if (minAccuracyPercent === null || targetAccuracyPercent === null || floorPricePercent === null)
    return null
  return {
    minPercent: minAccuracyPercent,
    targetPercent: targetAccuracyPercent,
    floorPercent: floorPricePercent,
  }
}

/**
 * Returns the price in cents, half a cent rounded up, at an accuracy in tenths of a percent (945 is
 * 94.5 %): all of it from the target on, from there in a straight line down to the floor at the
 * minimum. A delivery below the minimum is refused by the gate; here it costs the floor. Without
 * complete terms the price is fixed.
 */
export function priceAt(terms: PriceTerms, accuracyTenths: number): bigint {
  const slope = priceSlope(terms)
  if (!slope || accuracyTenths >= 10 * slope.targetPercent) return terms.priceCents
  const [minimum, target] = [10 * slope.minPercent, 10 * slope.targetPercent]
  const floor = BigInt(slope.floorPercent)
  const run = BigInt(Math.max(1, target - minimum))
  const above = BigInt(Math.max(0, accuracyTenths - minimum))
  const part = terms.priceCents * (floor * run + (100n - floor) * above)
  const whole = 100n * run
  return (2n * part + whole) / (2n * whole)
}

/** Returns the least that a delivery with these terms costs, in cents, half a cent rounded up. */
export function floorCents(terms: PriceTerms): bigint {
  const slope = priceSlope(terms)
  return slope ? (terms.priceCents * BigInt(slope.floorPercent) + 50n) / 100n : terms.priceCents
}

export const priceTermsProblems = [
  'price_terms_incomplete',
  'target_below_minimum',
  'floor_below_released',
] as const
export type PriceTermsProblem = (typeof priceTermsProblems)[number]

/**
 * Returns why terms cannot be offered: target and floor without each other or without a minimum, a
 * target below the minimum, or a floor below what is released at the start. Null if they can.
 */
export function priceTermsProblem(
  terms: Omit<PriceTerms, 'priceCents'>,
  structure: PaymentStructure,
): PriceTermsProblem | null {
  if (terms.targetAccuracyPercent === null && terms.floorPricePercent === null) return null
  const slope = priceSlope(terms)
  if (!slope) return 'price_terms_incomplete'
  if (slope.targetPercent < slope.minPercent) return 'target_below_minimum'
  return BigInt(slope.floorPercent) < upfrontPercents[structure] ? 'floor_below_released' : null
}

/**
 * Holds a published accuracy in tenths of a percent, rounded down, and the ends of its 95 %
 * confidence interval; null where it carries no noise, or none is known.
 */
export type MeasuredAccuracy = {
  tenths: number
  interval: { lowTenths: number; highTenths: number } | null
}

/** Describes the price that a delivery costs at its accuracy, stored when the delivery is ready. */
export const duePrice = z.object({
  cents,
  /** The published accuracy in tenths of a percent, rounded down. */
  accuracyTenths: z.number().int(),
  /** Holds the ends of its 95 % confidence interval, and the price at each; null without noise. */
  interval: z
    .object({
      lowTenths: z.number().int(),
      highTenths: z.number().int(),
      lowCents: cents,
      highCents: cents,
    })
    .nullable(),
  minPercent: z.number().int(),
  targetPercent: z.number().int(),
  floorPercent: z.number().int(),
})
export type DuePrice = z.infer<typeof duePrice>

/** Returns the price of a measured delivery with all that it follows from; null for a fixed price. */
export function duePriceAt(
  terms: PriceTerms,
  { tenths, interval }: MeasuredAccuracy,
): DuePrice | null {
  const slope = priceSlope(terms)
  if (!slope) return null
  return {
    cents: priceAt(terms, tenths),
    accuracyTenths: tenths,
    interval: interval && {
      ...interval,
      lowCents: priceAt(terms, interval.lowTenths),
      highCents: priceAt(terms, interval.highTenths),
    },
    ...slope,
  }
}

/**
 * Returns how the price of a delivery comes about and, where the accuracy carries noise, what it
 * would be at the ends of the interval, as both parties read it.
 */
export function describeDuePrice(due: DuePrice, priceCents: bigint): string {
  const { accuracyTenths, minPercent, targetPercent, floorPercent: floor } = due
  const rule =
    minPercent === targetPercent
      ? `the whole price is due from ${targetPercent}% on`
      : `the whole price is due from ${targetPercent}% on, and in a straight line down to ${floor}% of it at ${minPercent}%`
  const price = `At the published accuracy of ${accuracyTenths / 10}% the price is ${formatDollars(due.cents)} of ${formatDollars(priceCents)}: ${rule}.`
  return due.interval ? `${price} ${describeInterval(due.interval, minPercent)}` : price
}

/** A delivery below the minimum would not have reached the client, so it has no price. */
function describeInterval(interval: NonNullable<DuePrice['interval']>, minPercent: number): string {
  const { lowTenths, highTenths, lowCents, highCents } = interval
  const measured = `That accuracy carries noise, which protects the original: with 95% confidence it is between ${lowTenths / 10}% and ${highTenths / 10}%.`
  if (lowTenths < 10 * minPercent)
    return `${measured} At ${lowTenths / 10}% the delivery would miss the minimum of ${minPercent}%, at ${highTenths / 10}% it would cost ${formatDollars(highCents)}. The price follows the accuracy as published.`
  return lowCents === highCents
    ? `${measured} The price would be the same at both ends.`
    : `${measured} The price would be ${formatDollars(lowCents)} at the one end and ${formatDollars(highCents)} at the other; it follows the accuracy as published.`
}

/** Returns what an acceptance sent back to the client, as the vendor reads it with the earning. */
export const describeBackForAccuracy = (amount: bigint): string =>
  `${formatDollars(amount)} of the price went back for accuracy`

function clamp(amount: bigint, most: bigint): bigint {
  if (amount < 0n) return 0n
  if (amount > most) return most
  return amount
}

/**
 * Returns what an acceptance moves: what is held goes to the vendor up to the price at the accuracy,
 * the rest back to the client. All of it goes to the vendor at a fixed price.
 */
export function splitAtAccuracy(money: {
  duePriceCents: bigint | null
  releasedCents: bigint
  heldCents: bigint
}): { toVendorCents: bigint; toClientCents: bigint } {
  const { duePriceCents, releasedCents, heldCents } = money
  const spare = duePriceCents === null ? 0n : releasedCents + heldCents - duePriceCents
  const toClientCents = clamp(spare, heldCents)
  return { toVendorCents: heldCents - toClientCents, toClientCents }
}
