/** Approvals of payments above a limit: decided by other people than the one who wants to pay, and bound to one revision of an offer. */
import { approvalDays, isEnough, type LimitReason } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import {
  type ApprovalRow,
  endApproval,
  findLatest,
  insertApproval,
  insertDecision,
  listDecisions,
  listStandIns,
  lockApproval,
  supersede,
} from './approval-queries.ts'
import { approverOf, consentsTo, neededFor, type Purchase } from './check.ts'
import { listApprovers, lockRules } from './queries.ts'
import { standingOn } from './standing.ts'

const DAY_MS = 86_400_000
export const approvalsPath = '/approvals'

/** Says that an approval has changed to the organization's open pages. */
export const announceApproval = (
  { tx }: Pick<SystemCtx, 'tx'>,
  { organization, id }: Pick<ApprovalRow, 'organization' | 'id'>,
) => publish(tx, { organization }, { topic: 'approval.changed', id })

/**
 * Opens an approval for the caller and notifies those who may decide. The offer is locked. Throws
 * approval_not_needed, approval_waiting, no_approver.
 */
export async function openApproval(
  ctx: Ctx,
  purchase: Purchase & { note: string; title: string },
): Promise<string> {
  const { tx, actor, now } = ctx
  const { client, offerId, revision, amountCents } = purchase
  const opened = await withSystemRole(tx, async () => {
    const rules = await lockRules(tx, client)
    const { userId } = actor
    const needed = rules && (await neededFor(tx, rules, { ...purchase, userId, now }))
    if (!needed) throw new AppError('approval_not_needed')
    const before = await findLatest(tx, offerId)
    const isSame = before?.revision === revision && before.amount_cents >= amountCents
    if (isSame && before.state === 'waiting' && before.expires_at > now)
      throw new AppError('approval_waiting')
    if (await approverOf(tx, rules, { ...purchase, needed, now }))
      throw new AppError('approval_not_needed')
    await supersede(tx, offerId, now)
    const others = (await listApprovers(tx, client)).filter((each) => each.user_id !== userId)
    const all = others.map((each) => ({
      userId: each.user_id,
      isAdministrator: each.is_administrator,
    }))
    if (!isEnough(all, needed)) throw new AppError('no_approver')
    const id = await insertApproval(tx, {
      organization: client,
      offer_id: offerId,
      revision,
      amount_cents: amountCents,
      asked_by: userId,
      note: purchase.note || null,
      reason: needed.reason,
      limit_cents: needed.limitCents,
      created_at: now,
      expires_at: new Date(now.getTime() + approvalDays * DAY_MS),
    })
    return { id, reason: needed.reason, approvers: all.map((each) => each.userId) }
  })
  await record(ctx, 'approval.ask', { id: opened.id, ...purchase })
  await announceApproval(ctx, { organization: client, id: opened.id })
  await tellApprovers(ctx, opened, purchase)
  return opened.id
}

async function tellApprovers(
  ctx: Ctx,
  { approvers, reason }: { approvers: string[]; reason: LimitReason },
  { title }: { title: string },
): Promise<void> {
  const standIns = await withSystemRole(ctx.tx, () => listStandIns(ctx.tx, approvers, ctx.now))
  const told = new Set([...approvers, ...standIns.map((one) => one.stand_in)])
  told.delete(ctx.actor.userId ?? '')
  const whose = reason.startsWith('member') ? 'a member’s limit' : 'the organization’s limit'
  for (const userId of told)
    await notify(ctx, {
      userId,
      type: 'payment',
      title: 'Waiting for your approval',
      message: `A payment for ${title} is above ${whose}.`,
      path: approvalsPath,
      mail: true,
    })
}

type Decision = {
  organization: string
  id: string
  decision: 'approve' | 'decline'
  comment: string
  /** True if the offer still has the revision of the approval, and can be paid. */
  isCurrent: boolean
  title: string
}

