/** Steps that the parties of a subscription take: pausing, resuming, ending, opening a revision. */
import { dataSubscriptionCan, type SubscriptionDetail } from '@semblance/contract'
import {
  requireActingOrganization,
  requireMemberOrganization,
  requirePermission,
} from '../../core/api/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { advanceSubscription, closeUnpaid, endRevision, openNext } from './advance.ts'
import { announce, announceTurn, tell } from './announce.ts'
import { findOpen } from './facts.ts'
import { lockSubscription, type SubscriptionRow, updateSubscription } from './queries.ts'
import { getSubscription } from './view.ts'

type Step = (row: SubscriptionRow) => Promise<void>

/** Pauses a subscription: no further revision opens, and one without money on its way is called off. */
export const pauseSubscription = (ctx: Ctx, id: string): Promise<SubscriptionDetail> =>
  asClient(ctx, id, async (row) => {
    if (!dataSubscriptionCan.pause(row.status)) throw new AppError('subscription_fixed')
    await updateSubscription(ctx.tx, row.id, { status: 'paused', paused_as: 'client' })
    announceTurn(ctx.tx, row, 'subscription.paused', { as: 'client' })
    await callOffUnpaid(ctx, row, 'The client has paused the subscription.')
    await tell(ctx, row, {
      side: 'vendor',
      title: 'Subscription paused',
      message: `The client has paused the subscription to ${row.title}. A revision that is in escrow is still to be delivered.`,
    })
  })

/** Resumes a paused subscription; a revision that is due by now opens at once. */
export const resumeSubscription = (ctx: Ctx, id: string): Promise<SubscriptionDetail> =>
  asClient(ctx, id, async (row) => {
    if (!dataSubscriptionCan.resume(row.status)) throw new AppError('subscription_fixed')
    await updateSubscription(ctx.tx, row.id, { status: 'active', paused_as: null })
    announceTurn(ctx.tx, row, 'subscription.resumed', {})
    await tell(ctx, row, {
      side: 'vendor',
      title: 'Subscription resumed',
      message: `The client has resumed the subscription to ${row.title}.`,
    })
    await advanceSubscription(ctx, row.id)
  })

/** Ends a subscription for either party; a revision in escrow is still delivered, or refunded once it is missed. */
export async function cancelSubscription(ctx: Ctx, id: string): Promise<SubscriptionDetail> {
  const own = requireActingOrganization(ctx)
  await step(ctx, id, async (row) => {
    if (row.client !== own && row.vendor !== own) throw new AppError('not_found')
    const side = row.client === own ? 'client' : 'vendor'
    requireMemberOrganization(ctx, side)
    requirePermission(ctx.actor, [side === 'client' ? 'buy' : 'sell'])
    if (!dataSubscriptionCan.end(row.status)) throw new AppError('subscription_fixed')
    await updateSubscription(ctx.tx, row.id, { status: 'ended', ended_as: side, paused_as: null })
    announceTurn(ctx.tx, row, 'subscription.ended', { as: side })
    await callOffUnpaid(ctx, row, `The ${side} has ended the subscription.`)
    await tell(ctx, row, {
      side: side === 'client' ? 'vendor' : 'client',
      title: 'Subscription ended',
      message: `The ${side} has ended the subscription to ${row.title}. A revision that is in escrow is still delivered, or refunded if it is missed.`,
    })
  })
  return await getSubscription(ctx, id)
}

/**
 * Opens the next revision where the vendor sets the pace; answers with the ended subscription where the limit leaves no room
 * for it, or it has ended from outside. Throws revision_open, subscription_fixed.
 */
export async function openRevision(ctx: Ctx, id: string): Promise<SubscriptionDetail> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  await step(ctx, id, async (row) => {
    if (row.vendor !== vendor) throw new AppError('not_found')
    await advanceSubscription(ctx, row.id)
    const now = await lockSubscription(ctx.tx, row.id)
    if (now?.status === 'ended' && row.status !== 'ended') return // the answer says why
    if (now?.status !== 'active' || now.next_due_at !== null)
      throw new AppError('subscription_fixed')
    if (await findOpen(ctx.tx, row.id, ctx.now)) throw new AppError('revision_open')
    await openNext(ctx, now)
  })
  return await getSubscription(ctx, id)
}

async function asClient(ctx: Ctx, id: string, apply: Step): Promise<SubscriptionDetail> {
  const client = requireMemberOrganization(ctx, 'client')
  await step(ctx, id, async (row) => {
    if (row.client !== client) throw new AppError('not_found')
    await apply(row)
  })
  return await getSubscription(ctx, id)
}

/** Takes a step under the subscription's lock, as the system. */
async function step(ctx: Ctx, id: string, apply: Step): Promise<void> {
  await withSystemRole(ctx.tx, async () => {
    const row = await lockSubscription(ctx.tx, id)
    if (!row) throw new AppError('not_found')
    await apply(row)
    await announce(ctx.tx, row)
  })
}

async function callOffUnpaid(ctx: Ctx, row: SubscriptionRow, reason: string): Promise<void> {
  const open = await findOpen(ctx.tx, row.id, ctx.now)
  if (open && (await closeUnpaid(ctx, open, reason))) await endRevision(ctx, row, open, 'cancelled')
}
