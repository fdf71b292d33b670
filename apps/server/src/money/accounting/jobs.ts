import { notify } from '../../core/notifications/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { ledgerCheckedAt, ledgerViolations } from '../../platform/process/metrics.ts'
import { findStuckBalances, verifyLedger } from '../ledger/service.ts'

export const bookSchedule: Schedule = [{ task: 'ledger.verify', match: '7 * * * *' }]

export function bookJobs(platform: Platform): Jobs {
  const { db, log } = platform
  return {
    'ledger.verify': async () => {
      await db.transaction(system, async (tx) => {
        const stuck = await findStuckBalances(tx, new Date(), platform.config)
        if (stuck.length > 0) log.warn({ stuck: stuck.slice(0, 20) }, 'money waits for somebody')
        const violations = await verifyLedger(tx)
        ledgerViolations.set(violations.length)
        ledgerCheckedAt.setToCurrentTime()
        if (violations.length === 0) return log.info('the ledger is sound')
        log.error({ violations: violations.slice(0, 20) }, 'the ledger is broken')
        await notify(
          { tx, platform },
          {
            audience: 'staff',
            type: 'system',
            title: 'The ledger does not add up',
            message: `The hourly check found ${violations.length} violations. Stop payouts and look into them.`,
            path: '/admin/ledger',
            mail: true,
          },
        )
      })
    },
  }
}
