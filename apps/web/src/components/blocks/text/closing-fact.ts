import { date } from '@/lib/format.ts'

type Closing = { closesAt: Date | null; closedAt?: Date | null }

/** Says until when a request takes or took offers; `value` is null while no day is set. */
export function closingFact(
  { closesAt, closedAt }: Closing,
  isLive: boolean,
): { label: string; value: string | null } {
  if (isLive) return { label: 'Takes offers until', value: closesAt && date(closesAt) }
  const end = closedAt && closesAt && closedAt < closesAt ? closedAt : closesAt
  // One that found its vendor closed before its date.
  return end && end <= new Date()
    ? { label: 'Took offers until', value: date(end) }
    : { label: 'Takes offers', value: 'No longer' }
}
