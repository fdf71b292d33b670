/** Deposits settled payments in escrow, and withdraws payments that the bank takes back. */

import { feeCents } from '@semblance/contract'
import type { ContractRow } from '../../market/contracts/service.ts'
import { type ContractMoney, contractMoney } from '../../market/contracts/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { account, type Leg } from '../ledger/service.ts'
import { clampToZero, minBigInt } from './fees.ts'
import { lockTranches, type TrancheRow } from './queries.ts'
import { markUnfunded, planTranches, sumOf } from './tranches.ts'

export type Due = { priceCents: bigint; feeCents: bigint; owedCents: bigint; totalCents: bigint }

/**
 * Returns the cents that the client still has to pay: unfunded tranches, the fee on them, and its
 * debt from payments taken back.
 */
export async function amountDue(tx: Tx, contract: ContractRow): Promise<Due> {
  const unfunded = await planTranches(tx, contract)
  const money = (await contractMoney(tx, [contract.id]))(contract.id)
  return allocateDue(contract, money, unfunded)
}

/** Computes the amount due from rows already read. */
export function allocateDue(
  contract: ContractRow,
  money: ContractMoney,
  unfunded: TrancheRow[],
): Due {
  const priceCents = sumOf(unfunded)
  const { releasedCents, heldCents, owedCents, feeHeldCents, feeEarnedCents } = money
  const fee = feeCents(releasedCents + heldCents + priceCents, contract.fee_bps)
  const dueFee = clampToZero(fee - feeHeldCents - feeEarnedCents)
  return { priceCents, feeCents: dueFee, owedCents, totalCents: priceCents + dueFee + owedCents }
}

/** Returns the legs of a settled payment, from escrow_pending to its targets. */
export async function depositEscrow(
  tx: Tx,
  contract: ContractRow,
  payment: { amount_cents: bigint; fee_cents: bigint; owed_cents: bigint },
): Promise<Leg[]> {
  const { id, client } = contract
  const { amount_cents, fee_cents, owed_cents } = payment
  const { releasedCents, feeEarnedCents } = (await contractMoney(tx, [id]))(id)
  const earned = minBigInt(
    clampToZero(feeCents(releasedCents, contract.fee_bps) - feeEarnedCents),
    fee_cents,
  )
  const pending = account.escrowPending(id)
  return [
    { dr: account.cashTrust, cr: account.clearingCashIn, amountCents: amount_cents },
    { dr: pending, cr: account.escrow(id), amountCents: amount_cents - fee_cents - owed_cents },
    { dr: pending, cr: account.feeRevenue, amountCents: earned },
    { dr: pending, cr: account.feeDeferred(id), amountCents: fee_cents - earned },
    { dr: pending, cr: account.receivableClient(client), amountCents: owed_cents },
    // Repays what the operator had put into the trust account for it.
    { dr: account.cashOperating, cr: account.cashTrust, amountCents: owed_cents },
  ]
}

/**
 * Takes a settled payment out of escrow. The operator's money first replaces what has been released
 * or refunded, so that no other client's escrow is touched; the client owes it from then on.
 */
export async function returnPayment(
  tx: Tx,
  contract: ContractRow,
  payment: { amount_cents: bigint; fee_cents: bigint },
): Promise<Leg[]> {
  const { id, client } = contract
  return await withSystemRole(tx, async () => {
    const money = (await contractMoney(tx, [id]))(id)
    const price = payment.amount_cents - payment.fee_cents
    const held = minBigInt(price, money.heldCents)
    await markUnfunded(tx, await lockTranches(tx, id), held)
    const frozen = minBigInt(held, money.frozenCents)
    const feeHeld = minBigInt(payment.fee_cents, money.feeHeldCents)
    const feeEarned = minBigInt(payment.fee_cents - feeHeld, money.feeEarnedCents)
    const owed = payment.amount_cents - held - feeHeld - feeEarned
    return [
      { dr: account.cashTrust, cr: account.cashOperating, amountCents: owed },
      { dr: account.escrowFrozen(id), cr: account.cashTrust, amountCents: frozen },
      { dr: account.escrow(id), cr: account.cashTrust, amountCents: held - frozen },
      { dr: account.feeDeferred(id), cr: account.cashTrust, amountCents: feeHeld },
      { dr: account.feeRevenue, cr: account.cashTrust, amountCents: feeEarned },
      { dr: account.receivableClient(client), cr: account.cashTrust, amountCents: owed },
    ]
  })
}
