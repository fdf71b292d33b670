/** Who decides in the place of approvers who are away. */
import { requireActingOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { findStandIn, listReplaced, replaceStandIn } from './approval-queries.ts'
import { approvalsPath } from './approvals.ts'
import { findPayer } from './queries.ts'

const DAY_MS = 86_400_000

export async function readStandIn(ctx: Ctx) {
  const { tx, actor, now } = ctx
  const organization = requireActingOrganization(ctx)
  const { userId } = actor
  if (!userId) throw new AppError('sign_in_required')
  return await withSystemRole(tx, async () => {
    const own = await findStandIn(tx, userId, now)
    const replaced = await listReplaced(tx, userId, organization, now)
    return {
      own: own && { userId: own.stand_in, name: own.name, until: own.until },
      for: replaced.map(({ approver, name, until }) => ({ userId: approver, name, until })),
    }
  })
}

/** Names who decides in the caller's place for so many days, or nobody. Throws not_found for others' people. */
export async function setStandIn(
  ctx: Ctx,
  standIn: { userId: string; days: number } | null,
): Promise<void> {
  const { tx, actor, now } = ctx
  const organization = requireActingOrganization(ctx)
  const { userId } = actor
  if (!userId) throw new AppError('sign_in_required')
  if (standIn?.userId === userId)
    throw new AppError('bad_input', { field: 'standIn.userId', message: 'Choose somebody else.' })
  const until = standIn && new Date(now.getTime() + standIn.days * DAY_MS)
  await withSystemRole(tx, async () => {
    if (standIn && !(await findPayer(tx, standIn.userId, organization)))
      throw new AppError('not_found')
    const row = standIn && until && { organization, stand_in: standIn.userId, until }
    await replaceStandIn(tx, userId, row)
  })
  await audit(tx, {
    actor: actorOf(actor),
    action: 'approval.stand_in',
    object: `user:${userId}`,
    detail: {
      organization,
      standIn: standIn?.userId ?? null,
      until: until?.toISOString() ?? null,
    },
  })
  if (!standIn) return
  await notify(ctx, {
    userId: standIn.userId,
    type: 'system',
    title: 'You decide on approvals',
    message: `A colleague is away and has named you for ${standIn.days} days.`,
    path: approvalsPath,
    mail: true,
  })
}
