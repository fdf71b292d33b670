/** Figures behind the landing page's claims, from the marketplace's own deliveries. */
import { type ClaimFigures, MIN_CLAIM_ORGANIZATIONS } from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { type Counted, countDeliveries } from './queries.ts'

/** Sets how long figures are reused, so that visitors cost the database nothing. */
const FRESH_MS = 3_600_000

const THOUSAND_DOLLARS = 100_000n

const known = new WeakMap<Platform['config'], ClaimFigures>()

/** Returns the figures, counted at most an hour ago by this process. */
export async function readFigures({ tx, now, platform }: Ctx): Promise<ClaimFigures> {
  const last = known.get(platform.config)
  if (last && now.getTime() - last.computedAt.getTime() < FRESH_MS) return last
  const counted = await withSystemRole(tx, () => countDeliveries(tx))
  const read = { computedAt: now, figures: publish(counted) }
  known.set(platform.config, read)
  return read
}

/** Withholds figures of so few organizations that they would reveal single ones. */
function publish(counted: Counted): ClaimFigures['figures'] {
  const { deliveriesCount, vendorsCount, clientsCount, countriesCount, medianEpsilon } = counted
  if (Math.min(vendorsCount, clientsCount) < MIN_CLAIM_ORGANIZATIONS) return null
  return {
    deliveriesCount,
    vendorsCount,
    clientsCount,
    countriesCount,
    paidCents: (counted.paidCents / THOUSAND_DOLLARS) * THOUSAND_DOLLARS,
    medianAccuracyPercent: percentOf(counted.medianAccuracyTenths),
    tenthAccuracyPercent: percentOf(counted.tenthAccuracyTenths),
    formalPercent: Math.floor((counted.formalShare ?? 0) * 100),
    medianEpsilon,
  }
}

const percentOf = (tenths: number | null) => (tenths === null ? null : tenths / 10)
