/** The sole writer of money. Callers check permission and state first; what parties see of it, they see through here. */
import { asSystem, type Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Entry, type Leg, listContractMoney, postEntry } from './queries.ts'

export { verifyLedger } from './invariants.ts'
export { foldBalances } from './queries.ts'
export { findStuck } from './stuck.ts'
export type { Entry, Leg }

/** Codes of accounts; they open on first use. */
export const account = {
  cashTrust: 'cash_trust',
  cashOperating: 'cash_operating',
  clearingCashIn: 'clearing_cash_in',
  suspense: 'suspense',
  feeRevenue: 'fee_revenue',
  subscriptionRevenue: 'subscription_revenue',
  providerFees: 'provider_fees',
  losses: 'losses',
  equity: 'equity',
  escrowPending: (contractId: string) => `escrow_pending:${contractId}`,
  escrow: (contractId: string) => `escrow:${contractId}`,
  escrowFrozen: (contractId: string) => `escrow_frozen:${contractId}`,
  feeDeferred: (contractId: string) => `fee_deferred:${contractId}`,
  payable: (vendor: string) => `payable:${vendor}`,
  payoutTransit: (vendor: string) => `payout_transit:${vendor}`,
  refundTransit: (client: string) => `refund_transit:${client}`,
  receivableClient: (client: string) => `receivable_client:${client}`,
}

/** Posts one entry, once per key: again with the same content it answers `replayed`, with other content key_reused. */
export async function post(tx: Tx, entry: Entry): Promise<{ entryId: string; replayed: boolean }> {
  try {
    return await asSystem(tx, () => postEntry(tx, entry))
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'entry__one_body_per_key')
      throw new AppError('key_reused')
    throw error
  }
}

/** One contract's money, in cents, price and fee apart. */
export type ContractMoney = {
  /** Price and fee that the bank has yet to settle. */
  pendingCents: bigint
  /** In escrow, frozen or not. */
  heldCents: bigint
  frozenCents: bigint
  feeHeldCents: bigint
  /** To the vendor, ever. */
  releasedCents: bigint
  /** Of the price, back to the client, ever. */
  refundedCents: bigint
  feeEarnedCents: bigint
  /** What the client owes because its bank took a payment back after the release. */
  owedCents: bigint
}

/** What became of each contract's money, by the ledger; all zero before funding. Check first that the caller is a party. */
export async function contractMoney(
  tx: Tx,
  contractIds: string[],
): Promise<(contractId: string) => ContractMoney> {
  const rows =
    contractIds.length > 0 ? await asSystem(tx, () => listContractMoney(tx, contractIds)) : []
  const byId = new Map(rows.map((row) => [row.contract_id, row]))
  return (contractId) => {
    const row = byId.get(contractId)
    return {
      pendingCents: row?.pending_cents ?? 0n,
      heldCents: row?.held_cents ?? 0n,
      frozenCents: row?.frozen_cents ?? 0n,
      feeHeldCents: row?.fee_held_cents ?? 0n,
      releasedCents: row?.released_cents ?? 0n,
      refundedCents: row?.refunded_cents ?? 0n,
      feeEarnedCents: row?.fee_earned_cents ?? 0n,
      owedCents: row?.owed_cents ?? 0n,
    }
  }
}
