import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { closeQuarters } from './close-quarters.ts'

export const insightSchedule: Schedule = [{ task: 'insights.close', match: '17 4 * * *' }]

export function insightJobs(platform: Platform): Jobs {
  return {
    'insights.close': async () => {
      await closeQuarters(platform)
    },
  }
}
