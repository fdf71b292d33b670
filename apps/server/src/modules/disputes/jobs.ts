import type { Platform } from '../../platform/context.ts'
import type { Jobs, Schedule } from '../../platform/jobs.ts'
import { expireFiles } from '../attachments/service.ts'
import { tickDisputes } from './clock.ts'
import { evidence } from './evidence.ts'

export const disputeSchedule: Schedule = [
  { task: 'dispute.tick', match: '*/10 * * * *' },
  { task: 'evidence.expire', match: '37 * * * *' },
]

export function disputeJobs(platform: Platform): Jobs {
  return {
    'dispute.tick': () => tickDisputes(platform),
    'evidence.expire': () => expireFiles(platform, evidence),
  }
}
