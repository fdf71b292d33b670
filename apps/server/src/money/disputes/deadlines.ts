/**
 * Processes the deadlines of disputes: reminders, the escalation to staff, and the end of disputes
 * whose money is gone.
 */

import { isLive, otherSide } from '@semblance/contract'
import { contractMoney } from '../../market/contracts/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'

import { notifyParties, notifyParty } from './notifications.ts'
import { sideOfOrg } from './participants.ts'
import { claimDisputeRow, type DisputeRow, listDue, listLive, lockDispute } from './queries.ts'
import { escalate, moneyOf, voidDispute } from './resolutions.ts'

const HOUR_MS = 3_600_000

/** Sets the time before the answer's deadline at which the other party is reminded. */
const REMINDER_MS = 24 * HOUR_MS

/** Disputes that one look at the clock takes before it looks again. */
const BATCH = 100

/** Processes each due dispute in its own transaction. */
export async function processDisputeDeadlines(platform: Platform, now = new Date()): Promise<void> {
  const remindUntil = new Date(now.getTime() + REMINDER_MS)
  const taken = new Set<string>()
  for (;;) {
    const due = await platform.db.transaction(system, (tx) =>
      listDue(tx, { now, remindUntil }, BATCH),
    )
    const fresh = due.filter((id) => !taken.has(id))
    if (fresh.length === 0) break
    for (const id of fresh) {
      taken.add(id)
      await withDispute(platform, now, id, moveOn)
    }
  }
  for (const id of await listShort(platform))
    await withDispute(platform, now, id, voidIfUnderfunded)
}

type Step = (ctx: SystemCtx, dispute: DisputeRow) => Promise<void>

async function withDispute(platform: Platform, now: Date, id: string, step: Step): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const dispute = await lockDispute(tx, id)
    if (isLive(dispute)) await step({ tx, now, platform }, dispute)
  })
}

async function moveOn(ctx: SystemCtx, dispute: DisputeRow): Promise<void> {
  if (dispute.status !== 'open') return
  const isSilent = dispute.answered_at === null
  if (isSilent && dispute.answer_due_at <= ctx.now)
    return await escalateOverdue(ctx, dispute, 'silence')
  if (dispute.negotiate_until <= ctx.now) return await escalateOverdue(ctx, dispute, 'time')
  if (isSilent && dispute.reminded_at === null) await remind(ctx, dispute)
}

async function escalateOverdue(
  ctx: SystemCtx,
  dispute: DisputeRow,
  by: 'silence' | 'time',
): Promise<void> {
  await escalate(ctx, dispute, by)
  const why = {
    silence: 'it has not been answered in time',
    time: 'there was no agreement in time',
  }[by]
  await notifyParties(ctx, dispute, {
    title: 'Dispute goes to staff',
    message: `${why}, so Semblance decides. You can still agree on a settlement until then.`,
  })
}

async function remind(ctx: SystemCtx, dispute: DisputeRow): Promise<void> {
  await claimDisputeRow(ctx.tx, dispute.id, ['open'], { reminded_at: ctx.now })
  await notifyParty(ctx, dispute, otherSide(sideOfOrg(dispute, dispute.opened_by)), {
    title: 'A dispute waits for your answer',
    message: 'answer by tomorrow; after that, Semblance may decide without it.',
  })
}

/** Live disputes with less frozen than they are about, because a bank has taken a payment back. */
async function listShort({ db }: Platform): Promise<string[]> {
  const short: string[] = []
  for (let after = ''; ; ) {
    const rows = await db.transaction(system, async (tx) => {
      const live = await listLive(tx, after, BATCH)
      const money = await contractMoney(
        tx,
        live.map(({ contract_id }) => contract_id),
      )
      return live.map((row) => ({ ...row, frozenCents: money(row.contract_id).frozenCents }))
    })
    for (const row of rows) if (row.frozenCents < row.stake_cents) short.push(row.id)
    if (rows.length < BATCH) return short
    after = rows.at(-1)!.id
  }
}

async function voidIfUnderfunded(ctx: SystemCtx, dispute: DisputeRow): Promise<void> {
  const { frozenCents } = await moneyOf(ctx, dispute)
  if (frozenCents < dispute.stake_cents) await voidDispute(ctx, dispute)
}
