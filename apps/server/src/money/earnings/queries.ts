/** Views of the ledger for one vendor. The ledger is the system's to read: call these through asSystem. */
import type {
  EarningStatus,
  EarningsPeriod,
  earningParts,
  statementKinds,
} from '@semblance/contract'
import { sql } from 'kysely'
import type { Page, Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Every leg on the vendor's payable account: above zero what it was given, below what left. */
const payableLegs = (vendor: string) => sql`(
  select m.entry_id, m.leg, e.contract_id, e.kind, e.effective_at,
    case when m.cr = p.id then m.amount else -m.amount end as cents
  from ledger.account p
  join lateral (
    select * from ledger.movement where cr = p.id union all select * from ledger.movement where dr = p.id) m on true
  join ledger.entry e on e.id = m.entry_id
  where p.org_id = ${vendor} and p.kind = 'payable')`

/**
 * Adds the acceptances at which nothing was left to pay at the accuracy, as legs of nothing, and what
 * each entry sent back for accuracy, without the fee on it; null for other entries.
 */
const earningLegs = (vendor: string) => sql`(
  select l.*, (select sum(r.amount_cents - r.fee_cents) from refunds r
    where r.entry_id = l.entry_id and r.reason = 'accuracy')::bigint as back_cents
  from ${payableLegs(vendor)} l
  union all
  select e.id, -1, r.contract_id, e.kind, e.effective_at, 0, sum(r.amount_cents - r.fee_cents)::bigint
  from contracts k join refunds r on r.contract_id = k.id and r.reason = 'accuracy'
  join ledger.entry e on e.id = r.entry_id
  where k.vendor = ${vendor} and not exists (select from ledger.movement m
    join ledger.account p on p.id = m.cr and p.kind = 'payable' where m.entry_id = e.id)
  group by e.id, r.contract_id, e.kind, e.effective_at)`

/** Selects the legs that are earnings. Payouts do not reduce them. */
const isEarned = sql`kind not in ('payout', 'payout_failed', 'payout_returned')`

const isHeld = sql`a.kind in ('escrow', 'escrow_frozen')`

/** Returns the cents of each month: released in it, and paid in during it and still held. */
export async function listMonths(tx: Tx, vendor: string, now: Date, months: number) {
  const { rows } = await sql<{ month: Date; released_cents: bigint; held_cents: bigint }>`
    with released as (
      select date_trunc('month', effective_at, 'UTC') as month, sum(cents)::bigint as cents
      from ${payableLegs(vendor)} l where ${isEarned} group by 1),
    held as (
      select date_trunc('month', k.funded_at, 'UTC') as month, sum(b.credits - b.debits)::bigint as cents
      from public.contracts k
      join ledger.account a on a.contract_id = k.id and ${isHeld}
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
  const { rows } = await sql<{
    released_cents: bigint
    since: Date | null
    held_cents: bigint
    held_count: number
    paid_cents: bigint
    completed: number
  }>`
    select
      coalesce(e.cents, 0)::bigint as released_cents, e.since,
      coalesce(h.cents, 0)::bigint as held_cents, h.contracts as held_count,
      (select coalesce(sum(amount_cents), 0)::bigint from payouts where vendor = ${vendor} and state = 'paid') as paid_cents,
      (select count(*)::integer from contracts where vendor = ${vendor} and status = 'completed') as completed
    from (select sum(cents) as cents, min(effective_at) as since from ${payableLegs(vendor)} l where ${isEarned}) e,
      (select sum(b.credits - b.debits) as cents,
        count(distinct k.id) filter (where b.credits > b.debits)::integer as contracts
      from public.contracts k
      join ledger.account a on a.contract_id = k.id and ${isHeld}
      join ledger.balance b on b.account_id = a.id
      where k.vendor = ${vendor} and k.funded_at is not null) h`.execute(tx)
  return rows[0]!
}

/** Returns the cents released to the vendor since `since`, less those taken back. */
export async function sumEarned(tx: Tx, vendor: string, since: Date | null): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(cents), 0)::bigint as cents from ${payableLegs(vendor)} l
    where ${isEarned} and (${since}::timestamptz is null or effective_at >= ${since})`.execute(tx)
  return rows[0]!.cents
}

export type EarningRow = {
  id: string
  contract_id: string | null
  title: string | null
  client_name: string | null
  part: keyof typeof earningParts
  status: EarningStatus
  cents: bigint
  back_cents: bigint | null
  at: Date
}

export type EarningFilter = EarningsPeriod & { status?: EarningStatus; search: string }

/** Released legs, and what tranches still hold. */
const earningRows = (vendor: string) => sql`(
  select l.entry_id || ':' || l.leg as id, l.contract_id, l.cents, l.effective_at as at,
    case when p.state = 'paid' or l.cents = 0 then 'paid' else 'processing' end as status,
    case when l.kind = 'release' then case when exists (select from tranches t where t.contract_id = l.contract_id
        and t.trigger = 'on_settlement' and t.released_at = l.effective_at) then 'upfront' else 'acceptance' end
      when l.back_cents is not null then 'acceptance'
      when l.kind = 'refund' then 'settlement' else 'adjustment' end as part, l.back_cents
  from ${earningLegs(vendor)} l
  left join payout_items i on i.entry_id = l.entry_id and i.leg = l.leg and not i.is_ended
  left join payouts p on p.id = i.payout_id
  where l.kind not in ('payout', 'payout_failed', 'payout_returned')
  union all
  select t.contract_id || ':' || t.number, t.contract_id, t.amount_cents - t.released_cents - t.refunded_cents,
    k.funded_at, 'pending', case t.trigger when 'on_settlement' then 'upfront' else 'acceptance' end, null
  from tranches t join contracts k on k.id = t.contract_id
  where t.vendor = ${vendor} and t.state in ('held', 'frozen'))`

export async function listEarningRows(
  tx: Tx,
  vendor: string,
  { status, search, from, to }: EarningFilter,
  after: Position | null,
  limit: Page['limit'],
): Promise<EarningRow[]> {
  const conditions = [
    status && sql`r.status = ${status}`,
    from && sql`r.at >= ${from}::date::timestamp at time zone 'UTC'`,
    to && sql`r.at < ${to}::date::timestamp at time zone 'UTC'`,
    search &&
      sql`position(lower(${search}) in lower(concat_ws(' ', k.title, c.name, r.contract_id))) > 0`,
    after && sql`(r.at, r.id) < (${after.at}, ${after.id})`,
  ].filter((condition) => condition !== null && typeof condition === 'object')
  const { rows } = await sql<EarningRow>`
    select r.id, r.contract_id, r.cents::bigint, r.back_cents, r.at, r.status, r.part, k.title, c.name as client_name
    from ${earningRows(vendor)} r
    left join contracts k on k.id = r.contract_id
    left join companies c on c.id = k.client
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by r.at desc, r.id desc limit ${limit + 1}`.execute(tx)
  return rows
}

export type StatementRow = {
  id: string
  at: Date
  kind: keyof typeof statementKinds
  contract_id: string | null
  title: string | null
  cents: bigint
  back_cents: bigint | null
  balance_cents: bigint
}

/**
 * Reads the changes of the vendor's payable in [`from`, `to`), oldest first, and its opening
 * balance in cents.
 */
export async function readStatement(tx: Tx, vendor: string, from: Date, to: Date) {
  const opening = await sql<{ cents: bigint }>`
    select coalesce(sum(cents), 0)::bigint as cents from ${payableLegs(vendor)} l
    where effective_at < ${from}`.execute(tx)
  const openingCents = opening.rows[0]!.cents
  const { rows } = await sql<StatementRow>`
    select l.entry_id || ':' || l.leg as id, l.effective_at as at, l.contract_id, k.title, l.cents::bigint, l.back_cents,
      case when l.kind in ('payout', 'payout_failed', 'payout_returned') then l.kind
        when l.kind in ('release', 'refund') then 'released' else 'adjusted' end as kind,
      (${openingCents}::bigint + sum(l.cents) over (order by l.effective_at, l.entry_id, l.leg))::bigint as balance_cents
    from ${earningLegs(vendor)} l left join contracts k on k.id = l.contract_id
    where l.effective_at >= ${from} and l.effective_at < ${to}
    order by l.effective_at, l.entry_id, l.leg`.execute(tx)
  return { openingCents, rows }
}
