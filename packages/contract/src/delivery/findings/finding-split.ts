/** Proposes what outcomes of measurements mean for the money; it is decided by the parties or by staff. */
import {
  floorCents,
  type PriceTerms,
  priceAt,
  priceSlope,
  splitAtAccuracy,
} from '../../market/pricing/accuracy-price.ts'
import { type DisputedAmount, type Shares, splitOf } from '../../money/disputes/dispute-rules.ts'
import type { JudgedClaim, Measurement } from './findings.ts'

type Judged = Pick<JudgedClaim, 'outcome' | 'measured'>

/**
 * Returns the whole price that the terms give a confirmed claim, in cents; null where they give none. Records count by
 * their share, half a cent up. Accuracy and broken rules have a price only where the terms let it follow the accuracy:
 * there the found accuracy, and the floor. Pairs and formats have none.
 */
export function priceOfClaim({ outcome, measured }: Judged, terms: PriceTerms): bigint | null {
  if (outcome !== 'confirmed' || !measured) return null
  switch (measured.type) {
    case 'records':
      return shareOf(terms.priceCents, measured)
    case 'accuracy':
      return priceSlope(terms) ? priceAt(terms, foundTenths(measured)) : null
    case 'column_rule':
      return priceSlope(terms) ? floorCents(terms) : null
    default:
      return null
  }
}

function shareOf(
  priceCents: bigint,
  { found, wanted }: Extract<Measurement, { type: 'records' }>,
): bigint {
  const [part, whole] = [BigInt(Math.min(found, wanted)), BigInt(wanted)]
  return (2n * priceCents * part + whole) / (2n * whole)
}

/** Returns what was found, or the most that noise allows for, in tenths of a percent, rounded down. */
function foundTenths({ found }: Extract<Measurement, { type: 'accuracy' }>): number {
  const tenths = Math.floor(10 * (found.value ?? found.high) + 1e-6)
  return Math.max(0, Math.min(1000, tenths))
}

type Priced = Pick<JudgedClaim, 'id' | 'priceCents'>

export type ProposedSplit = { claimId: string; priceCents: bigint } & Shares

/**
 * Divides the stake by the lowest price of the claims, and no price above what the delivery costs at its accuracy; what
 * was released before counts. Null if no claim has a price.
 */
export function proposeSplit(
  stake: DisputedAmount,
  claims: Priced[],
  dueCents: bigint | null,
): ProposedSplit | null {
  const lowest = claims
    .flatMap(({ id, priceCents }) => (priceCents === null ? [] : [{ id, priceCents }]))
    .sort((a, b) => a.priceCents - b.priceCents)[0]
  if (!lowest) return null
  const price = BigInt(lowest.priceCents)
  const priceCents = dueCents !== null && dueCents < price ? dueCents : price
  const { toVendorCents } = splitAtAccuracy({
    duePriceCents: priceCents,
    releasedCents: stake.releasedCents,
    heldCents: stake.stakeCents,
  })
  return { claimId: lowest.id, priceCents, ...splitOf(stake, toVendorCents) }
}
