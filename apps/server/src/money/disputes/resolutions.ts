/** Ends a dispute, or escalates it to staff. The dispute is claimed first, then contract and money move. */
import {
  type Dispute,
  disputeCan,
  formatDollars,
  isLive,
  jsonSha256,
  otherSide,
  type Shares,
  splitOf,
} from '@semblance/contract'
import { announceEvent } from '../../core/webhooks/service.ts'
import { claimDisputeEnd, contractMoney, lockContract } from '../../market/contracts/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { record } from '../../platform/transparency/record.ts'
import { splitEscrow, unfreezeEscrow } from '../escrow/service.ts'

import { announce, notifyParties, notifyParty, notifyStaff } from './notifications.ts'
import { requireParticipant, seen } from './participants.ts'
import { claimDisputeRow, type DisputeRow, listDisputesOf } from './queries.ts'
import { expireOtherSettlements } from './settlement-queries.ts'
import { disputedAmountOf, readDispute } from './view.ts'

/**
 * Refuses a share of more than there is, of more than the delivery costs at its accuracy together
 * with what was released before, or of less than nothing. Throws bad_input.
 */
export async function checkShare(
  { tx }: Pick<SystemCtx, 'tx'>,
  { contract_id, stake_cents, released_cents }: DisputeRow,
  toVendorCents: bigint,
): Promise<void> {
  const { due_price_cents: due } = await withSystemRole(tx, () => lockContract(tx, contract_id))
  const left =
    due === null || due - released_cents > stake_cents ? stake_cents : due - released_cents
  if (toVendorCents >= 0n && toVendorCents <= left) return
  const why = left < stake_cents ? ', what the delivery costs at its accuracy' : ''
  throw new AppError('bad_input', {
    field: 'toVendorCents',
    message: `Enter an amount from $0.00 to ${formatDollars(left)}${why}`,
  })
}

/**
 * Divides the stake and ends the contract: completed if the vendor is paid for a delivery, else
 * cancelled.
 */
export async function applySplit(
  ctx: SystemCtx,
  dispute: DisputeRow,
  end:
    | { as: 'settled'; toVendorCents: bigint }
    | { as: 'ruled'; toVendorCents: bigint; reasons: string },
): Promise<Shares> {
  await checkShare(ctx, dispute, end.toVendorCents) // a delivery may have become ready since
  const shares = splitOf(disputedAmountOf(dispute), end.toVendorCents)
  await claimEnd(ctx, dispute, {
    status: end.as,
    to_vendor_cents: shares.toVendorCents,
    to_client_cents: shares.toClientCents,
    fee_kept_cents: shares.feeKeptCents,
    fee_returned_cents: shares.feeReturnedCents,
  })
  recordEnd(ctx, dispute, end, shares)
  const { delivered_at } = await withSystemRole(ctx.tx, () =>
    lockContract(ctx.tx, dispute.contract_id),
  )
  const { frozenCents, heldCents } = await moneyOf(ctx, dispute)
  if (frozenCents !== dispute.stake_cents || heldCents !== frozenCents)
    throw new AppError('stake_changed')
  const isPaidWork = shares.toVendorCents > 0n && delivered_at !== null
  const contract = await claimDisputeEnd(
    ctx.tx,
    dispute.contract_id,
    isPaidWork ? 'completed' : 'cancelled',
    ctx.now,
  )
  await splitEscrow(ctx, contract, {
    toVendorCents: shares.toVendorCents,
    toClientCents: shares.toClientCents,
    reason: end.as === 'settled' ? 'settlement' : 'ruling',
  })
  return shares
}

/** Withdraws a dispute for its opener. The contract continues with the rest of its review. */
export async function withdrawDispute(ctx: Ctx, disputeId: string): Promise<Dispute> {
  const seat = await requireParticipant(ctx, disputeId, 'request')
  const { dispute, side } = seat
  if (!disputeCan.withdraw(seen(seat))) throw new AppError('not_permitted')
  await resume(ctx, dispute, 'withdrawn')
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action: 'dispute.withdraw',
    object: `dispute:${dispute.id}`,
  })
  await notifyParty(ctx, dispute, otherSide(side), {
    title: 'Dispute withdrawn',
    message: `the ${side} has withdrawn its dispute. The contract goes on where it stood.`,
  })
  return await readDispute(ctx, dispute.id, side)
}

