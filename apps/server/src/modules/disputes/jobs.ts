import type { Platform } from '../../platform/context.ts'
import type { Jobs, Schedule } from '../../platform/jobs.ts'
import { openStorage } from '../../platform/storage.ts'
import { tickDisputes } from './clock.ts'
import { expireEvidence } from './evidence.ts'

export const disputeSchedule: Schedule = [
  { task: 'dispute.tick', match: '*/10 * * * *' },
  { task: 'evidence.expire', match: '37 * * * *' },
]

export function disputeJobs(platform: Platform): Jobs {
  const storage = openStorage(platform.config.dataDir)
  return {
    'dispute.tick': () => tickDisputes(platform),
    'evidence.expire': async () => {
      await expireEvidence(platform, storage)
    },
  }
}
