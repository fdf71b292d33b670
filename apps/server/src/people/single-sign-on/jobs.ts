/** Looks at proved domains again. */
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { checkProvedDomains } from './domains.ts'

export const singleSignOnSchedule: Schedule = [{ task: 'sso.check_domains', match: '17 * * * *' }]

export function singleSignOnJobs(platform: Platform): Jobs {
  return { 'sso.check_domains': () => checkProvedDomains(platform, new Date()) }
}
