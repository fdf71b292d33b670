/** Sends what is payable to the vendors' banks: each vendor in a transaction of its own, claimed before any money moves. */

import { notify } from '../../core/notifications/service.ts'
import { isHeld } from '../../platform/backup/restores.ts'
import { system } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { getPayoutAccount } from '../bank-details/service.ts'
import { instruct } from '../bank-gateway/service.ts'
import { account, post } from '../ledger/service.ts'
import { type Eligibility, getEligibility, isDue } from './eligibility.ts'
import {
  claimPayout,
  insertPayout,
  listOpenLegs,
  listVendorsWithBalance,
  lockActiveVendor,
  type OpenLeg,
  type PayoutRow,
  replaceItems,
  saveSettings,
  setEntry,
} from './queries.ts'

const REMINDER_MS = 7 * 86_400_000

/**
 * Pays all due vendors; a vendor that cannot be paid does not delay the others. Pays none while a
 * restore awaits staff.
 */
export async function runPayouts(platform: Platform, now: Date): Promise<void> {
  const vendors = await platform.db.transaction(system, async (tx) =>
    (await isHeld(tx)) ? [] : await listVendorsWithBalance(tx),
  )
  for (const vendor of vendors)
    try {
      await platform.db.transaction(system, (tx) => payVendor({ tx, now, platform }, vendor))
    } catch (error) {
      platform.log.error({ err: error, vendor }, 'a payout could not be sent')
    }
}

/** Sends all that is payable, if it is due and nothing stands in the way. Run as the system. */
export async function payVendor(ctx: SystemCtx, vendor: string): Promise<PayoutRow | null> {
  if (!(await lockActiveVendor(ctx.tx, vendor))) return null
  const standing = await getEligibility(ctx, vendor)
  if (standing.live?.state === 'submitted') return null
  const open = await listOpenLegs(ctx.tx, vendor, standing.live?.id ?? null)
  const legs = open.filter(({ effective_at }) => effective_at <= ctx.now)
  const amountCents = legs.reduce((sum, { cents }) => sum + cents, 0n)
  if (amountCents <= 0n || !isDue(ctx, standing, oldestOf(legs))) return null
  if (standing.obstacle === 'no_account' || standing.obstacle === 'account_not_ready')
    await requestBankAccount(ctx, vendor, standing)
  if (standing.obstacle) return null
  return await send(ctx, vendor, standing, legs, amountCents)
}

const oldestOf = (legs: OpenLeg[]) =>
  new Date(Math.min(...legs.map(({ effective_at }) => effective_at.getTime())))

async function send(
  ctx: SystemCtx,
  vendor: string,
  { live, banking }: Eligibility,
  legs: OpenLeg[],
  amountCents: bigint,
): Promise<PayoutRow | null> {
  const known = await getPayoutAccount(ctx.tx, ctx.platform, vendor)
  if (!known) return null
  const values = {
    amount_cents: amountCents,
    account_last4: banking!.accountLast4,
    account_since: banking!.accountChangedAt,
    bank_name: banking!.bankName,
    scheduled_for: ctx.now,
    submitted_at: ctx.now,
  }
  const payout = live
    ? await claimPayout(ctx.tx, live, { ...values, state: 'submitted', attempt: live.attempt + 1 })
    : await insertPayout(ctx.tx, { ...values, vendor, created_at: ctx.now })
  if (!payout) return null
  await replaceItems(ctx.tx, payout.id, legs)
  const key = `payout:${payout.id}:${payout.attempt}`
  const { entryId } = await post(ctx.tx, {
    organizationId: vendor,
    key,
    kind: 'payout',
    contractId: null,
    effectiveAt: ctx.now,
    legs: [{ dr: account.payable(vendor), cr: account.payoutTransit(vendor), amountCents }],
  })
  await setEntry(ctx.tx, payout.id, entryId)
  await instruct(ctx, {
    key,
    kind: 'credit',
    organization: vendor,
    amountCents,
    account: known.account,
    description: 'Semblance payout',
  })
  await publish(ctx.tx, { organization: vendor }, { topic: 'payout.changed', id: payout.id })
  await notify(ctx, {
    organizationId: vendor,
    type: 'payment',
    title: 'Payout sent',
    message: `A payout is on its way to your account ending in ${payout.account_last4}.`,
    path: '/vendor-earnings',
  })
  return payout
}

async function requestBankAccount(
  ctx: SystemCtx,
  vendor: string,
  { settings }: Eligibility,
): Promise<void> {
  const { reminded_at = null } = settings ?? {}
  if (reminded_at && ctx.now.getTime() - reminded_at.getTime() < REMINDER_MS) return
  await saveSettings(ctx.tx, vendor, { reminded_at: ctx.now })
  await notify(ctx, {
    organizationId: vendor,
    type: 'payment',
    title: 'Bank account needed',
    message:
      'Money has been released to you. Complete your bank details, so that it can be paid out.',
    path: '/bank-tax-info',
    mail: true,
  })
}
