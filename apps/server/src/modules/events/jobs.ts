import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import type { Jobs, Schedule } from '../../platform/jobs.ts'
import { deleteEvents } from './queries.ts'

/** For so long a browser that was away is told what it missed. */
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
