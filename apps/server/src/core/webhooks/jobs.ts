/** Sends webhooks, and deletes their log after 30 days. */
import { webhookLogDays } from '@semblance/contract'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { deleteOldDeliveries } from './delivery-queries.ts'
import { forgetPreviousSecrets } from './endpoint-queries.ts'
import { sendDue } from './send-due.ts'

export const webhookSchedule: Schedule = [
  // Each change queues a run; this one takes up what a dead server had claimed.
  { task: 'webhook.send', match: '* * * * *' },
  { task: 'webhook.expire', match: '53 * * * *' },
]

export function webhookJobs(platform: Platform): Jobs {
  return {
    'webhook.send': (_, { abortSignal }) => sendDue(platform, { signal: abortSignal }),
    'webhook.expire': () =>
      platform.db.transaction(system, async (tx) => {
        await deleteOldDeliveries(tx, webhookLogDays)
        await forgetPreviousSecrets(tx)
      }),
  }
}
