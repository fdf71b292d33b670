/** Payouts of the past: every Friday, what had been released by then. */
import type { PayoutSchedule } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { settleInPast } from '../bank/service.ts'
import { applyPayoutOutcome, nextPayoutAt, payVendor, setSchedule } from '../payouts/service.ts'
import type { Cast } from './cast.ts'
import type { CompanyKey } from './companies.ts'

const vendors: readonly CompanyKey[] = ['meridian', 'cohort', 'nagare', 'tessera']
const friday: PayoutSchedule = { cadence: 'weekly', weekday: 5 }
/** Longer ago than the first release. */
const OLDEST_DAYS = 390
const DAY_MS = 86_400_000

/** Chosen, not left to the default, which would pay at once where banking days are shortened. */
export async function loadPayouts({ acting }: Cast): Promise<void> {
  const now = new Date()
  const first = new Date(now.getTime() - OLDEST_DAYS * DAY_MS)
  for (const key of vendors) {
    const ctx = acting(key, now)
    await setSchedule({ ...ctx, actor: { ...ctx.actor, roles: ['admin'] } }, friday)
    const next = (after: Date) => nextPayoutAt(friday, ctx.platform.config, after)
    for (let at = next(first); at < now; at = next(at)) await payOn(acting(key, at))
  }
}

async function payOn(ctx: Ctx): Promise<void> {
  const sent = await payVendor(ctx, ctx.actor.organization!.id)
  if (sent) await settleInPast(ctx, `payout:${sent.id}:${sent.attempt}`, applyPayoutOutcome)
}
