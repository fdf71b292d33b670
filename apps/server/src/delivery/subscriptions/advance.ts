/** Brings subscriptions up to date: what has ended is noted, what was missed is refunded, and the next revision opens. */
import { REVISION_REMINDER_DAYS } from '@semblance/contract'
import { lockContract } from '../../market/contracts/service.ts'
import { closePurchase } from '../../market/dprs/service.ts'
import { closeOffers, lockOfferRow } from '../../market/offers/service.ts'
import { callOff } from '../../money/payments/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { announce, announceStep, announceTurn, monthAfter, recordStep, tell } from './announce.ts'
import { findClosing } from './closing.ts'
import {
  findOpen,
  isOverdue,
  isUnpaid,
  lapsesAt,
  payByOf,
  phaseOf,
  type RevisionFacts,
} from './facts.ts'
import { projectRest } from './projection.ts'
import {
  countRevisions,
  findStanding,
  listToAdvance,
  lockSubscription,
  type SubscriptionRow,
  updateRevision,
  updateSubscription,
} from './queries.ts'
import { beginRevision, payByFrom } from './start.ts'

const BATCH = 200
const DAY_MS = 86_400_000

/**
 * Advances every subscription that something is due for, each in a transaction of its own. One that fails keeps no other
 * back: all failures are thrown together at the end.
 */
