/** Decisions on higher limits that wait: by others than the one who wants them, and of exactly this change. */
import { isSameLimits, type Limits, type SpendingStanding } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { announceApproval } from './approvals.ts'
import {
  endChange,
  endChangesOf,
  findWaiting,
  hasChange,
  type LimitChangeRow,
} from './limit-change-queries.ts'
import { tellOfDecision, tellOfRules } from './limit-notices.ts'
import { readRules } from './limits.ts'
import {
  deleteLimits,
  findPayer,
  lockRules,
  type RulesRow,
  saveLimits,
  saveOrganizationLimits,
} from './queries.ts'
import { limitsOf, toRules } from './rule-values.ts'

const actions = {
  confirmed: 'spending.confirm_limits',
  declined: 'spending.decline_limits',
  withdrawn: 'spending.withdraw_limits',
} as const

/**
 * Confirms higher limits, which then count, or ends them; for the one who wanted them it only withdraws. Throws
 * own_approval, not_found, and approval_decided where they have ended or the limits are others by now.
 */
export async function decideChange(
  ctx: Ctx,
  organization: string,
  { id, decision }: { id: string; decision: 'confirm' | 'decline' },
): Promise<SpendingStanding> {
  const { tx, actor, now } = ctx
  const { userId } = actor
  if (!userId) throw new AppError('sign_in_required')
  const { row, state, before } = await withSystemRole(tx, async () => {
    const rules = await lockRules(tx, organization)
    if (!(await hasChange(tx, organization, id))) throw new AppError('not_found')
    const row = await findWaiting(tx, { organization, id, now })
    if (!row) throw new AppError('approval_decided')
    const isOwn = row.asked_by === userId
    if (isOwn && decision === 'confirm') throw new AppError('own_approval')
    if (decision === 'confirm') await apply(ctx, row, rules)
    const ended = isOwn ? ('withdrawn' as const) : ('declined' as const)
    const state = decision === 'confirm' ? ('confirmed' as const) : ended
    if (!(await endChange(tx, id, { state, decided_by: userId, ended_at: now })))
      throw new AppError('approval_decided')
    return { row, state, before: toRules(rules) }
  })
  const { member, asked_by: askedBy } = row
  await audit(tx, {
    actor: actorOf(actor),
    action: actions[state],
    object: member === null ? `organization:${organization}` : `user:${member}`,
    detail: {
      organization,
      change: id,
      askedBy,
      paymentCents: row.payment_cents,
      monthCents: row.month_cents,
    },
  })
  await announceApproval(ctx, row)
  const rules = await readRules(ctx, organization)
  if (state === 'confirmed') await tellOfRules(ctx, organization, { before, rules })
  if (state !== 'withdrawn' && askedBy)
    await tellOfDecision(ctx, { state, askedBy, of: member === null ? 'organization' : 'member' })
  return rules
}

/**
 * Ends the higher limits that a member waits for who is no administrator of the organization any more, also
 * if it becomes one again. Requires the system role.
 */
export async function dropChangesOf(
  tx: Tx,
  dropped: { organization: string; userId: string; at: Date },
): Promise<void> {
  for (const change of await endChangesOf(tx, dropped)) await announceApproval({ tx }, change)
}

/** Puts a change into effect, if the limits still are those that it begins with. */
async function apply(
  { tx, actor, now }: Ctx,
  row: LimitChangeRow,
  rules: RulesRow | null,
): Promise<void> {
  const from = { paymentCents: row.from_payment_cents, monthCents: row.from_month_cents }
  const { organization, member, payment_cents, month_cents } = row
  if (!isSameLimits(from, await currentOf(tx, row, rules))) throw new AppError('approval_decided')
  const limits = { organization, payment_cents, month_cents, updated_at: now }
  if (member === null) await saveOrganizationLimits(tx, { ...limits, updated_by: actor.userId })
  else if (row.takes_back) await deleteLimits(tx, member)
  else await saveLimits(tx, { ...limits, user_id: member })
}

async function currentOf(
  tx: Tx,
  { organization, member }: LimitChangeRow,
  rules: RulesRow | null,
): Promise<Limits> {
  if (member === null) return toRules(rules).organization
  const payer = await findPayer(tx, member, organization)
  if (!payer) throw new AppError('approval_decided')
  return limitsOf(payer, rules)
}
