import { type Config, REAL_DAY_SECONDS } from '../../platform/config.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { enqueue, type Jobs, type Schedule } from '../../platform/process/jobs.ts'
import { runPayouts } from './payout-run.ts'

/** Runs are never side by side. */
const QUEUE = 'payouts'

export const enqueueRun = (tx: Tx, runAt?: Date) =>
  enqueue(tx, 'payout.run', {}, { queueName: QUEUE, jobKey: 'payout.run', runAt })

/**
 * Schedules the run so often that due payouts leave soon; each vendor's schedule decides on the
 * day.
 */
export const payoutSchedule = ({ bankDaySeconds }: Config): Schedule => [
  {
    task: 'payout.run',
    match: bankDaySeconds === REAL_DAY_SECONDS ? '*/10 * * * *' : '* * * * *',
    options: { queueName: QUEUE },
  },
]

export function payoutJobs(platform: Platform): Jobs {
  return { 'payout.run': () => runPayouts(platform, new Date()) }
}
