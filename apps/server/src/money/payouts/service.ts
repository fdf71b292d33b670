/** Payouts as their vendor and the staff see them. */
import {
  type Payout,
  type PayoutForStaff,
  type PayoutOverview,
  type PayoutSchedule,
  payoutCan,
  payoutFailureText,
} from '@semblance/contract'
import {
  requireFinanceOrganization,
  requireMemberOrganization,
  viewerOrganization,
} from '../../core/api/service.ts'
import { type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { getEligibility, nextAt } from './eligibility.ts'
import { enqueueRun } from './jobs.ts'
import {
  claimPayout,
  findBalances,
  findPayout,
  listForStaff,
  listItems,
  listOpenLegs,
  listPayouts,
  type PayoutRow,
  saveSettings,
} from './queries.ts'

export { getEligibility } from './eligibility.ts'
export { applyPayoutOutcome } from './outcomes.ts'
export { payVendor, runPayouts } from './payout-run.ts'
export { nextPayoutAt } from './schedule.ts'

export async function getOverview(ctx: Ctx): Promise<PayoutOverview> {
  const vendor = viewerOrganization(ctx, 'vendor')
  return await withSystemRole(ctx.tx, async () => {
    const balances = await findBalances(ctx.tx, vendor)
    const standing = await getEligibility(ctx, vendor)
    const { obstacle, banking, schedule, live } = standing
    const legs = await listOpenLegs(ctx.tx, vendor, live?.id ?? null)
    const oldest = legs.map((leg) => leg.effective_at).sort((a, b) => +a - +b)[0] ?? null
    return {
      payableCents: balances.payable_cents,
      inTransitCents: balances.transit_cents,
      schedule,
      nextAt: obstacle ? null : nextAt(ctx, standing, oldest),
      obstacle,
      holdUntil: banking?.holdUntil ?? null,
      account: banking && { bankName: banking.bankName, last4: banking.accountLast4 },
    }
  })
}

export async function listOwnPayouts(ctx: Ctx, page: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const rows = await listPayouts(ctx.tx, vendor, page)
  const ids = rows.map((row) => row.id)
  const items = await withSystemRole(ctx.tx, () => listItems(ctx.tx, ids))
  return pageOf(
    rows,
    page.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row): Payout => ({
      ...toPayout(row),
      items: items
        .filter((item) => item.payout_id === row.id)
        .map(({ contract_id, title, cents }) => ({
          contractId: contract_id,
          project: title ?? 'Adjustment',
          amountCents: cents,
        })),
    }),
  )
}

const toPayout = (row: PayoutRow): Omit<Payout, 'items'> => ({
  id: row.id,
  amountCents: row.amount_cents,
  state: row.state,
  attempt: row.attempt,
  failure:
    row.state === 'submitted' || row.state === 'paid' ? null : payoutFailureText(row.failure_code),
  bankName: row.bank_name,
  accountLast4: row.account_last4,
  createdAt: row.created_at,
  paidAt: row.paid_at,
  retryAt: row.state === 'failed' ? row.scheduled_for : null,
})

export async function setSchedule(ctx: Ctx, schedule: PayoutSchedule): Promise<PayoutSchedule> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  requireFinanceOrganization(ctx)
  const change = {
    cadence: schedule.cadence,
    weekday: schedule.cadence === 'weekly' ? schedule.weekday : null,
    updated_by: ctx.actor.userId,
    updated_at: ctx.now,
  }
  await withSystemRole(ctx.tx, () => saveSettings(ctx.tx, vendor, change))
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action: 'payout_schedule.change',
    object: `organization:${vendor}`,
    detail: { cadence: change.cadence, weekday: change.weekday },
  })
  await publish(ctx.tx, { organization: vendor }, { topic: 'payout.changed', id: vendor })
  return schedule
}

/** Lists payouts that staff must look at. Check first that the caller is staff. */
export async function listPayoutsNeedingAttention(ctx: Pick<Ctx, 'tx'>, page: Page) {
  const rows = await withSystemRole(ctx.tx, () => listForStaff(ctx.tx, { page }))
  return pageOf(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }), toStaffView)
}

type StaffRow = Awaited<ReturnType<typeof listForStaff>>[number]

const toStaffView = (row: StaffRow): PayoutForStaff => ({
  ...toPayout(row),
  vendor: row.vendor,
  vendorName: row.vendor_name,
  failureCode: row.failure_code,
})

/** Schedules one more attempt at a payout. Throws not_found, payout_moved_on. */
export async function retryPayout(
  ctx: Ctx,
  staff: string,
  payoutId: string,
): Promise<PayoutForStaff> {
  return await withSystemRole(ctx.tx, async () => {
    const payout = await findPayout(ctx.tx, payoutId)
    if (!payout) throw new AppError('not_found')
    const change = { state: 'failed' as const, scheduled_for: ctx.now }
    if (!payoutCan.retry(payout.state) || !(await claimPayout(ctx.tx, payout, change)))
      throw new AppError('payout_moved_on')
    await audit(ctx.tx, {
      actor: { userId: staff },
      action: 'payout.retry',
      object: `payout:${payoutId}`,
      detail: { attempt: payout.attempt },
    })
    await enqueueRun(ctx.tx)
    const audience = { organization: payout.vendor }
    await publish(ctx.tx, audience, { topic: 'payout.changed', id: payoutId })
    const [row] = await listForStaff(ctx.tx, { id: payoutId })
    return toStaffView(row!)
  })
}
