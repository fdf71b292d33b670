import type { Platform } from '../../platform/context.ts'
import type { Jobs, Schedule } from '../../platform/jobs.ts'
import { releaseDue, watchReviews } from './clocks.ts'

export const escrowSchedule: Schedule = [
  { task: 'escrow.release', match: '*/15 * * * *' },
  { task: 'escrow.review', match: '7 * * * *' },
]

export function escrowJobs(platform: Platform): Jobs {
  return {
    'escrow.release': () => releaseDue(platform, new Date()),
    'escrow.review': () => watchReviews(platform, new Date()),
  }
}
