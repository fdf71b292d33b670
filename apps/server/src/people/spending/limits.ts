/** Limits of organizations and members, which administrators set. */
import {
  formatDollars,
  type MemberSpending,
  type SpendingRules,
  type SpendingStanding,
} from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { decodeIdCursor, type Page } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
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

const none = { paymentCents: null, monthCents: null }

const toRules = (row: RulesRow | null): SpendingRules => ({
  organization: { paymentCents: row?.payment_cents ?? null, monthCents: row?.month_cents ?? null },
  member: {
    paymentCents: row?.member_payment_cents ?? null,
    monthCents: row?.member_month_cents ?? null,
  },
  needsPurchaseOrder: row?.needs_purchase_order ?? false,
  needsCostCenter: row?.needs_cost_center ?? false,
})

export async function readRules({ tx, now }: Ctx, organization: string): Promise<SpendingStanding> {
  return await withSystemRole(tx, async () => {
    const { total: spentCents } = await sumMonth(tx, organization, now)
    return { ...toRules(await findRules(tx, organization)), spentCents }
  })
}

export async function setRules(
  ctx: Ctx,
  organization: string,
  { organization: own, member, ...needs }: SpendingRules,
): Promise<SpendingStanding> {
  const { tx, actor, now } = ctx
  const before = await withSystemRole(tx, async () => {
    const before = toRules(await lockRules(tx, organization))
    await saveRules(tx, {
      organization,
      payment_cents: own.paymentCents,
      month_cents: own.monthCents,
      member_payment_cents: member.paymentCents,
      member_month_cents: member.monthCents,
      needs_purchase_order: needs.needsPurchaseOrder,
      needs_cost_center: needs.needsCostCenter,
      updated_by: actor.userId,
      updated_at: now,
    })
    return before
  })
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

/** Notifies the other administrators and approvers of a change of what is paid without them. */
async function tellOfRules(
  ctx: Ctx,
  organization: string,
  { before, rules }: { before: SpendingRules; rules: SpendingRules },
): Promise<void> {
  const { tx, actor } = ctx
  const changes = (['organization', 'member'] as const)
    .map((of) => ({ of, from: textOf(before[of]), to: textOf(rules[of]) }))
    .filter(({ from, to }) => from !== to)
    .map(
      ({ of, from, to }) =>
        `${of === 'member' ? 'Each member' : 'The organization'}: ${to}, before: ${from}.`,
    )
  if (changes.length === 0) return
  const { who, people } = await withSystemRole(tx, async () => ({
    who: actor.userId && (await findPayer(tx, actor.userId, organization)),
    people: await listApprovers(tx, organization),
  }))
  for (const { user_id: userId } of people.filter((each) => each.user_id !== actor.userId))
    await notify(ctx, {
      userId,
      type: 'payment',
      title: 'Approval rule changed',
      message: [
        `${who ? who.name : 'An administrator'} has changed what is paid without an approval.`,
        ...changes,
      ].join(' '),
      path: '/organization-settings',
      mail: true,
    })
}

function textOf({ paymentCents, monthCents }: SpendingRules['member']): string {
  const parts = [
    ...(paymentCents === null ? [] : [`${formatDollars(paymentCents)} at a time`]),
    ...(monthCents === null ? [] : [`${formatDollars(monthCents)} a month`]),
  ]
  return parts.join(' and ') || 'no limit'
}

/** Returns the limits that count for a member: its own, else those of members who may not approve. */
export function limitsOf(payer: PayerRow, rules: RulesRow | null) {
  if (payer.limited) return { paymentCents: payer.payment_cents, monthCents: payer.month_cents }
  return payer.may_approve ? none : toRules(rules).member
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

/** Gives a member limits of its own, or takes them back. Throws not_found for others' people. */
export async function setMemberLimits(
  ctx: Ctx,
  organization: string,
  { id, limits }: { id: string; limits: MemberSpending['limits'] | null },
): Promise<MemberSpending> {
  const { tx, now } = ctx
  const spending = await withSystemRole(tx, async () => {
    await beginRules(tx, organization)
    const rules = await lockRules(tx, organization)
    if (!(await findPayer(tx, id, organization))) throw new AppError('not_found')
    if (limits)
      await saveLimits(tx, {
        user_id: id,
        organization,
        payment_cents: limits.paymentCents,
        month_cents: limits.monthCents,
        updated_at: now,
      })
    else await deleteLimits(tx, id)
    const payer = await findPayer(tx, id, organization)
    if (!payer) throw new AppError('not_found')
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
