/** Every organization's plan: what it costs, how it is paid for, what is used of it. */
import {
  type BillingOverview,
  type Charge,
  chargeCan,
  failureText,
  plans,
  subscriptionCan,
  usageKinds,
} from '@semblance/contract'
import { organizationToRead } from '../../core/api/service.ts'
import { type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { bankingDaysAfter, connectionAtStripe } from '../bank-gateway/service.ts'
import {
  findCharge,
  getShownCharge,
  listChargeRows,
  type ShownCharge,
  sumUnpaid,
} from './charge-queries.ts'
import { resubmitCharge } from './charges.ts'
import { firstPeriod } from './periods.ts'
import {
  findMethod,
  findMethodDate,
  findShownMethod,
  findSubscription,
  insertSubscription,
  lockSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './queries.ts'
import { countUsage } from './usage-queries.ts'

export { endPeriod, runBilling } from './billing-run.ts'
export { deletePaymentMethod, removeMethod, saveMethod } from './methods.ts'
export { applyChargeOutcome } from './outcomes.ts'

/** The latest by which a debit is settled: two to three business days. */
const SETTLEMENT_DAYS = 3

/** Starts the plan on the organization's first day. */
export async function startSubscription(tx: Tx, organization: string, now: Date): Promise<void> {
  await withSystemRole(tx, () => insertSubscription(tx, { organization, ...firstPeriod(now) }))
}

/**
 * Returns the billing of the caller's organization; to visitors the sample's, without its bank
 * account. Throws not_found.
 */
export async function readBilling(ctx: Ctx): Promise<BillingOverview> {
  const { tx } = ctx
  const organization = organizationToRead(ctx)
  const subscription = await findSubscription(tx, organization)
  if (!subscription) throw new AppError('not_found')
  const { plan, state } = subscription
  const method = await methodOf(ctx, organization)
  const { pastDueCents, used } = await withSystemRole(tx, async () => ({
    pastDueCents: await sumUnpaid(tx, organization),
    used: await countUsage(tx, organization, subscription.period_start),
  }))
  const isOwn = ctx.actor.organization?.id === organization
  return {
    plan,
    state,
    periodStart: subscription.period_start,
    periodEnd: subscription.period_end,
    nextChargeCents: method && state !== 'ended' ? plans[plan].priceCents : 0n,
    pastDueCents,
    method,
    stripe: isOwn ? await connectionAtStripe(ctx, organization) : null,
    usage: usageKinds.map((kind) => ({ kind, used: used[kind], limit: plans[plan].limits[kind] })),
  }
}

async function methodOf({ tx, actor }: Ctx, organization: string) {
  if (actor.organization?.id !== organization) {
    const authorizedAt = await findMethodDate(tx, organization)
    return authorizedAt && { authorizedAt, account: null }
  }
  const row = await findShownMethod(tx, organization)
  return (
    row && {
      authorizedAt: row.authorized_at,
      account: {
        bankName: row.bank_name,
        last4: row.account_last4,
        accountHolderName: row.account_holder_name,
        routingNumber: row.routing_number,
        accountType: row.account_type,
      },
    }
  )
}

export async function listCharges(ctx: Ctx, page: Page) {
  const organization = organizationToRead(ctx)
  const isOwn = ctx.actor.organization?.id === organization
  const rows = await listChargeRows(ctx.tx, organization, { ...page, isOwn })
  return pageOf(
    rows,
    page.limit,
    (row) => ({ at: row.period_end, id: row.id }),
    (row) => toCharge(ctx, row),
  )
}

const toCharge = ({ platform }: Pick<SystemCtx, 'platform'>, row: ShownCharge): Charge => ({
  id: row.id,
  plan: row.plan,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  amountCents: row.amount_cents,
  state: row.state,
  status: row.status,
  submittedAt: row.submitted_at,
  expectedAt:
    row.state === 'submitted'
      ? bankingDaysAfter(platform.config, row.submitted_at, SETTLEMENT_DAYS)
      : null,
  paidAt: row.paid_at,
  failure: chargeCan.retry(row.state) ? failureText(row.failure_code) : null,
  retryAt: row.retry_at,
  account:
    row.bank_name === undefined || row.account_last4 === undefined
      ? null
      : { bankName: row.bank_name, last4: row.account_last4 },
  invoiceNumber: row.invoice_number,
})

/** Cancels a plan at the end of the running period. */
export const cancelPlan = (ctx: Ctx, organization: string) =>
  changePlan(ctx, organization, 'cancel', () => ({ state: 'ending' }))

/** Resumes a plan. One that has ended starts again today; any other continues without interruption. */
export const resumePlan = (ctx: Ctx, organization: string) =>
  changePlan(ctx, organization, 'resume', ({ state }) => ({
    state: 'active',
    ...(state === 'ended' && firstPeriod(ctx.now)),
  }))

async function changePlan(
  { tx, actor }: Ctx,
  organization: string,
  action: keyof typeof subscriptionCan,
  change: (row: SubscriptionRow) => Parameters<typeof updateSubscription>[2],
): Promise<void> {
  await withSystemRole(tx, async () => {
    const row = await lockSubscription(tx, organization)
    if (!subscriptionCan[action](row.state)) throw new AppError('plan_changed')
    await updateSubscription(tx, organization, change(row))
  })
  await audit(tx, {
    actor: actor.userId ? { userId: actor.userId } : 'system',
    action: `subscription.${action}`,
    object: `organization:${organization}`,
  })
  await publish(tx, { organization }, { topic: 'billing.changed', id: organization })
}

/**
 * Retries a charge at an administrator's request, before its day. Throws not_found, charge_changed,
 * payment_method_needed.
 */
export async function retryCharge(ctx: Ctx, organization: string, id: string): Promise<Charge> {
  const { tx, actor } = ctx
  const row = await withSystemRole(tx, async () => {
    await lockSubscription(tx, organization)
    const charge = await findCharge(tx, organization, id)
    if (!charge) throw new AppError('not_found')
    if (!chargeCan.retry(charge.state)) throw new AppError('charge_changed')
    const method = await findMethod(tx, organization)
    if (!method) throw new AppError('payment_method_needed')
    if (!(await resubmitCharge(ctx, charge, method))) throw new AppError('charge_changed')
    await audit(tx, {
      actor: actor.userId ? { userId: actor.userId } : 'system',
      action: 'subscription.retry',
      object: `organization:${organization}`,
      detail: { charge: id, attempt: charge.attempt + 1 },
    })
    return await getShownCharge(tx, id)
  })
  return toCharge(ctx, row)
}
