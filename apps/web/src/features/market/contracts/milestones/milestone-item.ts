import type { Milestone } from '@semblance/contract'
import type { TimelineItem } from '@/components/blocks/lists/timeline.tsx'
import { date } from '@/lib/format.ts'

export function toTimelineItem(milestone: Milestone): TimelineItem {
  const { id, title, description, status, date: day } = milestone
  const when = day && (status === 'completed' ? date(day) : `Due ${date(day)}`)
  return { id, title, status, when, description }
}
