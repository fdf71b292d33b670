/** The ledger's invariants, each a query for what breaks it. */
import { sql } from 'kysely'
import { rowInvariants } from '../../core/transparency/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { type Invariants, tradeInvariants } from './marketplace-invariants.ts'

/**
 * Selects both sides of every leg: the account, the version that the leg made, its amount, the
 * balance after it, and its time.
 */
const postings = sql`(
  select dr as account_id, dr_version as version, amount as debit, 0::bigint as credit, dr_after as after, xact from ledger.movement
  union all
  select cr, cr_version, 0, amount, cr_after, xact from ledger.movement)`

/** Debits less credits of all accounts of these kinds. */
const net = (...kinds: string[]) => sql`
  (select coalesce(sum(b.debits - b.credits), 0) from ledger.current_balance b
    join ledger.account a on a.id = b.account_id where a.kind in (${sql.join(kinds)}))`

/** Fees moved out of the trust account; a sweep taken back counts against it. */
const swept = sql`
  (select coalesce(sum(case dr.kind when 'cash_operating' then m.amount else -m.amount end), 0)
    from ledger.entry e join ledger.movement m on m.entry_id = e.id join ledger.account dr on dr.id = m.dr
    where e.kind = 'sweep')`

/**
 * Finds a contract's accounts of these kinds whose balance differs from the money received on the
 * `from` side less the money paid on the `to` side: the difference was moved where it must not be.
 */
const balanceOfContract = (kinds: string[], from: string[], to: string[]) => sql<{ at: string }>`
  select a.contract_id || ': ' || sum(f.came) || ' <> ' || sum(b.credits - b.debits) || ' + ' || sum(f.went) as at
  from ledger.account a join ledger.balance b on b.account_id = a.id
  cross join lateral (
    select coalesce(sum(m.amount) filter (where m.cr = a.id and o.kind in (${sql.join(from)})), 0) as came,
      coalesce(sum(m.amount) filter (where m.dr = a.id and o.kind in (${sql.join(to)})), 0) as went
    from ledger.movement m join ledger.account o on o.id = case m.dr when a.id then m.cr else m.dr end
    where a.id in (m.dr, m.cr)) f
  where a.kind in (${sql.join(kinds)})
  group by a.contract_id having sum(f.came) <> sum(b.credits - b.debits) + sum(f.went)`

const invariants: Invariants = {
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
  // The operator may owe its own money, fees may be given back after they were swept, and suspense goes either way.
  'every account is on its own side': sql`
    select a.code || ': ' || b.normal * (b.debits - b.credits) as at
    from ledger.current_balance b join ledger.account a on a.id = b.account_id
    where b.normal * (b.debits - b.credits) < 0
      and a.kind not in ('cash_operating', 'suspense', 'fee_revenue', 'subscription_revenue', 'equity', 'losses', 'provider_fees')`,
  'a leg fits the mode of its accounts': sql`
    select p.account_id::text as at from ${postings} p join ledger.balance b using (account_id)
    where (p.version is null) <> (b.folded_to is not null) and p.xact >= coalesce(b.folded_to, p.xact)`,
  'debits equal credits': sql`
    select sum(debits) || ' <> ' || sum(credits) as at from ledger.current_balance having sum(debits) <> sum(credits)`,
  'the trust account holds what the platform owes': sql`
    select 'gap ' || gap as at from (select ${net(
      'cash_trust',
      'suspense',
      'escrow',
      'escrow_frozen',
      'fee_deferred',
      'payable',
      'payout_transit',
      'refund_transit',
      'fee_revenue',
      'subscription_revenue',
    )} + ${swept} as gap) t where gap <> 0`,
  'what the bank has yet to settle is what contracts wait for': sql`
    select 'gap ' || gap as at from (select ${net('clearing_cash_in', 'escrow_pending')} as gap) t where gap <> 0`,
  'what was paid into a contract is held, frozen, released, refunded or returned':
    balanceOfContract(
      ['escrow', 'escrow_frozen'],
      ['escrow_pending', 'cash_trust', 'escrow', 'escrow_frozen'],
      ['payable', 'refund_transit', 'cash_trust', 'escrow', 'escrow_frozen'],
    ),
  'the fee on a contract is held, earned, refunded or returned': balanceOfContract(
    ['fee_deferred'],
    ['escrow_pending', 'cash_trust'],
    ['fee_revenue', 'refund_transit', 'cash_trust'],
  ),
  "a contract's pending payment settles or is undone": balanceOfContract(
    ['escrow_pending'],
    ['clearing_cash_in'],
    ['clearing_cash_in', 'escrow', 'fee_deferred', 'fee_revenue', 'receivable_client'],
  ),
  "a contract's accounts are moved by its own entries": sql`
    select e.id || ': ' || a.code as at
    from ledger.entry e join ledger.movement m on m.entry_id = e.id join ledger.account a on a.id in (m.dr, m.cr)
    where a.contract_id <> coalesce(e.contract_id, '')`,
  'an entry has legs': sql`
    select e.id::text as at from ledger.entry e where not exists (select from ledger.movement m where m.entry_id = e.id)`,
  'an entry has an outbox row': sql`
    select e.id::text as at from ledger.entry e where not exists (select from ledger.outbox o where o.entry_id = e.id)`,
  'an account is kept for what it is named after': sql`
    select a.code as at from ledger.account a where a.code <> concat_ws(':', a.kind, a.contract_id, a.org_id)`,
  ...rowInvariants,
  ...tradeInvariants,
}

/** Returns every broken invariant with its place; empty if all hold. Run as the system. */
export async function verifyLedger(tx: Tx): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(tx)
    broken.push(...rows.map(({ at }) => `${rule}: ${at}`))
  }
  return broken
}
