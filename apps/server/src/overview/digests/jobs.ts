import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { sendDigests } from './send-digests.ts'

/** Starts on Mondays, and every later hour of that day goes on with those that an outage left out. Times are UTC. */
export const digestSchedule: Schedule = [{ task: 'digest.send', match: '10 7-22 * * 1' }]

export const digestJobs = (platform: Platform): Jobs => ({
  'digest.send': () => sendDigests(platform, new Date()),
})
