/** Runs the scheduled jobs of the accounts module. */
import { system } from '../../platform/database/db.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { smsJobs } from './accounts/sms.ts'
import type { AuthContext } from './context.ts'
import { purgeExpired } from './queries/purge.ts'
import { rotateKeysWhenOld } from './tokens/signing-keys.ts'

export const authSchedule: Schedule = [{ task: 'auth.purge', match: '29 * * * *' }]

/** `smsGateway` null: nothing asks for SMS jobs. */
export function authJobs(
  { ctx }: { ctx: AuthContext },
  smsGateway: { url: string; secret: string } | null,
): Jobs {
  return {
    'auth.purge': async () => {
      const { sessionLifeMs, sessionIdleMs } = ctx.settings
      await ctx.db.transaction(system, (tx) => purgeExpired(tx, { sessionLifeMs, sessionIdleMs }))
      await rotateKeysWhenOld(ctx.db, ctx.secrets)
    },
    ...smsJobs(smsGateway),
  }
}
