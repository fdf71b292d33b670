/**
 * Defines the legs of the ledger that each figure sums up. Requires the system role. Check the
 * caller's right to the figure before.
 */
import type { Figure } from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Describes the owner of a figure: a contract, or an organization over all its contracts. */
export type Scope = { contractId: string; organization: string; month: Date }

/** Rows of (entry_id, cents), positive where the figure grows. */
type Legs = RawBuilder<unknown>

/** Contracts of the scope whose accounts a figure adds up. */
const contracts = {
  one: ({ contractId }: Scope) => sql`select ${contractId}::text as id`,
  clients: ({ organization }: Scope) =>
    sql`select id from public.contracts where client = ${organization}`,
  vendors: ({ organization }: Scope) =>
    sql`select id from public.contracts where vendor = ${organization}`,
}

/** Selects the legs of the accounts' balance: credits less debits. */
const balanceOf = (ids: Legs, kinds: readonly string[]): Legs => sql`
  select m.entry_id, m.amount as cents from ledger.account a join ledger.movement m on m.cr = a.id
  where a.contract_id in (${ids}) and a.kind in (${sql.join(kinds)})
  union all
  select m.entry_id, -m.amount from ledger.account a join ledger.movement m on m.dr = a.id
  where a.contract_id in (${ids}) and a.kind in (${sql.join(kinds)})`

const held = ['escrow', 'escrow_frozen'] as const

/** Selects the legs from escrow to the account kind. */
const outOfEscrow = (ids: Legs, to: 'payable' | 'refund_transit'): Legs => sql`
  select m.entry_id, m.amount as cents from ledger.account a join ledger.movement m on m.dr = a.id
  join ledger.account t on t.id = m.cr and t.kind = ${to}
  where a.contract_id in (${ids}) and a.kind in (${sql.join(held)})`

/** Selects the legs of a contract's payments that the bank has settled, less those it took back. */
const paidFor = ({ contractId }: Scope): Legs => sql`
  select e.id as entry_id, case when dr.kind = 'cash_trust' then m.amount else -m.amount end as cents
  from ledger.entry e join ledger.movement m on m.entry_id = e.id
  join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
  where e.contract_id = ${contractId}
    and ((dr.kind = 'cash_trust' and cr.kind in ('clearing_cash_in', 'escrow', 'fee_deferred'))
      or (cr.kind = 'cash_trust' and e.kind = 'return'))`

const balanceOfVendor = ({ organization }: Scope, kinds: readonly string[]): Legs => sql`
  select m.entry_id, m.amount as cents from ledger.account a join ledger.movement m on m.cr = a.id
  where a.org_id = ${organization} and a.kind in (${sql.join(kinds)})
  union all
  select m.entry_id, -m.amount from ledger.account a join ledger.movement m on m.dr = a.id
  where a.org_id = ${organization} and a.kind in (${sql.join(kinds)})`

/** Selects the legs of a vendor's earnings, less those taken back. Payouts do not reduce earnings. */
const earned = (scope: Scope): Legs => sql`
  select l.entry_id, l.cents from (${balanceOfVendor(scope, ['payable'])}) l
  join ledger.entry e on e.id = l.entry_id and e.kind not in ('payout', 'payout_failed', 'payout_returned')`

const vendorAccounts = ['payable', 'payout_transit'] as const

/** Selects the legs of the bank's payouts to a vendor, less returned ones. */
const paidTo = ({ organization }: Scope): Legs => sql`
  select m.entry_id, m.amount as cents from ledger.account a join ledger.movement m on m.dr = a.id
  join ledger.account c on c.id = m.cr and c.kind = 'cash_trust'
  where a.org_id = ${organization} and a.kind in (${sql.join(vendorAccounts)})
  union all
  select m.entry_id, -m.amount from ledger.account a join ledger.movement m on m.cr = a.id
  join ledger.account c on c.id = m.dr and c.kind = 'cash_trust'
  join ledger.entry e on e.id = m.entry_id and e.kind = 'payout_returned'
  where a.org_id = ${organization} and a.kind in (${sql.join(vendorAccounts)})`

const { one, clients, vendors } = contracts

const legsOf: Record<Figure, (scope: Scope) => Legs> = {
  'contract.paid': paidFor,
  'contract.pending': (scope) => balanceOf(one(scope), ['escrow_pending']),
  'contract.held': (scope) => balanceOf(one(scope), held),
  'contract.released': (scope) => outOfEscrow(one(scope), 'payable'),
  'contract.refunded': (scope) => outOfEscrow(one(scope), 'refund_transit'),
  'client.spent': (scope) => sql`${balanceOf(clients(scope), held)}
    union all ${outOfEscrow(clients(scope), 'payable')}`,
  'client.held': (scope) => balanceOf(clients(scope), held),
  'client.released': (scope) => outOfEscrow(clients(scope), 'payable'),
  'earnings.total': earned,
  'earnings.thisMonth': (scope) => sql`
    select l.entry_id, l.cents from (${earned(scope)}) l
    join ledger.entry e on e.id = l.entry_id where e.effective_at >= ${scope.month}`,
  'earnings.pending': (scope) => balanceOf(vendors(scope), held),
  'earnings.processing': (scope) => balanceOfVendor(scope, vendorAccounts),
  'earnings.paid': paidTo,
}

export type LineRow = {
  id: string
  at: Date
  kind: string
  contract_id: string | null
  title: string | null
  cents: bigint
  sum: bigint
}

type Page = { after: { at: Date; id: string } | null; limit: number }

/**
 * Lists entries that change the figure, newest first, with the running sum; moves between its own
 * accounts are left out.
 */
export async function listLines(
  tx: Tx,
  figure: Figure,
  scope: Scope,
  { after, limit }: Page,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select * from (
      select e.id, e.effective_at as at, e.kind, e.contract_id, k.title, l.cents,
        (sum(l.cents) over (order by e.effective_at, e.id))::bigint as sum
      from (select entry_id, sum(cents)::bigint as cents from (${legsOf[figure](scope)}) legs
        group by entry_id having sum(cents) <> 0) l
      join ledger.entry e on e.id = l.entry_id
      left join public.contracts k on k.id = e.contract_id) lines
    where ${after ? sql`(at, id) < (${after.at}, ${after.id})` : sql`true`}
    order by at desc, id desc limit ${limit + 1}`.execute(tx)
  return rows
}

export async function sumLines(
  tx: Tx,
  figure: Figure,
  scope: Scope,
): Promise<{ cents: bigint; lines: number }> {
  const { rows } = await sql<{ cents: bigint; lines: number }>`
    select coalesce(sum(cents), 0)::bigint as cents, count(*)::integer as lines
    from (select sum(cents) as cents from (${legsOf[figure](scope)}) legs
      group by entry_id having sum(cents) <> 0) l`.execute(tx)
  return rows[0]!
}
