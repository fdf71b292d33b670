import type { TimelinePhase } from '@semblance/contract'
import { date } from '@/lib/format.ts'

type Dates = Pick<TimelinePhase, 'startDate' | 'endDate' | 'dueDate'>

/**
 * Formats when a phase lasts: "Nov 9, 2026 – Nov 14, 2026", "Nov 9, 2026 – due Nov 14, 2026", and "Nov 9, 2026" for one
 * that ended on its first day. One that began after its planned end has no end yet: "since Nov 16, 2026, was due Nov 14, 2026".
 */
export function phaseDates({ startDate, endDate, dueDate }: Dates): string {
  if (!startDate) return dueDate ? `due ${date(dueDate)}` : 'Not begun'
  const start = date(startDate)
  if (endDate && dueDate) return `${start} – due ${date(endDate)}`
  if (endDate) return date(endDate) === start ? start : `${start} – ${date(endDate)}`
  return dueDate ? `since ${start}, was due ${date(dueDate)}` : `since ${start}`
}
