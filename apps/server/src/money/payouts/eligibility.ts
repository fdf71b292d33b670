/** Evaluates if and when a vendor can be paid, and what prevents it. Requires the system role. */
import type { PayoutObstacle, PayoutSchedule } from '@semblance/contract'
import type { SystemCtx } from '../../platform/http/context.ts'
import { getBankDetails } from '../bank-details/service.ts'
import { canReceive } from '../bank-gateway/service.ts'
import { findLive, findSettings, type PayoutRow } from './queries.ts'
import { defaultSchedule, lastPayoutAt, nextPayoutAt } from './schedule.ts'

type Settings = NonNullable<Awaited<ReturnType<typeof findSettings>>>
type Banking = NonNullable<Awaited<ReturnType<typeof getBankDetails>>>

export type Eligibility = {
  schedule: PayoutSchedule
  live: PayoutRow | null
  banking: Banking | null
  settings: Settings | null
  obstacle: PayoutObstacle | null
}

export async function getEligibility(ctx: SystemCtx, vendor: string): Promise<Eligibility> {
  const settings = await findSettings(ctx.tx, vendor)
  const live = await findLive(ctx.tx, vendor)
  const banking = await getBankDetails(ctx, vendor)
  return {
    schedule: scheduleOf(settings) ?? defaultSchedule(ctx.platform.config),
    settings,
    live,
    banking,
    obstacle: blockingReason(settings, live, banking, await canReceive(ctx, vendor)),
  }
}

function scheduleOf(settings: Settings | null): PayoutSchedule | null {
  if (!settings?.cadence) return null
  if (settings.cadence !== 'weekly') return { cadence: settings.cadence }
  return { cadence: 'weekly', weekday: settings.weekday! }
}

function blockingReason(
  settings: Settings | null,
  live: PayoutRow | null,
  banking: Banking | null,
  isReady: boolean,
): PayoutObstacle | null {
  if (!banking) return 'no_account'
  if (!isReady) return 'account_not_ready'
  const { accountChangedAt, holdUntil } = banking
  const refused = settings?.refused_account_since
  if (refused && accountChangedAt <= refused) return 'account_refused'
  if (live?.state === 'needs_attention' && accountChangedAt <= live.account_since)
    return 'needs_attention'
  return holdUntil ? 'account_held' : null
}

/** Returns true if a payout is due, given the date of the oldest open release. */
export function isDue(ctx: SystemCtx, { live, schedule }: Eligibility, oldest: Date): boolean {
  if (live?.state === 'failed') return live.scheduled_for <= ctx.now
  if (live) return live.state === 'needs_attention' // with another account, or it would be an obstacle
  return oldest <= lastPayoutAt(schedule, ctx.platform.config, ctx.now)
}

/** Returns the time of the next payout, provided that no obstacle exists. */
export function nextAt(ctx: SystemCtx, { live, schedule }: Eligibility, oldest: Date | null): Date {
  if (live?.state === 'failed') return later(live.scheduled_for, ctx.now)
  const isOverdue = oldest && oldest <= lastPayoutAt(schedule, ctx.platform.config, ctx.now)
  return isOverdue && live?.state !== 'submitted'
    ? ctx.now
    : nextPayoutAt(schedule, ctx.platform.config, ctx.now)
}

const later = (a: Date, b: Date) => (a > b ? a : b)
