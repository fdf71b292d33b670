/** The periods that earnings are shown and reported for; days in UTC, the last one not included. */
import type { EarningsPeriod } from '@semblance/contract'

export const periods = {
  all: 'All time',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'this-year': 'This year',
  'last-year': 'Last year',
} as const
export type PeriodKey = keyof typeof periods

export const periodOptions = (Object.keys(periods) as PeriodKey[]).map((value) => ({
  value,
  label: periods[value],
}))

export function periodOf(key: PeriodKey, now = new Date()): EarningsPeriod {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const quarter = month - (month % 3)
  const bounds: Record<PeriodKey, [number, number][]> = {
    all: [],
    'this-month': [
      [year, month],
      [year, month + 1],
    ],
    'last-month': [
      [year, month - 1],
      [year, month],
    ],
    'this-quarter': [
      [year, quarter],
      [year, quarter + 3],
    ],
    'this-year': [
      [year, 0],
      [year + 1, 0],
    ],
    'last-year': [
      [year - 1, 0],
      [year, 0],
    ],
  }
  const [from, to] = bounds[key].map(([y, m]) =>
    new Date(Date.UTC(y, m, 1)).toISOString().slice(0, 10),
  )
  return { ...(from && { from }), ...(to && { to }) }
}

/** Returns the last twelve months, newest first: 2026-11. */
export function lastMonths(now = new Date()): string[] {
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}
