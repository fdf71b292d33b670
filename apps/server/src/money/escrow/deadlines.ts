/** The clocks of escrow: upfront shares that fall due, reminders of a review, and its end in silence. */

import { notify } from '../../core/notifications/service.ts'
import { claimReviewReminder } from '../../market/contracts/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { hasOpenAmount, listDueUpfront, listReviewsEnding } from './queries.ts'
import { acceptDelivery, releaseUpfront } from './release.ts'

/** Contracts taken up in one look at the clock; the rest at the next. */
const BATCH = 500
const DAY_MS = 86_400_000
/** Sets the days before the end of a review at which reminders are sent. */
const reminderDays = [7, 3, 1] as const

export async function releaseDue(platform: Platform, now: Date): Promise<void> {
  const { db } = platform
  const due = await db.transaction(system, (tx) => listDueUpfront(tx, now, BATCH))
  for (const contractId of new Set(due))
    await db.transaction(system, (tx) => releaseUpfront({ tx, now, platform }, contractId))
}

/** Reminds clients of reviews that end, and accepts for those who stayed silent. */
export async function processReviewDeadlines(platform: Platform, now: Date): Promise<void> {
  const { db } = platform
  const soon = new Date(now.getTime() + reminderDays[0] * DAY_MS)
  const ending = await db.transaction(system, (tx) => listReviewsEnding(tx, soon, BATCH))
  for (const review of ending)
    await db.transaction(system, async (tx) => {
      const ctx = { tx, now, platform }
      if (review.review_ends_at > now) await remind(ctx, review)
      else await acceptByTimeout(ctx, review.id)
    })
}

async function acceptByTimeout(ctx: SystemCtx, contractId: string): Promise<void> {
  if (await hasOpenAmount(ctx.tx, contractId)) return
  await acceptDelivery(ctx, contractId, 'timer')
}

async function remind(
  ctx: SystemCtx,
  review: Awaited<ReturnType<typeof listReviewsEnding>>[number],
): Promise<void> {
  const daysLeft = (review.review_ends_at.getTime() - ctx.now.getTime()) / DAY_MS
  const days = reminderDays.findLast((limit) => daysLeft <= limit)
  if (days === undefined || !(await claimReviewReminder(ctx.tx, review.id, days))) return
  await notify(ctx, {
    organizationId: review.client,
    type: 'contract',
    title: 'Delivery awaiting your review',
    message: `Review the delivery for ${review.title}: in ${days === 1 ? '1 day' : `${days} days`} it is accepted automatically and escrow is released.`,
    path: `/download/${review.dpr_id}`,
    mail: true,
  })
}
