import type { Platform } from '../../platform/context.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { expireFiles } from '../attachments/service.ts'
import { messageFiles } from './attachments.ts'

export function negotiationJobs(platform: Platform): Jobs {
  return { 'attachment.expire': () => expireFiles(platform, messageFiles) }
}
