/** Notifies staff of a dependency that has been away for long, and of files that stay in the clear; and of the end of both. */

import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import {
  type IncidentAlert,
  type IncidentSubject,
  takeIncidentAlerts,
} from '../../platform/process/job-faults.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { notify } from '../notifications/service.ts'

/** Sets how long a dependency is away before staff are notified. */
const ALERT_AFTER_MS = 10 * 60_000

export const incidentSchedule: Schedule = [{ task: 'incident.watch', match: '* * * * *' }]

const titles: Record<IncidentSubject, string> = {
  database: 'The database did not answer',
  storage: 'The file storage does not answer',
  mail: 'The mail server does not answer',
  disk: 'The disk is full or cannot be written',
  network: 'A server that jobs need does not answer',
  clear_files: 'Files in the clear could not be sealed',
}

export function incidentJobs(platform: Platform): Jobs {
  return { 'incident.watch': () => alertStaff(platform, new Date()) }
}

/** Notifies staff of each incident that lasts, once, and once of its end. */
export async function alertStaff(platform: Platform, now: Date): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const alerts = await takeIncidentAlerts(tx, now, ALERT_AFTER_MS)
    for (const alert of alerts)
      await notify(
        { tx, platform },
        {
          audience: 'staff',
          type: 'system',
          title: alert.closedAt ? `Over: ${titles[alert.subject]}` : titles[alert.subject],
          message: alert.subject === 'clear_files' ? aboutClearFiles(alert) : aboutOutage(alert),
          path: '/admin/jobs?tab=retrying',
          mail: true,
        },
      )
  })
}

const aboutOutage = ({ openedAt, closedAt, faults, lastError }: IncidentAlert): string =>
  closedAt
    ? `No try has failed since ${closedAt.toISOString()}. From ${openedAt.toISOString()} until then, ${faults} tries of jobs and requests did.`
    : `Since ${openedAt.toISOString()}, ${faults} tries of jobs and requests have failed. Jobs are repeated and lose nothing; requests were answered with an error. Last error: ${lastError}`

const aboutClearFiles = ({ openedAt, closedAt, lastError }: IncidentAlert): string =>
  closedAt
    ? `No server has reported any since ${closedAt.toISOString()}.`
    : `Since ${openedAt.toISOString()}, a server keeps attachments or evidence of an earlier release in the clear, because it could not seal them. Its log names each; the operations guide says what the counts mean. It tries again every 6 hours. Last report: ${lastError}`
