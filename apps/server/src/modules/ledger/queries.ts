import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Debit one, credit the other. Legs of nothing are left out. */
export type Leg = { dr: string; cr: string; amountCents: bigint }

export type EntryKind =
  | 'fund'
  | 'fund_reversed'
  | 'settle'
  | 'release'
  | 'freeze'
  | 'thaw'
  | 'refund'
  | 'refund_paid'
  | 'refund_returned'
  | 'return'
  | 'payout'
  | 'payout_paid'
  | 'payout_failed'
  | 'payout_returned'
  | 'charge'
  | 'charge_returned'
  | 'sweep'
  | 'capital'
  | 'suspense'
  | 'adjustment'

export type Entry = {
  /** Whose action it is, null for the platform's own; the key is unique among this organization's. */
  organizationId: string | null
  key: string
  kind: EntryKind
  contractId: string | null
  effectiveAt: Date
  legs: Leg[]
}

export async function postEntry(tx: Tx, entry: Entry) {
  const legs = entry.legs
    .filter(({ amountCents }) => amountCents !== 0n)
    .map(({ dr, cr, amountCents }) => ({ dr, cr, amount: String(amountCents) }))
  const { rows } = await sql<{ entryId: string; replayed: boolean }>`
    select entry_id as "entryId", replayed from ledger.post(
      ${entry.organizationId}, ${entry.key}, ${entry.kind}, ${entry.contractId},
      ${entry.effectiveAt}, ${JSON.stringify(legs)}::jsonb)`.execute(tx)
  return rows[0]!
}

/** Balances of each contract's accounts, and what has passed through them. */
export async function listContractMoney(tx: Tx, contractIds: string[]) {
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

/** Adds up the deferred balances so far; run as the system. */
export async function foldBalances(tx: Tx): Promise<void> {
  await sql`select ledger.fold()`.execute(tx)
}
