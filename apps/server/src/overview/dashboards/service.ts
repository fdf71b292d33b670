/** Each side's start page: figures, what waits for it, and what happened last. */
import type { Side, Week } from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { sumEarned } from '../../money/earnings/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { listClientActivity, listVendorActivity } from './activity-queries.ts'
import {
  countActiveContracts,
  countDprs,
  countPendingOffers,
  findNextDelivery,
  type Reader,
  sumMoney,
} from './queries.ts'
import { listClientTasks, listVendorTasks } from './task-queries.ts'
import { findMedianReply, listDueDeliveries, listWeek } from './vendor-queries.ts'

const WEEK_MS = 7 * 86_400_000

export async function describeClient(ctx: Ctx) {
  const reader = readerOf(ctx, 'client')
  const { organization: client } = reader
  const { tx, now } = ctx
  return await withSystemRole(tx, async () => {
    const dprs = await countDprs(tx, client)
    const offers = await countPendingOffers(tx, 'client', client, weekBefore(now))
    const money = await sumMoney(tx, 'client', client)
    return {
      activeDprs: dprs.active,
      openDprs: dprs.open,
      completedDprs: dprs.completed,
      pendingOffers: offers.pending,
      newOffers: offers.new,
      activeContracts: await countActiveContracts(tx, 'client', client),
      nextDeliveryDate: await findNextDelivery(tx, client, now),
      investedCents: money.held_cents + money.released_cents,
      heldCents: money.held_cents,
      releasedCents: money.released_cents,
      tasks: await listClientTasks(tx, reader),
      activity: await listClientActivity(tx, reader),
    }
  })
}

export async function describeVendor(ctx: Ctx) {
  const reader = readerOf(ctx, 'vendor')
  const { organization: vendor } = reader
  const { tx, now } = ctx
  return await withSystemRole(tx, async () => {
    const offers = await countPendingOffers(tx, 'vendor', vendor, weekBefore(now))
    const money = await sumMoney(tx, 'vendor', vendor)
    return {
      earnedCents: await sumEarned(tx, vendor, null),
      earnedThisMonthCents: await sumEarned(tx, vendor, monthOf(now)),
      heldCents: money.held_cents,
      pendingOffers: offers.pending,
      activeContracts: await countActiveContracts(tx, 'vendor', vendor),
      deliveries: await listDueDeliveries(tx, reader, now),
      week: await describeWeek(ctx, vendor),
      tasks: await listVendorTasks(tx, reader),
      activity: await listVendorActivity(tx, vendor),
    }
  })
}

const readerOf = (ctx: Ctx, side: Side): Reader => ({
  organization: viewerOrganization(ctx, side),
  samplesOnly: ctx.actor.userId === null,
})

/** Summarizes the views of a vendor's offers and the vendor's replies over the last seven days. */
async function describeWeek({ tx, now }: Ctx, vendor: string): Promise<Week> {
  const days = await listWeek(tx, vendor, now)
  const sum = (key: 'views' | 'viewsBefore' | 'offersSent') =>
    days.reduce((total, day) => total + day[key], 0)
  return {
    days: days.map(({ day, views, viewsBefore, offersSent }) => ({
      day,
      views,
      viewsBefore,
      offersSent,
    })),
    views: sum('views'),
    viewsBefore: sum('viewsBefore'),
    offersSent: sum('offersSent'),
    offersAccepted: days.reduce((total, day) => total + day.offersAccepted, 0),
    medianReplyMinutes: await findMedianReply(tx, vendor, now),
  }
}

const weekBefore = (now: Date) => new Date(now.getTime() - WEEK_MS)
const monthOf = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
