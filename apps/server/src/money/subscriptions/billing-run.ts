/** Ends periods, charges for them, and tries again what failed: each organization in a transaction of its own. */

import { isHeld } from '../../platform/backup/restores.ts'
import { system } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { type ChargeRow, claimCharge, listRetries } from './charge-queries.ts'
import { chargePeriod, resubmitCharge } from './charges.ts'
import { notifyCancelled } from './notifications.ts'
import { periodAfter } from './periods.ts'
import { claimPeriod, findMethod, findSubscription, isActive, listDue } from './queries.ts'

/**
 * Charges all due plans; an organization that cannot be charged does not delay the others. Charges
 * none while a restore awaits staff.
 */
export async function runBilling(platform: Platform, now: Date): Promise<void> {
  const { due, retries } = await platform.db.transaction(system, async (tx) =>
    (await isHeld(tx))
      ? { due: [], retries: [] }
      : { due: await listDue(tx, now), retries: await listRetries(tx, now) },
  )
  for (const organization of due)
    await inSeparateTransaction(platform, now, organization, async (ctx) => {
      while (await endPeriod(ctx, organization));
    })
  for (const charge of retries)
    await inSeparateTransaction(platform, now, charge.organization, (ctx) => retry(ctx, charge))
}

async function inSeparateTransaction(
  platform: Platform,
  now: Date,
  organization: string,
  work: (ctx: SystemCtx) => Promise<void>,
): Promise<void> {
  try {
    await platform.db.transaction(system, (tx) => work({ tx, now, platform }))
  } catch (error) {
    platform.log.error({ err: error, organization }, 'a plan could not be charged')
  }
}

/**
 * Begins the next period where one is over, and charges for that one: if the plan was not over, the organization may
 * trade, and an account is on file. True where a period has ended. Run as the system.
 */
export async function endPeriod(ctx: SystemCtx, organization: string): Promise<boolean> {
  const { tx, now } = ctx
  const over = await findSubscription(tx, organization)
  if (!over || over.period_end > now) return false
  const isLast = over.state === 'ending'
  const next = { ...periodAfter(over), ...(isLast && { state: 'ended' as const }) }
  if (!(await claimPeriod(tx, organization, over, next))) return false
  await publish(tx, { organization }, { topic: 'billing.changed', id: organization })
  if (over.state === 'ended') return true
  if (isLast) await notifyCancelled(ctx, organization)
  const method = await findMethod(tx, organization)
  if (method && (await isActive(tx, organization))) await chargePeriod(ctx, over, method)
  return true
}

/** Retries a charge; without an account it waits for one. */
async function retry(ctx: SystemCtx, charge: ChargeRow): Promise<void> {
  const method = await findMethod(ctx.tx, charge.organization)
  if (method) await resubmitCharge(ctx, charge, method)
  else await claimCharge(ctx.tx, charge, { retry_at: null })
}
