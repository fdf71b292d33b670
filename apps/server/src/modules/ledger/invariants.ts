/** The ledger's invariants, each a query for what breaks it. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Both sides of every leg: the account, the version the leg made, what it added, the balance after; when it was written. */
const postings = sql`(
  select dr as account_id, dr_version as version, amount as debit, 0::bigint as credit, dr_after as after, xact from ledger.movement
  union all
  select cr, cr_version, 0, amount, cr_after, xact from ledger.movement)`

const invariants: Record<string, RawBuilder<{ at: string }>> = {
  'a balance is the sum of its movements': sql`
    select a.code || ': ' || b.debits || '/' || b.credits || ' at version ' || b.version as at
    from ledger.balance b join ledger.account a on a.id = b.account_id
    left join lateral (
      select coalesce(sum(p.debit), 0) as debits, coalesce(sum(p.credit), 0) as credits, count(*) as legs
      from ${postings} p
      where p.account_id = b.account_id and (b.folded_to is null or p.xact < b.folded_to)) s on true
    where (b.debits, b.credits, b.version) is distinct from
      (s.debits, s.credits, case when b.folded_to is null then s.legs else 0 end)`,
  'an account has a balance on its own side': sql`
    select a.code as at from ledger.account a join ledger.chart c on c.kind = a.kind
    left join ledger.balance b on b.account_id = a.id where b.normal is distinct from c.normal`,
  'versions have no gaps, and each leg starts from the balance before it': sql`
    select a.code || ' at version ' || w.version as at
    from (
      select p.*, row_number() over x as place, sum(p.debit - p.credit) over x as net
      from ${postings} p where p.version is not null window x as (partition by p.account_id order by p.version)) w
    join ledger.account a on a.id = w.account_id join ledger.chart c on c.kind = a.kind
    where w.version <> w.place or w.after <> c.normal * w.net or w.after < 0`,
  'every account is on its own side': sql`
    select a.code || ': ' || b.normal * (b.debits - b.credits) as at
    from ledger.current_balance b join ledger.account a on a.id = b.account_id
    where b.normal * (b.debits - b.credits) < 0`,
  'a leg fits the mode of its accounts': sql`
    select p.account_id::text as at from ${postings} p join ledger.balance b using (account_id)
    where (p.version is null) <> (b.folded_to is not null) and p.xact >= coalesce(b.folded_to, p.xact)`,
  'debits equal credits': sql`
    select sum(debits) || ' <> ' || sum(credits) as at from ledger.current_balance having sum(debits) <> sum(credits)`,
  'the trust account holds what the platform owes': sql`
    select 'gap ' || sum(b.debits - b.credits) as at from ledger.current_balance b having sum(b.debits - b.credits) <> 0`,
  'what was paid into a contract is held or released': sql`
    select a.code || ': ' || f.funded || ' <> ' || (b.credits - b.debits) || ' + ' || f.released as at
    from ledger.account a join ledger.balance b on b.account_id = a.id
    cross join lateral (
      select coalesce(sum(m.amount) filter (where m.cr = a.id and o.kind = 'cash_trust'), 0) as funded,
        coalesce(sum(m.amount) filter (where m.dr = a.id and o.kind in ('payable', 'fee_revenue')), 0) as released
      from ledger.movement m join ledger.account o on o.id in (m.dr, m.cr) and o.id <> a.id
      where a.id in (m.dr, m.cr)) f
    where a.kind in ('escrow', 'fee_deferred') and f.funded <> b.credits - b.debits + f.released`,
  'a contract says what its money says': sql`
    select k.id || ' is ' || k.status || ' with ' || m.funded || ' funded, ' || m.held || ' held' as at
    from public.contracts k
    cross join lateral (
      select coalesce(sum(b.credits), 0) as funded, coalesce(sum(b.credits - b.debits), 0) as held
      from ledger.account a join ledger.balance b on b.account_id = a.id
      where a.contract_id = k.id and a.kind in ('escrow', 'fee_deferred')) m
    where m.funded <> case when k.funded_at is null then 0 else k.price_cents + k.fee_cents end
      or m.held <> case when k.funded_at is null or k.completed_at is not null then 0 else k.price_cents + k.fee_cents end`,
  'an entry has legs': sql`
    select e.id::text as at from ledger.entry e where not exists (select from ledger.movement m where m.entry_id = e.id)`,
  'an entry has an outbox row': sql`
    select e.id::text as at from ledger.entry e where not exists (select from ledger.outbox o where o.entry_id = e.id)`,
  'an account is kept for what it is named after': sql`
    select a.code as at from ledger.account a where a.code <> concat_ws(':', a.kind, a.contract_id, a.org_id)`,
}

/** Every broken invariant with the place it is broken at; empty when all hold. Run as the system. */
export async function verifyLedger(tx: Tx): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(tx)
    broken.push(...rows.map(({ at }) => `${rule}: ${at}`))
  }
  return broken
}
