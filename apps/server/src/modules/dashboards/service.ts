/** Each side's start page: figures, what waits for it, and what happened last. */
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import {
  countActiveContracts,
  countDprs,
  countPendingOffers,
  listClientActivity,
  listClientTasks,
  listVendorActivity,
  listVendorTasks,
  sumMoney,
} from './queries.ts'

export async function describeClient(ctx: Ctx) {
  const client = readerOrg(ctx, 'client')
  const { tx } = ctx
  const dprs = await countDprs(tx, client)
  const money = await asSystem(tx, () => sumMoney(tx, 'client', client))
  return {
    activeDprs: dprs.active,
    completedDprs: dprs.completed,
    pendingOffers: await countPendingOffers(tx, 'client', client),
    activeContracts: await countActiveContracts(tx, 'client', client),
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
  const money = await asSystem(tx, () => sumMoney(tx, 'vendor', vendor))
  return {
    earnedCents: money.released_cents,
    heldCents: money.held_cents,
    pendingOffers: await countPendingOffers(tx, 'vendor', vendor),
    activeContracts: await countActiveContracts(tx, 'vendor', vendor),
    tasks: await listVendorTasks(tx, vendor),
    activity: await listVendorActivity(tx, vendor),
  }
}
