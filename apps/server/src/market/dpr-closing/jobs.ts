import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { expireDprs } from './service.ts'

export const closingSchedule: Schedule = [{ task: 'dpr.expire', match: '3 * * * *' }]

export function closingJobs(platform: Platform): Jobs {
  return {
    'dpr.expire': async () => {
      await expireDprs(platform)
    },
  }
}
