/** Limits of organizations and members, which administrators set. */
import type { MemberSpending, SpendingRules, SpendingStanding } from '@semblance/contract'
import { decodeIdCursor, type Page } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { holdBack, presentWaiting } from './hold-back.ts'
import { tellOfRules } from './limit-notices.ts'
import {
  beginRules,
  deleteLimits,
  findPayer,
  findRules,
  listApprovers,
  listPayers,
  lockRules,
  type PayerRow,
  type RulesRow,
  saveLimits,
  saveRules,
  sumMonth,
} from './queries.ts'
import { limitsOf, toRules } from './rule-values.ts'

export async function readRules(ctx: Ctx, organization: string): Promise<SpendingStanding> {
  const { tx, now } = ctx
  return await withSystemRole(tx, async () => {
    const { total: spentCents } = await sumMonth(tx, organization, now)
    return {
      ...toRules(await findRules(tx, organization)),
      spentCents,
      needsConfirmation: (await listApprovers(tx, organization)).length > 1,
      waiting: await presentWaiting(ctx, organization),
    }
  })
}

/** Sets the rules. Higher limits of the organization wait for another person where there is one. */
export async function setRules(
  ctx: Ctx,
  organization: string,
  { organization: wanted, member, ...needs }: SpendingRules,
): Promise<SpendingStanding> {
  const { tx, actor, now } = ctx
  const before = await withSystemRole(tx, async () => {
    await beginRules(tx, organization)
    return toRules(await lockRules(tx, organization))
  })
  const change = { organization, member: null, from: before.organization, to: wanted }
  const { limits: own } = await holdBack(ctx, change)
  await withSystemRole(tx, () =>
    saveRules(tx, {
      organization,
      payment_cents: own.paymentCents,
      month_cents: own.monthCents,
      member_payment_cents: member.paymentCents,
      member_month_cents: member.monthCents,
      needs_purchase_order: needs.needsPurchaseOrder,
      needs_cost_center: needs.needsCostCenter,
      updated_by: actor.userId,
      updated_at: now,
    }),
  )
  await audit(tx, {
    actor: actorOf(actor),
    action: 'spending.set_rules',
    object: `organization:${organization}`,
    detail: {
      organization,
      paymentCents: own.paymentCents,
      monthCents: own.monthCents,
      memberPaymentCents: member.paymentCents,
      memberMonthCents: member.monthCents,
      ...needs,
    },
  })
  const rules = await readRules(ctx, organization)
  await tellOfRules(ctx, organization, { before, rules })
  return rules
}

type Month = Awaited<ReturnType<typeof sumMonth>>

const toSpending = (payer: PayerRow, rules: RulesRow | null, month: Month): MemberSpending => ({
  id: payer.user_id,
  limits: limitsOf(payer, rules),
  isOwn: payer.limited !== null,
  spentCents: month.of(payer.user_id),
})

export async function listMemberSpending(ctx: Ctx, organization: string, page: Page) {
  const after = decodeIdCursor(page.cursor)
  return await withSystemRole(ctx.tx, async () => {
    const rules = await findRules(ctx.tx, organization)
    const month = await sumMonth(ctx.tx, organization, ctx.now)
    const rows = await listPayers(ctx.tx, organization, { after, limit: page.limit })
    const items = rows.slice(0, page.limit).map((row) => toSpending(row, rules, month))
    return { items, nextCursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null }
  })
}

/**
 * Gives a member limits of its own, or takes them back; higher ones of the caller's own wait for another
 * person where there is one. Throws not_found for others' people.
 */
export async function setMemberLimits(
  ctx: Ctx,
  organization: string,
  { id, limits: wanted }: { id: string; limits: MemberSpending['limits'] | null },
): Promise<MemberSpending> {
  const { tx, now } = ctx
  const { rules, payer } = await withSystemRole(tx, async () => {
    await beginRules(tx, organization)
    const rules = await lockRules(tx, organization)
    return { rules, payer: await getPayer(tx, id, organization) }
  })
  const held = await holdBack(ctx, {
    organization,
    member: id,
    from: limitsOf(payer, rules),
    to: wanted ?? limitsOf({ ...payer, limited: null }, rules),
    takesBack: wanted === null,
  })
  const limits = held.isHeld ? held.limits : wanted
  const spending = await withSystemRole(tx, async () => {
    if (limits)
      await saveLimits(tx, {
        user_id: id,
        organization,
        payment_cents: limits.paymentCents,
        month_cents: limits.monthCents,
        updated_at: now,
      })
    else await deleteLimits(tx, id)
    const payer = await getPayer(tx, id, organization)
    return toSpending(payer, rules, await sumMonth(tx, organization, now))
  })
  await audit(tx, {
    actor: actorOf(ctx.actor),
    action: 'spending.set_member_limits',
    object: `user:${id}`,
    detail: {
      organization,
      paymentCents: limits?.paymentCents ?? null,
      monthCents: limits?.monthCents ?? null,
      isOwn: limits !== null,
    },
  })
  return spending
}

async function getPayer(tx: Tx, id: string, organization: string): Promise<PayerRow> {
  const payer = await findPayer(tx, id, organization)
  if (!payer) throw new AppError('not_found')
  return payer
}
