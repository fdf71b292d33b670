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
    const [dprs, offers, money, activeContracts, nextDeliveryDate, tasks, activity] =
      await Promise.all([
        countDprs(tx, client),
        countPendingOffers(tx, 'client', client, weekBefore(now)),
        sumMoney(tx, 'client', client),
        countActiveContracts(tx, 'client', client),
        findNextDelivery(tx, client, now),
        listClientTasks(tx, reader),
        listClientActivity(tx, reader),
      ])
    return {
      activeDprs: dprs.active,
      openDprs: dprs.open,
      completedDprs: dprs.completed,
      pendingOffers: offers.pending,
      newOffers: offers.new,
      activeContracts,
      nextDeliveryDate,
      investedCents: money.held_cents + money.released_cents,
      heldCents: money.held_cents,
      releasedCents: money.released_cents,
      tasks,
      activity,
    }
  })
}

export async function describeVendor(ctx: Ctx) {
  const reader = readerOf(ctx, 'vendor')
  const { organization: vendor } = reader
  const { tx, now } = ctx
  return await withSystemRole(tx, async () => {
    const [offers, money, earnedCents, earnedThisMonthCents, activeContracts, ...lists] =
      await Promise.all([
        countPendingOffers(tx, 'vendor', vendor, weekBefore(now)),
        sumMoney(tx, 'vendor', vendor),
        sumEarned(tx, vendor, null),
        sumEarned(tx, vendor, monthOf(now)),
        countActiveContracts(tx, 'vendor', vendor),
        listDueDeliveries(tx, reader, now),
        describeWeek(ctx, vendor),
        listVendorTasks(tx, reader),
        listVendorActivity(tx, vendor),
      ])
    const [deliveries, week, tasks, activity] = lists
    return {
      earnedCents,
      earnedThisMonthCents,
      heldCents: money.held_cents,
      pendingOffers: offers.pending,
      activeContracts,
      deliveries,
      week,
      tasks,
      activity,
    }
  })
}

const readerOf = (ctx: Ctx, side: Side): Reader => ({
  organization: viewerOrganization(ctx, side),
  samplesOnly: ctx.actor.userId === null,
})

/** Summarizes the views of a vendor's offers and the vendor's replies over the last seven days. */
async function describeWeek({ tx, now }: Ctx, vendor: string): Promise<Week> {
  const [days, medianReplyMinutes] = await Promise.all([
    listWeek(tx, vendor, now),
    findMedianReply(tx, vendor, now),
  ])
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
    medianReplyMinutes,
  }
}

const weekBefore = (now: Date) => new Date(now.getTime() - WEEK_MS)
const monthOf = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
