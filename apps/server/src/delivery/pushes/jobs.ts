/** Sends deliveries to systems of their clients. */
import { z } from 'zod'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { listWithoutJob } from './push-queries.ts'
import { runPush } from './run-push.ts'
import { begin } from './service.ts'

const pushJob = z.object({ pushId: z.uuid() })

export const pushSchedule: Schedule = [{ task: 'push.resume', match: '41 * * * *' }]

export function pushJobs(platform: Platform): Jobs {
  return {
    'delivery.push': async (payload, { abortSignal }) =>
      await runPush(platform, pushJob.parse(payload).pushId, abortSignal),
    'push.resume': () => resumePushes(platform),
  }
}

/** Queues every push under way that has no job, as after one was cancelled. */
async function resumePushes({ db, log }: Platform): Promise<void> {
  await db.transaction(system, async (tx) => {
    for (const row of await listWithoutJob(tx)) {
      log.warn({ push: row.id }, 'a push had no job and is queued again')
      await begin(tx, row, row.next_at ?? undefined)
    }
  })
}
