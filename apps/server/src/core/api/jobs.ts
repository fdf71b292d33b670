/** Deletes stored answers of repeated requests after a day. */
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { deleteAnswers } from './queries.ts'

const KEPT_MS = 24 * 3600_000

export const answerSchedule: Schedule = [{ task: 'answer.expire', match: '47 * * * *' }]

export function answerJobs({ db }: Pick<Platform, 'db'>): Jobs {
  return {
    'answer.expire': async () => {
      const before = new Date(Date.now() - KEPT_MS)
      await db.transaction(system, (tx) => deleteAnswers(tx, before))
    },
  }
}
