/** A price that both parties have agreed to change while it is in escrow: a top-up is due, or a part goes back. */

import { feeCents } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { type ContractRow, contractMoney, lockContract } from '../../market/contracts/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { account, post } from '../ledger/service.ts'
import { clampToZero, minBigInt } from './fees.ts'
import {
  deleteTranches,
  insertTranches,
  lockTranches,
  type TrancheRow,
  updateTranche,
} from './queries.ts'
import { startRefund } from './refunds.ts'
import { consume, endedAs, restOf, sumOf } from './tranches.ts'

/** Throws payment_underway while the bank has a payment, and price_below_released where less than that is held for the acceptance. */
export async function applyPriceChange(
  ctx: SystemCtx,
  { contractId, oldPriceCents }: { contractId: string; oldPriceCents: bigint },
): Promise<void> {
  const contract = await withSystemRole(ctx.tx, () => lockContract(ctx.tx, contractId))
  const change = contract.price_cents - oldPriceCents
  if (change === 0n) return
  await withSystemRole(ctx.tx, async () => {
    const tranches = await lockTranches(ctx.tx, contract.id)
    const { pendingCents } = (await contractMoney(ctx.tx, [contract.id]))(contract.id)
    if (pendingCents > 0n) throw new AppError('payment_underway')
    if (!contract.funded_at) return
    if (change > 0n) await addTopUp(ctx, contract, tranches, change)
    else await refundDifference(ctx, contract, tranches, -change)
  })
}

async function addTopUp(
  ctx: SystemCtx,
  contract: ContractRow,
  tranches: TrancheRow[],
  cents: bigint,
): Promise<void> {
  const { id, client, vendor } = contract
  await insertTranches(ctx.tx, [
    {
      contract_id: id,
      number: Math.max(...tranches.map(({ number }) => number)) + 1,
      client,
      vendor,
      amount_cents: cents,
      trigger: 'on_acceptance',
      state: 'unfunded',
    },
  ])
  await notify(ctx, {
    organizationId: client,
    type: 'payment',
    title: 'Top-up due',
    message: `The price of ${contract.title} has risen. Pay the difference into escrow.`,
    path: `/payment/${contract.offer_id}`,
    mail: true,
  })
}

/** First what is not paid yet, then what is held for the acceptance. */
async function refundDifference(
  ctx: SystemCtx,
  contract: ContractRow,
  tranches: TrancheRow[],
  cents: bigint,
): Promise<void> {
  const left = await shrinkUnfunded(ctx.tx, tranches, cents)
  if (left === 0n) return
  const held = tranches.filter(
    ({ state, trigger }) => state === 'held' && trigger === 'on_acceptance',
  )
  if (sumOf(held) <= left) throw new AppError('price_below_released')
  await consume(ctx.tx, held.toReversed(), left, 'refunded', ctx.now)
  const { id, client } = contract
  const money = (await contractMoney(ctx.tx, [id]))(id)
  const owedFee = feeCents(money.releasedCents + money.heldCents - left, contract.fee_bps)
  const spareCents = clampToZero(money.feeHeldCents + money.feeEarnedCents - owedFee)
  const refundedFee = minBigInt(spareCents, money.feeHeldCents)
  const { entryId } = await post(ctx.tx, {
    organizationId: client,
    key: `refund:${id}:${money.releasedCents}:${money.refundedCents}`,
    kind: 'refund',
    contractId: id,
    effectiveAt: ctx.now,
    legs: [
      { dr: account.escrow(id), cr: account.refundTransit(client), amountCents: left },
      { dr: account.feeDeferred(id), cr: account.refundTransit(client), amountCents: refundedFee },
    ],
  })
  await startRefund(ctx, contract, {
    entryId,
    reason: 'price_change',
    amountCents: left + refundedFee,
    feeCents: refundedFee,
  })
}

/**
 * Ends a tranche of which nothing is due anymore: its amount becomes what was released or refunded
 * earlier.
 */
async function endTranche(tx: Tx, tranche: TrancheRow): Promise<void> {
  const amount_cents = tranche.amount_cents - restOf(tranche)
  if (amount_cents === 0n) return await deleteTranches(tx, tranche.contract_id, [tranche.number])
  await updateTranche(tx, tranche, { amount_cents, state: endedAs({ ...tranche, amount_cents }) })
}

async function shrinkUnfunded(tx: Tx, tranches: TrancheRow[], cents: bigint): Promise<bigint> {
  let left = cents
  for (const tranche of tranches.toReversed()) {
    if (tranche.state !== 'unfunded' || left === 0n) continue
    const rest = restOf(tranche)
    if (rest > left) {
      await updateTranche(tx, tranche, { amount_cents: tranche.amount_cents - left })
      return 0n
    }
    await endTranche(tx, tranche)
    left -= rest
  }
  return left
}
