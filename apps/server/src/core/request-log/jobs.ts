import { requestLogDays } from '@semblance/contract'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { deleteOldRequests } from './queries.ts'

export const requestLogSchedule: Schedule = [{ task: 'api_request.expire', match: '59 * * * *' }]

export function requestLogJobs({ db }: Pick<Platform, 'db'>): Jobs {
  return {
    'api_request.expire': () =>
      db.transaction(system, (tx) => deleteOldRequests(tx, requestLogDays)),
  }
}
