/** Requests that end without a contract: cancelled by their client, or past their closing date. */
import { requireMemberOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Ctx, Platform, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  closeDpr,
  extendSampleRequests,
  getOwnDpr,
  listOverdueDprs,
  requireNoAgreement,
} from '../dprs/service.ts'
import { closeOffers } from '../offers/service.ts'

/** Requests that one look at the clock ends before it looks again. */
const BATCH = 100

/** Takes back a live request on which nothing has been accepted, and closes the offers on it. */
export async function cancelDpr(ctx: Ctx, dprId: string): Promise<void> {
  const { id } = await getOwnDpr(ctx, dprId, requireMemberOrganization(ctx, 'client'))
  const dpr = await closeDpr(ctx, id, 'cancelled')
  if (!dpr) throw new AppError('dpr_closed')
  await closeOffers(ctx, dpr.id, {
    as: 'not_selected',
    title: 'Request cancelled',
    message: `The client has cancelled ${dpr.title}; your offer on it is closed.`,
  })
  await requireNoAgreement(ctx.tx, dpr.id)
}

/** Lets every request expire whose closing date has passed, samples apart, each in a transaction of its own. */
export async function expireDprs(platform: Platform): Promise<void> {
  const now = new Date()
  await platform.db.transaction(system, (tx) => extendSampleRequests(tx, now))
  const given = new Set<string>()
  for (;;) {
    const due = await platform.db.transaction(system, (tx) => listOverdueDprs(tx, now, BATCH))
    // One accepted at this very moment may be listed once more; it is not tried twice.
    const fresh = due.filter((id) => !given.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) {
      given.add(id)
      await expireUnlessAgreed(platform, id, now)
    }
  }
}

async function expireUnlessAgreed(platform: Platform, id: string, now: Date): Promise<void> {
  try {
    await platform.db.transaction(system, (tx) => expireDpr({ tx, now, platform }, id))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'dpr_agreed')) throw error
  }
}

/**
 * Expires a request with its offers. Does nothing if it has ended or still takes offers. Throws
 * dpr_agreed if an offer has been accepted.
 */
export async function expireDpr(ctx: SystemCtx, id: string): Promise<void> {
  const dpr = await closeDpr(ctx, id, 'expired')
  if (!dpr) return
  await closeOffers(ctx, dpr.id, {
    as: 'expired',
    title: 'Offer expired',
    message: `${dpr.title} closed without a choice; your offer on it has expired.`,
  })
  await requireNoAgreement(ctx.tx, dpr.id)
  await notify(ctx, {
    organizationId: dpr.client,
    type: 'system',
    title: 'Your request has expired',
    message: `${dpr.title} took offers until its closing date and is now closed. Post it again as a duplicate to ask once more.`,
    path: `/dpr-details/${dpr.id}`,
    mail: true,
  })
}
