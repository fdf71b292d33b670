import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { blobStore } from './stores.ts'
import { sweepStore } from './sweep.ts'

export const blobSchedule: Schedule = [{ task: 'blob.sweep', match: '47 2 * * *' }]

export function blobJobs(platform: Platform): Jobs {
  const store = blobStore(platform)
  return { 'blob.sweep': () => sweepStore(platform, store, new Date()) }
}
