import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { processReviewDeadlines, releaseDue } from './deadlines.ts'

export const escrowSchedule: Schedule = [
  { task: 'escrow.release', match: '*/15 * * * *' },
  { task: 'escrow.review', match: '7 * * * *' },
]

export function escrowJobs(platform: Platform): Jobs {
  return {
    'escrow.release': () => releaseDue(platform, new Date()),
    'escrow.review': () => processReviewDeadlines(platform, new Date()),
  }
}
