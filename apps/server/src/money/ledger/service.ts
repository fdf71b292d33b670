/** The sole writer of money. Callers check permission and state first; what parties see of it, they see through here. */
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { partsOf, recordEntry } from './leaves.ts'
import { type Entry, type Leg, listContractEntries, postEntry } from './queries.ts'

export { verifyLedger } from './invariants.ts'
export { foldBalances } from './queries.ts'
export { findStuckBalances } from './stuck-balances.ts'
export type { Entry, Leg }

/** Builds the codes of accounts, which are opened on first use. */
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
    const posted = await withSystemRole(tx, () => postEntry(tx, entry))
    if (!posted.replayed) recordEntry(tx, entry, posted.entryId)
    return posted
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'entry__one_body_per_key')
      throw new AppError('key_reused')
    throw error
  }
}

/** Lists what the parties of a contract may see of its entries, part by part. Requires the system role. */
export async function listPartyEntries(tx: Tx, contractId: string) {
  const entries = await listContractEntries(tx, contractId)
  return entries.flatMap(({ legs, ...entry }) => {
    const { escrow, fee } = partsOf(legs, contractId)
    return [
      { part: 'escrow' as const, ...entry, legs: escrow },
      { part: 'fee' as const, ...entry, legs: fee },
    ].filter((part) => part.legs.length > 0)
  })
}
