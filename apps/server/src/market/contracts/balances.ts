/** Reads the ledger's balances of contracts; the ledger itself knows no contract. */
import { sql } from 'kysely'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'

/** Holds one contract's money in cents, price and fee apart. */
export type ContractMoney = {
  /** Price and fee that the bank has yet to settle. */
  pendingCents: bigint
  /** Sums what is in escrow, frozen or not. */
  heldCents: bigint
  frozenCents: bigint
  feeHeldCents: bigint
  /** Sums all releases to the vendor. */
  releasedCents: bigint
  /** Sums what has been refunded to the client, fee excluded. */
  refundedCents: bigint
  feeEarnedCents: bigint
  /** Holds the client's debt: its bank took a payment back after the release. */
  owedCents: bigint
}

/**
 * Returns a lookup from contract ID to ledger balances in cents, zero before funding. Check first
 * that the caller is a party.
 */
export async function contractMoney(
  tx: Tx,
  contractIds: string[],
): Promise<(contractId: string) => ContractMoney> {
  const rows =
    contractIds.length > 0 ? await withSystemRole(tx, () => listContractMoney(tx, contractIds)) : []
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

/** Balances of each contract's accounts, and what has passed through them. */
async function listContractMoney(tx: Tx, contractIds: string[]) {
  const { rows } = await sql<{
    contract_id: string
    pending_cents: bigint
    held_cents: bigint
    frozen_cents: bigint
    fee_held_cents: bigint
    released_cents: bigint
    refunded_cents: bigint
    fee_earned_cents: bigint
    owed_cents: bigint
  }>`
    select k.id as contract_id, b.*, f.*
    from unnest(${contractIds}::text[]) as k (id)
    cross join lateral (
      select
        coalesce(sum(b.credits - b.debits) filter (where a.kind = 'escrow_pending'), 0)::bigint as pending_cents,
        coalesce(sum(b.credits - b.debits) filter (where a.kind in ('escrow', 'escrow_frozen')), 0)::bigint as held_cents,
        coalesce(sum(b.credits - b.debits) filter (where a.kind = 'escrow_frozen'), 0)::bigint as frozen_cents,
        coalesce(sum(b.credits - b.debits) filter (where a.kind = 'fee_deferred'), 0)::bigint as fee_held_cents
      from ledger.account a join ledger.balance b on b.account_id = a.id
      where a.contract_id = k.id) b
    cross join lateral (
      select
        coalesce(sum(m.amount) filter (where cr.kind = 'payable'), 0)::bigint as released_cents,
        coalesce(sum(m.amount) filter (where cr.kind = 'refund_transit' and dr.kind in ('escrow', 'escrow_frozen')), 0)::bigint as refunded_cents,
        coalesce(sum(case 'fee_revenue' when cr.kind then m.amount when dr.kind then -m.amount end), 0)::bigint as fee_earned_cents,
        coalesce(sum(case 'receivable_client' when dr.kind then m.amount when cr.kind then -m.amount end), 0)::bigint as owed_cents
      from ledger.entry e join ledger.movement m on m.entry_id = e.id
      join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
      where e.contract_id = k.id) f`.execute(tx)
  return rows
}
