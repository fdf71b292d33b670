import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { destroyDue } from './documents.ts'

export const documentSchedule: Schedule = [{ task: 'document.expire', match: '23 * * * *' }]

export function documentJobs(platform: Platform): Jobs {
  return { 'document.expire': () => destroyDue(platform, new Date()) }
}