export async function advanceSubscriptions(platform: Platform, now: Date): Promise<void> {
  const { db, log } = platform
  const failures: unknown[] = []
  for (let after = ''; ; ) {
    const ids = await db.transaction(system, (tx) =>
      listToAdvance(tx, { now, after, limit: BATCH }),
    )
    for (const id of ids)
      try {
        await db.transaction(system, (tx) => advanceSubscription({ tx, now, platform }, id))
      } catch (error) {
        log.error({ err: error, subscription: id }, 'a subscription could not be advanced')
        failures.push(error)
      }
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH) break
    after = last
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} subscriptions could not be advanced`)
}

/** Advances one subscription under its lock. Repeated, it changes nothing more. Requires the system role. */
export async function advanceSubscription(ctx: SystemCtx, id: string): Promise<void> {
  const row = await lockSubscription(ctx.tx, id)
  if (!row) return
  const open = await findOpen(ctx.tx, id, ctx.now)
  if (await endFromOutside(ctx, row, open)) return
  const rest = open ? await conclude(ctx, row, open) : row
  if (rest?.status === 'active') await follow(ctx, rest)
}

/**
 * Ends a subscription whose listing was taken down or whose party's account was closed, and calls off a revision without
 * money on its way; one in escrow goes on. Returns false if it may go on, or all its revisions are over.
 */
async function endFromOutside(
  ctx: SystemCtx,
  row: SubscriptionRow,
  open: RevisionFacts | undefined,
): Promise<boolean> {
  if (row.status === 'ended') return false
  const as = await findClosing(ctx.tx, row)
  if (!as || (!open && (await countRevisions(ctx.tx, row.id)) >= row.revisions)) return false
  if (open && (await closeUnpaid(ctx, open, ends[as])))
    await endRevision(ctx, row, open, 'cancelled')
  await endSubscription(ctx, row, as)
  return true
}

/** Ends the revision under way if it is over. Returns the subscription as that leaves it; null while the revision goes on. */
async function conclude(
  ctx: SystemCtx,
  row: SubscriptionRow,
  open: RevisionFacts,
): Promise<SubscriptionRow | null> {
  const phase = phaseOf(open)
  if (phase === 'delivered' || phase === 'cancelled')
    return await endRevision(ctx, row, open, phase)
  if (isOverdue(open, ctx.now) && (await refundMissed(ctx, row, open)))
    return await endRevision(ctx, row, open, 'missed')
  if (!isUnpaid(open)) return null
  if (lapsesAt(open) >= ctx.now) {
    await remind(ctx, row, open)
    return null
  }
  if (!(await closeUnpaid(ctx, open, 'It was not paid in time.'))) return null
  return await lapse(ctx, await endRevision(ctx, row, open, 'lapsed'), open)
}

/** Notes how a revision ended. Requires the system role, and the lock of the subscription. */
export async function endRevision(
  ctx: SystemCtx,
  row: SubscriptionRow,
  { subscription_id, number }: RevisionFacts,
  as: 'delivered' | 'missed' | 'lapsed' | 'cancelled',
): Promise<SubscriptionRow> {
  await updateRevision(ctx.tx, { subscription_id, number }, { ended_as: as, ended_at: ctx.now })
  recordStep(ctx.tx, row, 'revision.ended', { number, as })
  await announce(ctx.tx, row)
  return row
}

async function lapse(ctx: SystemCtx, row: SubscriptionRow, open: RevisionFacts) {
  if (row.status !== 'active') return row
  const { number, payment_returned_at } = open
  const lapsed = payment_returned_at
    ? 'was not paid again in time after your bank took the payment back, and has lapsed.'
    : 'was not paid in time and has lapsed: nothing was charged.'
  if (await endIfOver(ctx, row)) {
    await tell(ctx, row, {
      side: 'client',
      title: 'Revision lapsed',
      message: `Revision ${number} of ${row.title}, the last one, ${lapsed}`,
    })
    return { ...row, status: 'ended' as const }
  }
  const paused = { ...row, status: 'paused' as const, paused_as: 'unpaid' as const }
  await updateSubscription(ctx.tx, row.id, { status: 'paused', paused_as: 'unpaid' })
  announceTurn(ctx.tx, row, 'subscription.paused', { as: 'unpaid' })
  await tell(ctx, row, {
    side: 'client',
    title: 'Subscription paused',
    message: `Revision ${number} of ${row.title} ${lapsed} The subscription is paused; resume it when you want the next revision.`,
  })
  const unpaid = payment_returned_at ? 'has not paid again' : 'has not paid'
  await tell(ctx, row, {
    side: 'vendor',
    title: 'Revision not paid',
    message: `The client ${unpaid} for revision ${number} of ${row.title} in time, and the subscription is paused. You have nothing to deliver.`,
  })
  return paused
}

/** Sends the price of a revision that was not submitted in time back to the client. Returns false if it was, after all. */
async function refundMissed(ctx: SystemCtx, row: SubscriptionRow, open: RevisionFacts) {
  const contract = await lockOrdered(ctx, open)
  const facts = await findOpen(ctx.tx, row.id, ctx.now) // as the lock found it
  if (!contract || !facts || !isOverdue(facts, ctx.now)) return false
  await callOff(ctx, contract)
  announceStep(ctx.tx, row, 'revision.missed', { number: open.number, contractId: contract.id })
  await tell(ctx, row, {
    side: 'client',
    title: 'Revision missed',
    message: `The vendor has not delivered revision ${open.number} of ${row.title} in time. What you paid into escrow goes back to you with its fee.`,
  })
  await tell(ctx, row, {
    side: 'vendor',
    title: 'Revision missed',
    message: `Revision ${open.number} of ${row.title} was not submitted in time. Its price goes back to the client, and there is nothing left to deliver for it.`,
  })
  return true
}

/**
 * Calls a revision off for which no money is on its way, whether it was ordered or not. Returns false if money is. Requires
 * the system role, and the lock of the subscription.
 */
export async function closeUnpaid(
  ctx: SystemCtx,
  open: RevisionFacts,
  reason: string,
): Promise<boolean> {
  if (!isUnpaid(open)) return false
  const contract = await lockOrdered(ctx, open)
  const facts = await findOpen(ctx.tx, open.subscription_id, ctx.now) // as the lock found it
  if (!facts || !isUnpaid(facts)) return false
  if (contract) await callOff(ctx, contract)
  else if (open.dpr_id) {
    const told = { as: 'expired', title: 'Revision not ordered', message: reason } as const
    await closeOffers(ctx, open.dpr_id, told)
    await closePurchase(ctx.tx, open.dpr_id, ctx.now)
  }
  return true
}

/** Locks the offer that orders a revision, then its contract, as payments and changes do. */
async function lockOrdered({ tx }: SystemCtx, { offer_id, contract_id }: RevisionFacts) {
  if (offer_id) await lockOfferRow(tx, offer_id)
  return contract_id ? await lockContract(tx, contract_id) : null
}

async function remind(ctx: SystemCtx, row: SubscriptionRow, open: RevisionFacts): Promise<void> {
  const payBy = payByOf(open)
  const daysLeft = (payBy.getTime() - ctx.now.getTime()) / DAY_MS
  if (isReminded(open) || daysLeft > REVISION_REMINDER_DAYS) return
  await updateRevision(ctx.tx, open, { reminded_at: ctx.now })
  await tell(ctx, row, {
    side: 'client',
    title: 'Revision to be paid',
    message: `Revision ${open.number} of ${row.title} is to be paid into escrow by ${payBy.toISOString().slice(0, 10)}; a day later it lapses. Nothing is charged without you.`,
  })
}

/** Returns true if the client was reminded, and no payment was taken back since. */
const isReminded = ({ reminded_at: at, payment_returned_at: returned }: RevisionFacts) =>
  at !== null && (returned === null || at > returned)

/** Opens the next revision of an active subscription without one under way, if it is due. */
async function follow(ctx: SystemCtx, row: SubscriptionRow): Promise<void> {
  if (await endIfOver(ctx, row)) return
  if (row.next_due_at === null || row.next_due_at > ctx.now) return
  await openNext(ctx, row)
}

/** Ends a subscription without a revision under way whose revisions are all over. */
async function endIfOver(ctx: SystemCtx, row: SubscriptionRow): Promise<boolean> {
  if ((await countRevisions(ctx.tx, row.id)) < row.revisions) return false
  await endSubscription(ctx, row, 'complete')
  return true
}

const ends = {
  complete: 'All of its revisions are over.',
  limit:
    "The privacy limit of the vendor's source leaves no room for another revision besides what is promised to others.",
  taken_down: 'Semblance has taken the listing off the catalog.',
  client: "The client's account was closed.",
  vendor: "The vendor's account was closed.",
} as const

async function endSubscription(ctx: SystemCtx, row: SubscriptionRow, as: keyof typeof ends) {
  await updateSubscription(ctx.tx, row.id, { status: 'ended', ended_as: as, paused_as: null })
  announceTurn(ctx.tx, row, 'subscription.ended', { as })
  await announce(ctx.tx, row)
  for (const side of ['client', 'vendor'] as const)
    await tell(ctx, row, {
      side,
      title: 'Subscription ended',
      message: `The subscription to ${row.title} has ended. ${ends[as]} What was delivered stays with the client.`,
    })
}

/**
 * Opens the next revision of a locked, active subscription without one under way, unless its vendor may not sell; ends the
 * subscription where the limit leaves no room for it. Returns false if none opened. Requires the system role.
 */
export async function openNext(ctx: SystemCtx, row: SubscriptionRow): Promise<boolean> {
  const { tx, now } = ctx
  if (!(await findStanding(tx, row)).is_selling) return false
  const rest = await projectRest(tx, row)
  if (!rest || rest.fitting < 1) {
    await endSubscription(ctx, row, 'limit')
    return false
  }
  const number = (await countRevisions(tx, row.id)) + 1
  await beginRevision(ctx, row, number)
  if (row.next_due_at) {
    const next = monthAfter(row.next_due_at)
    await updateSubscription(tx, row.id, { next_due_at: next > now ? next : monthAfter(now) })
  }
  await announce(tx, row)
  announceStep(tx, row, 'revision.due', { number })
  await tell(ctx, row, {
    side: 'client',
    title: 'Revision to order',
    message: `Revision ${number} of ${row.title} can be ordered until ${payByFrom(now).toISOString().slice(0, 10)}: pay it into escrow, and the vendor delivers it. Nothing is charged without you.`,
  })
  return true
}
