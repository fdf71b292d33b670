import { expireFiles } from '../../core/attachments/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { processDisputeDeadlines } from './deadlines.ts'
import { evidence } from './evidence.ts'

export const disputeSchedule: Schedule = [
  { task: 'dispute.tick', match: '*/10 * * * *' },
  { task: 'evidence.expire', match: '37 * * * *' },
]

export function disputeJobs(platform: Platform): Jobs {
  return {
    'dispute.tick': () => processDisputeDeadlines(platform),
    'evidence.expire': () => expireFiles(platform, evidence),
  }
}
