import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { runBilling } from './billing-run.ts'

/** Runs are never side by side. */
export const billingSchedule: Schedule = [
  { task: 'billing.run', match: '*/10 * * * *', options: { queueName: 'billing' } },
]

export function billingJobs(platform: Platform): Jobs {
  return { 'billing.run': () => runBilling(platform, new Date()) }
}
