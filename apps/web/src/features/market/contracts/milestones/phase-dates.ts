import type { TimelinePhase } from '@semblance/contract'
import { date } from '@/lib/format.ts'

/**
 * Formats when a phase lasts: "Nov 9, 2026 – Nov 14, 2026", "Nov 9, 2026 – due Nov 14, 2026". One that
 * began after its planned end has no end yet: "since Nov 16, 2026, was due Nov 14, 2026".
 */
export function phaseDates({
  startDate,
  endDate,
  status,
}: Pick<TimelinePhase, 'startDate' | 'endDate' | 'status'>): string {
  if (!startDate) return endDate ? plannedEnd(endDate, status) : 'Not begun'
  if (!endDate) return `since ${date(startDate)}`
  const isOverdueAtStart = status !== 'completed' && new Date(endDate) < new Date(startDate)
  return isOverdueAtStart
    ? `since ${date(startDate)}, was due ${date(endDate)}`
    : `${date(startDate)} – ${plannedEnd(endDate, status)}`
}

const plannedEnd = (end: Date | string, status: TimelinePhase['status']) =>
  status === 'completed' ? date(end) : `due ${date(end)}`
