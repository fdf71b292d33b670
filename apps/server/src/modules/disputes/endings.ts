/** How a dispute ends, and the handing over to staff before: the dispute is claimed, then contract and money move. */
import {
  type Dispute,
  disputeCan,
  isLive,
  otherSide,
  type Shares,
  sharesOf,
} from '@semblance/contract'
import { actorOf, audit } from '../../platform/audit.ts'
import type { Ctx, SystemCtx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { claimDisputeEnd, lockContract } from '../contracts/service.ts'
import { splitEscrow, thawEscrow } from '../escrow/service.ts'
import { contractMoney } from '../ledger/service.ts'
import { seen, takeSeat } from './parties.ts'
import { claimDisputeRow, type DisputeRow, listDisputesOf } from './queries.ts'
import { lapseRest } from './settlement-queries.ts'
import { readDispute, stakeOf } from './view.ts'
import { announce, dollars, tell, tellBoth, tellStaff } from './words.ts'

/** Refuses a share of more than there is, or of less than nothing. */
export function checkShare({ stake_cents }: DisputeRow, toVendorCents: bigint): void {
  if (toVendorCents >= 0n && toVendorCents <= stake_cents) return
  throw new AppError('bad_input', {
    field: 'toVendorCents',
    message: `Enter an amount from $0.00 to ${dollars(stake_cents)}`,
  })
}

/** Shares the stake out and ends the contract: completed where the vendor is paid for a delivery, else cancelled. */
export async function shareOut(
  ctx: SystemCtx,
  dispute: DisputeRow,
  end: { as: 'settled' | 'ruled'; toVendorCents: bigint },
): Promise<Shares> {
  const shares = sharesOf(stakeOf(dispute), end.toVendorCents)
  await claimEnd(ctx, dispute, {
    status: end.as,
    to_vendor_cents: shares.toVendorCents,
    to_client_cents: shares.toClientCents,
    fee_kept_cents: shares.feeKeptCents,
    fee_returned_cents: shares.feeReturnedCents,
  })
  const { delivered_at } = await asSystem(ctx.tx, () => lockContract(ctx.tx, dispute.contract_id))
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

/** The opener takes it back: the contract goes on, with what was left of its review. */
export async function withdrawDispute(ctx: Ctx, disputeId: string): Promise<Dispute> {
  const seat = await takeSeat(ctx, disputeId)
  const { dispute, side } = seat
  if (!disputeCan.withdraw(seen(seat))) throw new AppError('not_permitted')
  await resume(ctx, dispute, 'withdrawn')
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action: 'dispute.withdraw',
    object: `dispute:${dispute.id}`,
  })
  await tell(ctx, dispute, otherSide(side), {
    title: 'Dispute withdrawn',
    message: `the ${side} has withdrawn its dispute. The contract goes on where it stood.`,
  })
  return await readDispute(ctx, dispute.id, side)
}

/** The client's bank has taken the payment back: what it was about is gone, and the contract waits for another payment. */
export async function voidDispute(ctx: SystemCtx, dispute: DisputeRow): Promise<void> {
  await resume(ctx, dispute, 'void')
  await tellBoth(ctx, dispute, {
    title: 'Dispute cancelled',
    message: "the client's bank has taken a payment back, so the dispute has been cancelled.",
  })
}

/** Ends whatever dispute there is about a contract that is taken off the market; its money is the caller's to return. */
export async function dropDisputes(ctx: SystemCtx, contractId: string): Promise<void> {
  for (const dispute of await listDisputesOf(ctx.tx, contractId))
    if (isLive(dispute)) await claimEnd(ctx, dispute, { status: 'void' })
}

async function resume(
  ctx: SystemCtx,
  dispute: DisputeRow,
  status: 'withdrawn' | 'void',
): Promise<void> {
  await claimEnd(ctx, dispute, { status })
  const contract = await claimDisputeEnd(ctx.tx, dispute.contract_id, 'resume', ctx.now)
  await thawEscrow(ctx, contract)
}

/** Either side asks staff to decide. */
export async function escalateDispute(ctx: Ctx, disputeId: string): Promise<Dispute> {
  const seat = await takeSeat(ctx, disputeId)
  const { dispute, side } = seat
  if (!disputeCan.escalate(seen(seat))) throw new AppError('dispute_ended')
  await escalate(ctx, dispute, side)
  await tell(ctx, dispute, otherSide(side), {
    title: 'Dispute goes to staff',
    message: `the ${side} has asked Semblance to decide. You can still agree on a settlement until then.`,
  })
  return await readDispute(ctx, dispute.id, side)
}

export async function escalate(
  ctx: SystemCtx,
  dispute: DisputeRow,
  by: NonNullable<DisputeRow['escalated_by']>,
): Promise<void> {
  const claimed = await asSystem(ctx.tx, () =>
    claimDisputeRow(ctx.tx, dispute.id, ['open'], {
      status: 'escalated',
      escalated_at: ctx.now,
      escalated_by: by,
      moved_at: ctx.now,
    }),
  )
  if (!claimed) throw new AppError('dispute_ended')
  await announce(ctx, dispute)
  await tellStaff(ctx, dispute, 'A dispute waits for a decision')
}

async function claimEnd(
  ctx: SystemCtx,
  dispute: DisputeRow,
  change: Parameters<typeof claimDisputeRow>[3],
): Promise<void> {
  await asSystem(ctx.tx, async () => {
    const end = { ...change, ended_at: ctx.now, moved_at: ctx.now }
    if (!(await claimDisputeRow(ctx.tx, dispute.id, ['open', 'escalated'], end)))
      throw new AppError('dispute_ended')
    await lapseRest(ctx.tx, dispute.id, ctx.now)
  })
  await announce(ctx, dispute)
}

/** As the ledger says now. */
export const moneyOf = async ({ tx }: Pick<SystemCtx, 'tx'>, { contract_id }: DisputeRow) =>
  (await contractMoney(tx, [contract_id]))(contract_id)
