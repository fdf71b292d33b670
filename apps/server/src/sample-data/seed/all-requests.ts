/** Lists the sample requests with the days that they are old at a load. */
import { z } from 'zod'
import { closedQuarters } from '../../overview/insights/service.ts'
import quarterRequestsJson from './quarter-requests.json' with { type: 'json' }
import { requests, type SampleRequest, sampleRequest } from './seed.ts'

const DAY_MS = 86_400_000

/** Requests that were posted and over within the last closed quarter of the calendar, whenever the samples are loaded. */
const quarterRequests = z
  .array(
    sampleRequest.omit({ ageDays: true, endedDays: true }).extend({
      /** Days from its posting to the end of the quarter. */
      daysBeforeEnd: z.int(),
      /** Days until it was over. */
      days: z.int(),
    }),
  )
  .parse(quarterRequestsJson)

/** Returns all sample requests, the oldest first: those of fixed age, and those of the quarter that is over. */
export function requestsAt(now: Date): SampleRequest[] {
  const [quarter] = closedQuarters(now, 1)
  const daysSince = (now.getTime() - Date.parse(quarter?.endsOn ?? '')) / DAY_MS
  const ofQuarter = quarterRequests.map(({ daysBeforeEnd, days, ...request }) => ({
    ...request,
    ageDays: daysSince + daysBeforeEnd,
    endedDays: daysSince + daysBeforeEnd - days,
  }))
  return [...requests, ...ofQuarter].sort((a, b) => b.ageDays - a.ageDays)
}
