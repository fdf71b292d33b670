import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Describes a leg, which debits one account and credits another. Legs of amount 0 are left out. */
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
  /**
   * Holds the acting organization. Null if the platform itself acts. The key is unique within the
   * organization.
   */
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

/** Adds up the deferred balances so far; run as the system. */
export async function foldBalances(tx: Tx): Promise<void> {
  await sql`select ledger.fold()`.execute(tx)
}

/** Lists the entries of a contract in the order of their effect, with their legs. Requires the system role. */
export async function listContractEntries(tx: Tx, contractId: string) {
  const { rows } = await sql<{ id: string; kind: EntryKind; effectiveAt: Date; legs: Leg[] }>`
    select e.id, e.kind, e.effective_at as "effectiveAt", m.legs
    from ledger.entry e cross join lateral (
      select jsonb_agg(jsonb_build_object('dr', dr.code, 'cr', cr.code, 'amountCents', m.amount::text)
        order by m.leg) as legs
      from ledger.movement m join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
      where m.entry_id = e.id) m
    where e.contract_id = ${contractId} order by e.effective_at, e.id`.execute(tx)
  return rows.map(({ legs, ...entry }) => ({
    ...entry,
    legs: legs.map((leg) => ({ ...leg, amountCents: BigInt(leg.amountCents) })),
  }))
}