/**
 * Records the caller's decision; the offer is locked. One that completes what is needed by the limits of
 * now approves. Throws approval_decided, own_approval, role_missing, above_own_limit.
 */
export async function recordDecision(ctx: Ctx, given: Decision): Promise<void> {
  const { tx, actor, now } = ctx
  const { organization, id, decision } = given
  const { row, state } = await withSystemRole(tx, async () => {
    const rules = await lockRules(tx, organization)
    const row = await lockApproval(tx, organization, id)
    if (!row) throw new AppError('not_found')
    if (row.state !== 'waiting' || row.expires_at <= now || !given.isCurrent)
      throw new AppError('approval_decided')
    const standing = await standingOn(ctx, row, rules, await listDecisions(tx, [id]))
    const { bar, authority } = standing
    if (bar && !(bar === 'limit' && decision === 'decline')) throw new AppError(barErrors[bar])
    if (!actor.userId || !authority) throw new AppError('role_missing')
    await insertDecision(tx, {
      approval: id,
      user_id: actor.userId,
      in_place_of: authority.inPlaceOf,
      is_administrator: authority.isAdministrator,
      decision,
      comment: given.comment || null,
      decided_at: now,
    })
    const { asked_by: userId, offer_id: offerId, amount_cents: amountCents } = row
    const asked = { userId, client: organization, offerId, amountCents, now }
    const needed = (rules && (await neededFor(tx, rules, asked))) ?? { needsAdministrator: false }
    const isGiven =
      decision === 'approve' && isEnough(await consentsTo(tx, rules, row, now), needed)
    const state = stateAfter(decision, isGiven)
    if (state !== 'waiting') await endApproval(tx, id, state, now)
    return { row, state }
  })
  await record(ctx, `approval.${decision}`, {
    id,
    offerId: row.offer_id,
    amountCents: row.amount_cents,
    client: organization,
  })
  await announceApproval(ctx, row)
  if (state !== 'waiting') await tellAsker(ctx, row, state, given.title)
}

function stateAfter(decision: Decision['decision'], isGiven: boolean) {
  if (decision === 'decline') return 'declined' as const
  return isGiven ? ('approved' as const) : ('waiting' as const)
}

const barErrors = {
  own: 'own_approval',
  decided: 'approval_decided',
  limit: 'above_own_limit',
  role: 'role_missing',
} as const

async function tellAsker(
  ctx: Ctx,
  row: ApprovalRow,
  state: 'approved' | 'declined',
  title: string,
): Promise<void> {
  if (!row.asked_by) return
  await notify(ctx, {
    userId: row.asked_by,
    type: 'payment',
    title: state === 'approved' ? 'Payment approved' : 'Payment not approved',
    message:
      state === 'approved'
        ? `You can pay for ${title} now.`
        : `The payment for ${title} was declined. The reason is with the approval, if one was given.`,
    path: state === 'approved' ? `/payment/${row.offer_id}` : approvalsPath,
    mail: true,
  })
}

/** Ends approvals of earlier terms of an offer, and notifies those who wanted to pay. */
export async function supersedeApprovals(ctx: Ctx, offerId: string, title: string): Promise<void> {
  const ended = await withSystemRole(ctx.tx, () => supersede(ctx.tx, offerId, ctx.now))
  for (const row of ended) {
    await announceApproval(ctx, row)
    if (row.asked_by)
      await notify(ctx, {
        userId: row.asked_by,
        type: 'payment',
        title: 'Ask for an approval again',
        message: `The terms of the offer on ${title} have changed since you asked.`,
        path: approvalsPath,
      })
  }
}

type Recorded = { id: string; offerId: string; amountCents: bigint; client: string }

const record = (
  { tx, actor }: Ctx,
  action: 'approval.ask' | 'approval.approve' | 'approval.decline',
  { id, offerId, amountCents, client }: Recorded,
) =>
  audit(tx, {
    actor: actorOf(actor),
    action,
    object: `approval:${id}`,
    detail: { organization: client, offer: offerId, amountCents },
  })
