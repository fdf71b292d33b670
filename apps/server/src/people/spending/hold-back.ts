/** Holds higher limits of an organization, or of the administrator who sets them, until another person confirms them. */
import {
  approvalDays,
  isSameLimits,
  type LimitChange,
  type Limits,
  stricterOf,
} from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { announceApproval } from './approvals.ts'
import { insertChange, listWaiting, supersedeChange } from './limit-change-queries.ts'
import { tellOfRaise, tellOfRaiseAlone } from './limit-notices.ts'
import { listApprovers } from './queries.ts'

const DAY_MS = 86_400_000

type Wanted = {
  organization: string
  /** Names the member with these limits; null: the organization. */
  member: string | null
  from: Limits
  to: Limits
  /** True if the change ends limits of the member's own. */
  takesBack?: boolean
}

/**
 * Returns the limits that count at once, and whether the rest waits for another person; another change of
 * them that waits ends. The organization's rules are locked.
 */
export async function holdBack(
  ctx: Ctx,
  wanted: Wanted,
): Promise<{ limits: Limits; isHeld: boolean }> {
  const { tx, actor, now } = ctx
  const { organization, member, from, to } = wanted
  if (isSameLimits(from, to)) return { limits: to, isHeld: false }
  const limits = stricterOf(from, to)
  const held = await withSystemRole(tx, async () => {
    await supersedeChange(tx, { organization, member, at: now })
    const isOwn = member === null || member === actor.userId
    if (!isOwn || isSameLimits(limits, to)) return null
    const others = (await listApprovers(tx, organization)).filter(
      (each) => each.user_id !== actor.userId,
    )
    if (others.length === 0) return { id: null }
    const id = await insertChange(tx, {
      organization,
      member,
      takes_back: wanted.takesBack ?? false,
      from_payment_cents: limits.paymentCents,
      from_month_cents: limits.monthCents,
      payment_cents: to.paymentCents,
      month_cents: to.monthCents,
      asked_by: actor.userId,
      created_at: now,
      expires_at: new Date(now.getTime() + approvalDays * DAY_MS),
    })
    return { id }
  })
  if (!held) return { limits: to, isHeld: false }
  const of = member === null ? 'organization' : 'member'
  if (held.id === null) {
    await tellOfRaiseAlone(ctx, { of, from, to })
    return { limits: to, isHeld: false }
  }
  await audit(tx, {
    actor: actorOf(actor),
    action: 'spending.ask_limits',
    object: member === null ? `organization:${organization}` : `user:${member}`,
    detail: {
      organization,
      change: held.id,
      paymentCents: to.paymentCents,
      monthCents: to.monthCents,
    },
  })
  await announceApproval(ctx, { organization, id: held.id })
  await tellOfRaise(ctx, organization, { of, from: limits, to })
  return { limits, isHeld: true }
}

/** Lists the higher limits that wait in an organization. Requires the system role. */
export async function presentWaiting(
  { tx, actor, now }: Ctx,
  organization: string,
): Promise<LimitChange[]> {
  const rows = await listWaiting(tx, organization, now)
  return rows.map((row) => ({
    id: row.id,
    of: row.member === null ? 'organization' : 'member',
    from: { paymentCents: row.from_payment_cents, monthCents: row.from_month_cents },
    to: { paymentCents: row.payment_cents, monthCents: row.month_cents },
    askedBy: row.asked_by_name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    bar: row.asked_by === actor.userId ? 'own' : actor.may.includes('approve') ? null : 'role',
  }))
}
