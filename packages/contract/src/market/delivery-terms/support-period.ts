/** The period in which a vendor supports what was delivered, as dates. Pure. */
import type { SupportPeriod } from '../offer-forms.ts'

const DAY_MS = 24 * 3_600_000
const days = { '7_days': 7, '30_days': 30, '90_days': 90 } as const
const HALF_YEAR = 6

/**
 * Returns when support that began at a moment ends: whole days later, or on the same day six months later, the
 * last day of that month if it has none such; by UTC. Null without support.
 */
export function supportEnd(period: SupportPeriod, from: Date): Date | null {
  if (period === 'none') return null
  if (period !== '6_months') return new Date(from.getTime() + days[period] * DAY_MS)
  const end = new Date(from)
  end.setUTCMonth(from.getUTCMonth() + HALF_YEAR)
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end
}
