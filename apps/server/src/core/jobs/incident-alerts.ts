/** Notifies staff of a dependency that has been away for long, and of its return. */

import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { takeIncidentAlerts } from '../../platform/process/job-faults.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { notify } from '../notifications/service.ts'

/** Sets how long a dependency is away before staff are notified. */
const ALERT_AFTER_MS = 10 * 60_000

export const incidentSchedule: Schedule = [{ task: 'incident.watch', match: '* * * * *' }]

const titles = {
  database: 'The database did not answer',
  storage: 'The file storage does not answer',
  mail: 'The mail server does not answer',
  disk: 'The disk is full or cannot be written',
  network: 'A server that jobs need does not answer',
}

export function incidentJobs(platform: Platform): Jobs {
  return { 'incident.watch': () => alertStaff(platform, new Date()) }
}

/** Notifies staff of each incident that lasts, once, and once of its end. */
export async function alertStaff(platform: Platform, now: Date): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const alerts = await takeIncidentAlerts(tx, now, ALERT_AFTER_MS)
    for (const { dependency, openedAt, closedAt, faults, lastError } of alerts)
      await notify(
        { tx, platform },
        {
          audience: 'staff',
          type: 'system',
          title: closedAt ? `Over: ${titles[dependency]}` : titles[dependency],
          message: closedAt
            ? `No try has failed since ${closedAt.toISOString()}. From ${openedAt.toISOString()} until then, ${faults} tries of jobs and requests did.`
            : `Since ${openedAt.toISOString()}, ${faults} tries of jobs and requests have failed. Jobs are repeated and lose nothing; requests were answered with an error. Last error: ${lastError}`,
          path: '/admin/jobs?tab=retrying',
          mail: true,
        },
      )
  })
}
