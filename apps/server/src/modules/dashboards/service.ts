/** Each side's start page: figures, what waits for it, and what happened last. */
import type { Week } from '@semblance/contract'
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { sumEarned } from '../earnings/service.ts'
import { sumEarned } from '../earnings/service.ts'
import {
  countActiveContracts,
  countDprs,
  countNewOffers,
  countPendingOffers,
  findNextDelivery,
  listClientActivity,
  listClientTasks,
  listVendorActivity,
  listVendorTasks,
  sumMoney,
} from './queries.ts'
import { findMedianReply, listDueDeliveries, listWeek } from './vendor-queries.ts'

const WEEK_MS = 7 * 86_400_000

export async function describeClient(ctx: Ctx) {
  const client = readerOrg(ctx, 'client')
  const { tx } = ctx
  const dprs = await countDprs(tx, client)
  const money = await asSystem(tx, () => sumMoney(tx, 'client', client))
  return {
    activeDprs: dprs.active,
    openDprs: dprs.open,
    completedDprs: dprs.completed,
    pendingOffers: await countPendingOffers(tx, 'client', client),
    newOffers: await countNewOffers(tx, client, new Date(ctx.now.getTime() - WEEK_MS)),
    activeContracts: await countActiveContracts(tx, 'client', client),
    nextDeliveryDate: await findNextDelivery(tx, client),
    investedCents: money.held_cents + money.released_cents,
    heldCents: money.held_cents,
    releasedCents: money.released_cents,
    tasks: await listClientTasks(tx, client),
    activity: await listClientActivity(tx, client),
  }
}

export async function describeVendor(ctx: Ctx) {
  const vendor = readerOrg(ctx, 'vendor')
  const { tx } = ctx
  const { money, earnedCents, earnedThisMonthCents, week } = await asSystem(tx, async () => ({
    money: await sumMoney(tx, 'vendor', vendor),
    earnedCents: await sumEarned(tx, vendor, null),
    earnedThisMonthCents: await sumEarned(tx, vendor, monthOf(ctx.now)),
    week: await describeWeek(ctx, vendor),
  }))
  return {
    earnedCents,
    earnedThisMonthCents,
    heldCents: money.held_cents,
    pendingOffers: await countPendingOffers(tx, 'vendor', vendor),
    activeContracts: await countActiveContracts(tx, 'vendor', vendor),
    deliveries: await listDueDeliveries(tx, vendor, ctx.now),
    week,
    tasks: await listVendorTasks(tx, vendor),
    activity: await listVendorActivity(tx, vendor),
  }
}

/** Who looked at one's offers and how one answered, over the last seven days. */
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

const monthOf = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
