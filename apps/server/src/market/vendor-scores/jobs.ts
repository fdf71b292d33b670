import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { recordScores } from './record.ts'

export const scoreSchedule: Schedule = [{ task: 'score.record', match: '*/10 * * * *' }]

export function scoreJobs(platform: Platform): Jobs {
  return {
    'score.record': async () => {
      await recordScores(platform)
    },
  }
}
