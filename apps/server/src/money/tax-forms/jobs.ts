import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { remindOfEnds } from './service.ts'

export const taxFormSchedule: Schedule = [{ task: 'tax_form.remind', match: '37 7 * * *' }]

export function taxFormJobs(platform: Platform): Jobs {
  return { 'tax_form.remind': () => remindOfEnds(platform, new Date()) }
}
