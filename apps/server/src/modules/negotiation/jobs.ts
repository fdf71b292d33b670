import type { Platform } from '../../platform/context.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { openStorage } from '../../platform/storage.ts'
import { expireAttachments } from './attachments.ts'

export function negotiationJobs(platform: Platform): Jobs {
  const storage = openStorage(platform.config.dataDir)
  return {
    'attachment.expire': async () => {
      await expireAttachments(platform, storage)
    },
  }
}
