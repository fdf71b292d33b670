/** What the accounts part does by the clock. */
import { system } from '../../platform/db.ts'
import type { Jobs, Schedule } from '../../platform/jobs.ts'
import type { AuthContext } from './context.ts'
import { purgeExpired } from './queries/purge.ts'
import { rotateKeysWhenOld } from './signing-keys.ts'
import { smsJobs } from './sms.ts'

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
