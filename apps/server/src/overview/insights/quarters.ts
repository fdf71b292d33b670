/** Counts in calendar quarters of UTC. Pure. */
import type { Quarter } from './queries.ts'

const isoDay = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)

/** Returns the newest quarters that are over, the newest first. */
export function closedQuarters(now: Date, count: number): Quarter[] {
  const year = now.getUTCFullYear()
  const current = now.getUTCMonth() - (now.getUTCMonth() % 3)
  return Array.from({ length: count }, (_, back) => ({
    startsOn: isoDay(year, current - 3 * (back + 1)),
    endsOn: isoDay(year, current - 3 * back),
  }))
}
