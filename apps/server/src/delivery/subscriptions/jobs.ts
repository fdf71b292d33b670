import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { advanceSubscriptions } from './advance.ts'

export const subscriptionSchedule: Schedule = [
  { task: 'subscription.advance', match: '*/10 * * * *' },
]

export function subscriptionJobs(platform: Platform): Jobs {
  return { 'subscription.advance': () => advanceSubscriptions(platform, new Date()) }
}
