import { expireFiles } from '../../core/attachments/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { messageFiles } from './attachments.ts'

export const negotiationSchedule: Schedule = [{ task: 'attachment.expire', match: '23 * * * *' }]

export function negotiationJobs(platform: Platform): Jobs {
  return { 'attachment.expire': () => expireFiles(platform, messageFiles) }
}
