/** The sole writer of money. Callers check permission and state first; what parties see of it, they see through here. */
import { asSystem, type Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Entry, listContractMoney, postEntry } from './queries.ts'

export { verifyLedger } from './invariants.ts'
export { foldBalances } from './queries.ts'
export type { Entry }

/** Codes of accounts; they open on first use. */
export const account = {
  cashTrust: 'cash_trust',
  feeRevenue: 'fee_revenue',
  escrow: (contractId: string) => `escrow:${contractId}`,
  feeDeferred: (contractId: string) => `fee_deferred:${contractId}`,
  payable: (vendor: string) => `payable:${vendor}`,
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

export type ContractMoney = { heldCents: bigint; feeHeldCents: bigint; releasedCents: bigint }

/** What is held and released of each contract, by the ledger; all zero before funding. Check first that the caller is a party. */
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
      heldCents: row?.held_cents ?? 0n,
      feeHeldCents: row?.fee_held_cents ?? 0n,
      releasedCents: row?.released_cents ?? 0n,
    }
  }
}
