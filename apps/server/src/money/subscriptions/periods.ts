/** Monthly periods of a plan, in UTC: each ends on the anchor's day of the month, or on the last day of a shorter month. */

/** Returns the same time of day some months later. */
export function monthsAfter(anchor: Date, months: number): Date {
  const month = new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() + months, 1))
  const lastDay = new Date(
    Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0),
  ).getUTCDate()
  const end = new Date(anchor)
  end.setUTCFullYear(
    month.getUTCFullYear(),
    month.getUTCMonth(),
    Math.min(anchor.getUTCDate(), lastDay),
  )
  return end
}

export type Period = {
  anchored_at: Date
  period_number: number
  period_start: Date
  period_end: Date
}

export const firstPeriod = (anchor: Date): Period => periodOf(anchor, 1)

export const periodAfter = ({ anchored_at, period_number }: Period): Period =>
  periodOf(anchored_at, period_number + 1)

const periodOf = (anchor: Date, number: number): Period => ({
  anchored_at: anchor,
  period_number: number,
  period_start: monthsAfter(anchor, number - 1),
  period_end: monthsAfter(anchor, number),
})