/**
 * Voids a dispute whose payment the client's bank took back; the contract waits for another
 * payment.
 */
export async function voidDispute(ctx: SystemCtx, dispute: DisputeRow): Promise<void> {
  await resume(ctx, dispute, 'void')
  await notifyParties(ctx, dispute, {
    title: 'Dispute cancelled',
    message: "the client's bank has taken a payment back, so the dispute has been cancelled.",
  })
}

/**
 * Ends any open dispute about a contract that is taken off the market. The caller returns the
 * contract's money.
 */
export async function cancelDisputes(ctx: SystemCtx, contractId: string): Promise<void> {
  for (const dispute of await listDisputesOf(ctx.tx, contractId))
    if (isLive(dispute)) await claimEnd(ctx, dispute, { status: 'void' })
}

async function resume(
  ctx: SystemCtx,
  dispute: DisputeRow,
  status: 'withdrawn' | 'void',
): Promise<void> {
  await claimEnd(ctx, dispute, { status })
  const since = { resumeSince: dispute.opened_at }
  const contract = await claimDisputeEnd(ctx.tx, dispute.contract_id, since, ctx.now)
  await unfreezeEscrow(ctx, contract)
}

/** Hands a dispute to staff at the request of either side. */
export async function escalateDispute(ctx: Ctx, disputeId: string): Promise<Dispute> {
  const seat = await requireParticipant(ctx, disputeId, 'request')
  const { dispute, side } = seat
  if (!disputeCan.escalate(seen(seat))) throw new AppError('dispute_ended')
  await escalate(ctx, dispute, side)
  await notifyParty(ctx, dispute, otherSide(side), {
    title: 'Dispute goes to staff',
    message: `the ${side} has asked Semblance to decide. You can still agree on a settlement until then.`,
  })
  return await readDispute(ctx, dispute.id, side)
}

/** Records how a dispute ended; the reasons of a decision by their hash, as the parties read them. */
function recordEnd(
  { tx }: Pick<SystemCtx, 'tx'>,
  { id, contract_id: deal, client, vendor }: DisputeRow,
  end: Parameters<typeof applySplit>[2],
  shares: Shares,
): void {
  const { toVendorCents, toClientCents } = shares
  const body = { dispute: id, toVendorCents, toClientCents }
  record(tx, {
    ...{ audience: 'both', deal, client, vendor },
    ...(end.as === 'ruled'
      ? { type: 'dispute.ruled', body: { ...body, reasonsSha256: jsonSha256(end.reasons) } }
      : { type: 'dispute.settled', body }),
  })
}

export async function escalate(
  ctx: SystemCtx,
  dispute: DisputeRow,
  by: NonNullable<DisputeRow['escalated_by']>,
): Promise<void> {
  const claimed = await withSystemRole(ctx.tx, () =>
    claimDisputeRow(ctx.tx, dispute.id, ['open'], {
      status: 'escalated',
      escalated_at: ctx.now,
      escalated_by: by,
      moved_at: ctx.now,
    }),
  )
  if (!claimed) throw new AppError('dispute_ended')
  await announce(ctx, dispute)
  await notifyStaff(ctx, dispute, 'A dispute waits for a decision')
}

type DisputeEnd = 'settled' | 'ruled' | 'withdrawn' | 'void'

async function claimEnd(
  ctx: SystemCtx,
  dispute: DisputeRow,
  change: Parameters<typeof claimDisputeRow>[3] & { status: DisputeEnd },
): Promise<void> {
  await withSystemRole(ctx.tx, async () => {
    const end = { ...change, ended_at: ctx.now, moved_at: ctx.now }
    if (!(await claimDisputeRow(ctx.tx, dispute.id, ['open', 'escalated'], end)))
      throw new AppError('dispute_ended')
    await expireOtherSettlements(ctx.tx, dispute.id, ctx.now)
  })
  const about = { disputeId: dispute.id, contractId: dispute.contract_id, as: change.status }
  announceEvent(ctx.tx, [dispute.client, dispute.vendor], 'dispute.resolved', about)
  await announce(ctx, dispute)
}

/** Reads the contract's current money from the ledger. */
export const moneyOf = async ({ tx }: Pick<SystemCtx, 'tx'>, { contract_id }: DisputeRow) =>
  (await contractMoney(tx, [contract_id]))(contract_id)
