import type { Platform } from '../../platform/context.ts'
import type { Jobs, Schedule } from '../../platform/jobs.ts'
import { expireFiles } from '../attachments/service.ts'
import { messageFiles } from './attachments.ts'

export const negotiationSchedule: Schedule = [{ task: 'attachment.expire', match: '23 * * * *' }]

export function negotiationJobs(platform: Platform): Jobs {
  return { 'attachment.expire': () => expireFiles(platform, messageFiles) }
}
