import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** From `dr` to `cr` in bookkeeping's sense: debit one, credit the other. */
type Leg = { dr: string; cr: string; amountCents: bigint }

export type Entry = {
  /** Whose action it is; the key is unique among this organization's. */
  organizationId: string
  key: string
  kind: 'fund' | 'release'
  contractId: string
  effectiveAt: Date
  legs: Leg[]
}

export async function postEntry(tx: Tx, entry: Entry) {
  const legs = entry.legs.map(({ dr, cr, amountCents }) => ({
    dr,
    cr,
    amount: String(amountCents),
  }))
  const { rows } = await sql<{ entryId: string; replayed: boolean }>`
    select entry_id as "entryId", replayed from ledger.post(
      ${entry.organizationId}, ${entry.key}, ${entry.kind}, ${entry.contractId},
      ${entry.effectiveAt}, ${JSON.stringify(legs)}::jsonb)`.execute(tx)
  return rows[0]!
}

export async function listContractMoney(tx: Tx, contractIds: string[]) {
  return await tx
    .selectFrom('ledger.account as a')
    .innerJoin('ledger.balance as b', 'b.account_id', 'a.id')
    .select((eb) => [
      sql<string>`a.contract_id`.as('contract_id'),
      sql<bigint>`sum(b.credits - b.debits) filter (where a.kind = 'escrow')::bigint`.as(
        'held_cents',
      ),
      sql<bigint>`sum(b.credits - b.debits) filter (where a.kind = 'fee_deferred')::bigint`.as(
        'fee_held_cents',
      ),
      eb.fn
        .coalesce(
          sql<bigint>`sum((
        select sum(m.amount) from ledger.movement m join ledger.account v on v.id = m.cr and v.kind = 'payable'
        where m.dr = a.id)) filter (where a.kind = 'escrow')::bigint`,
          sql<bigint>`0::bigint`,
        )
        .as('released_cents'),
    ])
    .where('a.contract_id', 'in', contractIds)
    .where('a.kind', 'in', ['escrow', 'fee_deferred'])
    .groupBy('a.contract_id')
    .execute()
}

/** Adds up the deferred balances so far; run as the system. */
export async function foldBalances(tx: Tx): Promise<void> {
  await sql`select ledger.fold()`.execute(tx)
}
