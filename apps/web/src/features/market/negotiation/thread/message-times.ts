/** Formats times in the dialog: the hour on the day itself, the day before that. */
import { date, dayMonth, relativeTime, time } from '@/lib/format.ts'

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

function dayBefore(day: Date): Date {
  const before = new Date(day)
  before.setDate(before.getDate() - 1)
  return before
}

const dayIn = (day: Date, now: Date) =>
  day.getFullYear() === now.getFullYear() ? dayMonth(day) : date(day)

/** "Today", "Yesterday", "Nov 19", and in another year "Nov 19, 2025". */
export function dayDivider(day: Date, now: Date): string {
  if (isSameDay(day, now)) return 'Today'
  if (isSameDay(day, dayBefore(now))) return 'Yesterday'
  return dayIn(day, now)
}

/** "10:41 AM", then "Yesterday", "Nov 19", "Nov 19, 2025". */
export function listTime(at: Date, now: Date): string {
  return isSameDay(at, now) ? time(at) : dayDivider(at, now)
}

/** "Read 10:42 AM", then "Read Nov 19, 10:42 AM". */
export function readText(at: Date, now: Date): string {
  return isSameDay(at, now) ? `Read ${time(at)}` : `Read ${dayIn(at, now)}, ${time(at)}`
}

/** "Online", "Last seen 2 h ago". */
export function presenceText(
  { isOnline, lastSeenAt }: { isOnline: boolean; lastSeenAt: Date | null },
  now: Date,
): string {
  if (isOnline) return 'Online'
  return lastSeenAt ? `Last seen ${relativeTime(lastSeenAt, now)}` : 'Offline'
}
