import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { attachmentStore, blobStore } from './stores.ts'
import { sweepStore } from './sweep.ts'

export const blobSchedule: Schedule = [{ task: 'blob.sweep', match: '47 2 * * *' }]

export function blobJobs(platform: Platform): Jobs {
  const stores = [blobStore(platform), attachmentStore(platform)]
  return {
    'blob.sweep': async () => {
      for (const store of stores) await sweepStore(platform, store, new Date())
    },
  }
}
