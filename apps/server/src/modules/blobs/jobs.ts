import { openBlobs } from '../../platform/blobs.ts'
import type { Platform } from '../../platform/context.ts'
import type { Jobs, Schedule } from '../../platform/jobs.ts'
import { sweepBlobs } from './sweep.ts'

export const blobSchedule: Schedule = [{ task: 'blob.sweep', match: '47 2 * * *' }]

export function blobJobs(platform: Platform): Jobs {
  const blobs = openBlobs(platform.config)
  return { 'blob.sweep': () => sweepBlobs({ platform, blobs }, new Date()) }
}
