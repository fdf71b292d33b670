import { type DprDetail, dprCan, MAX_OPEN_DAYS, parseWhole } from '@semblance/contract'
import { date, plural } from '@/lib/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns the day some days from today; null for a text that is not such a number. */
export function closingDay(typedDays: string, now = Date.now()): Date | null {
  const days = parseWhole(typedDays)
  return days !== null && days >= 1 && days <= MAX_OPEN_DAYS ? new Date(now + days * DAY_MS) : null
}

export function closingText(typedDays: string): string | null {
  const day = closingDay(typedDays)
  return day && `Vendors can send offers until ${date(day)}.`
}

/** "12 days left", "3 hours left", "Closed". */
export function timeLeft(closesAt: Date, now = Date.now()): string {
  if (closesAt.getTime() <= now) return 'Closed'
  // Adds a minute, so that a date set just now has the full number of days left.
  const ms = closesAt.getTime() - now + MINUTE_MS
  if (ms < HOUR_MS) return 'Less than an hour left'
  if (ms < DAY_MS) return `${plural(Math.floor(ms / HOUR_MS), 'hour')} left`
  return `${plural(Math.floor(ms / DAY_MS), 'day')} left`
}

/**
 * Returns true if a request takes offers now: its closing date may be over before the job expires
 * it.
 */
export const takesOffersNow = (dpr: Pick<DprDetail, 'status' | 'closesAt'>) =>
  dprCan.takeOffers(dpr.status) && dpr.closesAt > new Date()

/**
 * Returns the days from now of a suggested extension: two weeks after the closing date, within the
 * limit.
 */
export function extendedDays(closesAt: Date, now = Date.now()): number {
  const daysLeft = Math.max(0, Math.ceil((closesAt.getTime() - now) / DAY_MS))
  return Math.min(MAX_OPEN_DAYS, daysLeft + 14)
}
