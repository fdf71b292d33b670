/** Reminds of approvals that wait, and ends those without an answer or a payment in time, or without an offer, and higher limits without a confirmation. */
import { notify } from '../../core/notifications/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { endApproval, getApproval, listLapsed } from './approval-queries.ts'
import { announceApproval, approvalsPath } from './approvals.ts'
import { expireChanges } from './limit-change-queries.ts'
import { rulesPath } from './limit-notices.ts'
import { remindSome } from './reminders.ts'

export const spendingSchedule: Schedule = [
  { task: 'approval.expire', match: '*/5 * * * *' },
  { task: 'approval.remind', match: '11 * * * *' },
]

const BATCH = 100

export function spendingJobs(platform: Platform): Jobs {
  return {
    'approval.expire': async () => {
      while ((await expireSome(platform)) === BATCH);
      while ((await expireLimits(platform)) === BATCH);
    },
    'approval.remind': async () => {
      while ((await remindSome(platform, new Date(), BATCH)) === BATCH);
    },
  }
}

async function expireSome(platform: Platform): Promise<number> {
  const now = new Date()
  return await platform.db.transaction(system, async (tx) => {
    const lapsed = await listLapsed(tx, now, BATCH)
    for (const { id, asked_by, state } of lapsed) {
      await endApproval(tx, id, 'expired', now)
      await announceApproval({ tx }, await getApproval(tx, id))
      if (!asked_by) continue
      await notify(
        { tx, platform },
        {
          userId: asked_by,
          type: 'payment',
          title: 'Approval expired',
          message: `${state === 'waiting' ? 'Nobody decided' : 'It was not paid'} in time, or the offer is gone. You can ask again while it holds.`,
          path: approvalsPath,
          mail: true,
        },
      )
    }
    return lapsed.length
  })
}

async function expireLimits(platform: Platform): Promise<number> {
  const now = new Date()
  return await platform.db.transaction(system, async (tx) => {
    const lapsed = await expireChanges(tx, now, BATCH)
    for (const { id, organization, asked_by: userId, may_ask_again } of lapsed) {
      await announceApproval({ tx }, { organization, id })
      if (!userId || !may_ask_again) continue
      await notify(
        { tx, platform },
        {
          userId,
          type: 'payment',
          title: 'Higher limit expired',
          message:
            'Nobody confirmed the limits that you asked for in time; they stay as they are. You can ask again.',
          path: rulesPath,
          mail: true,
        },
      )
    }
    return lapsed.length
  })
}
