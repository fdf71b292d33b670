import type { TimelinePhase } from '@semblance/contract'
import { date } from '@/lib/format.ts'

type Dates = Pick<TimelinePhase, 'startDate' | 'endDate' | 'dueDate'>

/**
 * Formats when a phase lasts: "Nov 9, 2026 – Nov 14, 2026", "Nov 9, 2026 – due Nov 14, 2026". One that
 * began after its planned end has no end yet: "since Nov 16, 2026, was due Nov 14, 2026".
 */
export function phaseDates({ startDate, endDate, dueDate }: Dates): string {
  if (!startDate) return dueDate ? `due ${date(dueDate)}` : 'Not begun'
  if (endDate) return `${date(startDate)} – ${dueDate ? 'due ' : ''}${date(endDate)}`
  return dueDate ? `since ${date(startDate)}, was due ${date(dueDate)}` : `since ${date(startDate)}`
}
