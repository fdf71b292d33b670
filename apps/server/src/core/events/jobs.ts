import { system } from '../../platform/database/db.ts'
import { deleteEvents } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'

/** Sets how long a disconnected browser can still receive the events it missed. */
const KEPT_MS = 24 * 3600_000

export const eventSchedule: Schedule = [{ task: 'event.expire', match: '29 * * * *' }]

export function eventJobs({ db }: Pick<Platform, 'db'>): Jobs {
  return {
    'event.expire': async () => {
      const before = new Date(Date.now() - KEPT_MS)
      await db.transaction(system, (tx) => deleteEvents(tx, before))
    },
  }
}
