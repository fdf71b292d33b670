/** Views of the ledger for one vendor. The ledger is the system's to read: call these through asSystem. */
import { sql } from 'kysely'
import type { Page, Position } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'

/** What each month brought: released in it, and paid in during it and still held. */
export async function listMonths(tx: Tx, vendor: string, now: Date, months: number) {
  const { rows } = await sql<{ month: Date; released_cents: bigint; held_cents: bigint }>`
    with released as (
      select date_trunc('month', e.effective_at, 'UTC') as month, sum(m.amount)::bigint as cents
      from ledger.account p
      join ledger.movement m on m.cr = p.id
      join ledger.account s on s.id = m.dr and s.kind = 'escrow'
      join ledger.entry e on e.id = m.entry_id
      where p.org_id = ${vendor} and p.kind = 'payable' group by 1),
    held as (
      select date_trunc('month', k.funded_at, 'UTC') as month, sum(b.credits - b.debits)::bigint as cents
      from public.contracts k
      join ledger.account a on a.contract_id = k.id and a.kind = 'escrow'
      join ledger.balance b on b.account_id = a.id
      where k.vendor = ${vendor} and k.funded_at is not null group by 1)
    select m.month, coalesce(r.cents, 0) as released_cents, coalesce(h.cents, 0) as held_cents
    from generate_series(date_trunc('month', ${now}::timestamptz, 'UTC') - make_interval(months => ${months - 1}),
      date_trunc('month', ${now}::timestamptz, 'UTC'), '1 month', 'UTC') as m (month)
    left join released r on r.month = m.month left join held h on h.month = m.month
    order by m.month`.execute(tx)
  return rows
}

export async function findTotals(tx: Tx, vendor: string) {
  const { rows } = await sql<{ released_cents: bigint; held_cents: bigint; completed: number }>`
    select
      coalesce((select sum(m.amount)::bigint from ledger.account p
        join ledger.movement m on m.cr = p.id
        join ledger.account s on s.id = m.dr and s.kind = 'escrow'
        where p.org_id = ${vendor} and p.kind = 'payable'), 0) as released_cents,
      coalesce(sum(b.credits - b.debits)::bigint, 0) as held_cents,
      (count(*) filter (where k.status = 'completed'))::integer as completed
    from public.contracts k
    join ledger.account a on a.contract_id = k.id and a.kind = 'escrow'
    join ledger.balance b on b.account_id = a.id
    where k.vendor = ${vendor} and k.funded_at is not null`.execute(tx)
  return rows[0]!
}

/** Funded contracts, latest funding first. */
export async function listFunded(
  tx: Tx,
  vendor: string,
  after: Position | null,
  limit: Page['limit'],
) {
  return await tx
    .selectFrom('contracts as k')
    .leftJoin('companies as c', 'c.id', 'k.client')
    .leftJoin('payments as p', 'p.contract_id', 'k.id')
    .select([
      'k.id',
      'k.title',
      'k.completed_at',
      sql<Date>`k.funded_at`.as('funded_at'),
      'c.name as client_name',
      'p.method',
    ])
    .where('k.vendor', '=', vendor)
    .where('k.funded_at', 'is not', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(k.funded_at, k.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('k.funded_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
    .execute()
}
