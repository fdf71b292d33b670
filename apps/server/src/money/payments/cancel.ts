/** Calling a contract off, before or after it was paid. */
import { contractCan } from '@semblance/contract'
import { requireWithinKeyLimit } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import {
  type ContractRow,
  claimCancellation,
  contractMoney,
  getOwnContract,
  lockContract,
} from '../../market/contracts/service.ts'
import { markDprCancelled } from '../../market/dprs/service.ts'
import { lockOffer, revertAcceptance } from '../../market/offers/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { cancelInstruction } from '../bank-gateway/service.ts'
import { splitEscrow } from '../escrow/service.ts'

import { undoPending } from './outcomes.ts'
import { claimPayment, findLivePayment } from './queries.ts'

/** Describes the client's refund in cents: of the price, and of the fee. */
type Refunded = { refundCents: bigint; feeCents: bigint }

/**
 * Cancels a contract. The client may do so until the vendor has started to submit, the vendor until
 * delivery. What is in escrow returns to the client with its fee; a released upfront share stays
 * with the vendor.
 */
export async function cancelContract(
  ctx: Ctx,
  { contractId }: { contractId: string },
): Promise<{ refundCents: bigint; feeCents: bigint | null }> {
  const { contract: own, side } = await getOwnContract(ctx, contractId, 'buy')
  // The offer first, then its contract, as a change of terms locks them.
  await lockOffer(ctx, own.offer_id, { parties: [own[side]] })
  const contract = await withSystemRole(ctx.tx, () => lockContract(ctx.tx, contractId))
  if (contract.status === 'disputed') throw new AppError('contract_disputed')
  if (!contractCan.cancel(contract.status, contract.stage, side))
    throw new AppError('contract_fixed')
  requireWithinKeyLimit(ctx, contract.price_cents)
  const refunded = await withSystemRole(ctx.tx, () => callOff(ctx, contract))
  const other = side === 'client' ? contract.vendor : contract.client
  await notify(ctx, {
    organizationId: other,
    type: 'contract',
    title: 'Contract cancelled',
    message: `The ${side} has cancelled the contract for ${contract.title}.`,
    path: `/contract-details/${contract.id}`,
    mail: true,
  })
  return { ...refunded, feeCents: side === 'client' ? refunded.feeCents : null }
}

/**
 * Ends a locked contract on which nothing was delivered: what is in escrow returns to the client with its fee. Throws
 * payment_underway, contract_fixed. Requires the system role; lock the offer first.
 */
export const callOff = (ctx: SystemCtx, contract: ContractRow): Promise<Refunded> =>
  contract.funded_at ? endFunded(ctx, contract) : endUnpaid(ctx, contract)

async function endUnpaid(ctx: SystemCtx, contract: ContractRow): Promise<Refunded> {
  const payment = await findLivePayment(ctx.tx, contract.id)
  if (payment) {
    if (!(await cancelInstruction(ctx, `payment:${payment.id}`)))
      throw new AppError('payment_underway')
    const change = { state: 'canceled' as const, ended_at: ctx.now }
    const canceled = await claimPayment(ctx.tx, payment.id, 'submitted', change)
    if (!canceled) throw new AppError('payment_underway')
    await undoPending(ctx, contract, canceled)
  }
  if (!(await claimCancellation(ctx.tx, contract.id, 'awaiting_payment', ctx.now)))
    throw new AppError('contract_fixed')
  await revertAcceptance(ctx, contract.offer_id, 'The contract was cancelled before it was paid.')
  return { refundCents: 0n, feeCents: 0n }
}

async function endFunded(ctx: SystemCtx, contract: ContractRow): Promise<Refunded> {
  if (await findLivePayment(ctx.tx, contract.id)) throw new AppError('payment_underway')
  const { status } = contract
  if (status !== 'in_progress' && status !== 'awaiting_payment')
    throw new AppError('contract_fixed')
  if (!(await claimCancellation(ctx.tx, contract.id, status, ctx.now)))
    throw new AppError('contract_fixed')
  const before = (await contractMoney(ctx.tx, [contract.id]))(contract.id)
  await splitEscrow(ctx, contract, {
    toVendorCents: 0n,
    toClientCents: before.heldCents,
    reason: 'cancellation',
  })
  await markDprCancelled(ctx.tx, contract.dpr_id, ctx.now)
  return { refundCents: before.heldCents, feeCents: before.feeHeldCents }
}
