/**
 * Compares the ledger of a contract with the rows of the trade: payments, tranches, refunds, plans,
 * the bank.
 */
import { type RawBuilder, sql } from 'kysely'

export type Invariants = Record<string, RawBuilder<{ at: string }>>

/** Selects for each contract its balances, and the amounts that its entries moved by account. */
const money = sql`
  select k.id, k.status, k.funded_at, b.*, f.*
  from public.contracts k
  left join lateral (
    select coalesce(sum(b.credits - b.debits) filter (where a.kind = 'escrow_pending'), 0) as pending,
      coalesce(sum(b.credits - b.debits) filter (where a.kind = 'escrow'), 0) as held,
      coalesce(sum(b.credits - b.debits) filter (where a.kind = 'escrow_frozen'), 0) as frozen,
      coalesce(sum(b.credits - b.debits) filter (where a.kind = 'fee_deferred'), 0) as fee_held
    from ledger.account a join ledger.balance b on b.account_id = a.id where a.contract_id = k.id) b on true
  left join lateral (
    select coalesce(sum(m.amount) filter (where cr.kind = 'payable'), 0) as released,
      coalesce(sum(m.amount) filter (where cr.kind = 'refund_transit' and dr.kind <> 'cash_trust'), 0) as refunded,
      coalesce(sum(m.amount) filter (where cr.kind = 'refund_transit' and dr.kind in ('escrow', 'escrow_frozen')), 0) as price_refunded,
      coalesce(sum(case 'fee_revenue' when cr.kind then m.amount when dr.kind then -m.amount end), 0) as fee_earned,
      coalesce(sum(case 'receivable_client' when dr.kind then m.amount when cr.kind then -m.amount end), 0) as owed
    from ledger.entry e join ledger.movement m on m.entry_id = e.id
    join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
    where e.contract_id = k.id) f on true`

export const tradeInvariants: Invariants = {
  'a contract has what its payments brought': sql`
    select m.id || ': ' || p.settled || ' settled, ' || p.submitted || ' submitted <> ' || m.held + m.frozen + m.fee_held + m.released
      + m.refunded + m.fee_earned - m.owed || ', ' || m.pending as at
    from (${money}) m
    left join lateral (
      select coalesce(sum(p.amount_cents) filter (where p.state = 'settled'), 0) as settled,
        coalesce(sum(p.amount_cents) filter (where p.state = 'submitted'), 0) as submitted
      from public.payments p where p.contract_id = m.id) p on true
    where p.settled <> m.held + m.frozen + m.fee_held + m.released + m.refunded + m.fee_earned - m.owed
      or p.submitted <> m.pending`,
  'a contract is divided into tranches as its money is': sql`
    select m.id || ': ' || concat_ws('/', t.held, t.frozen, t.released, t.refunded, t.pending) || ' <> '
      || concat_ws('/', m.held, m.frozen, m.released, m.price_refunded, p.cents) as at
    from (${money}) m
    left join lateral (
      select coalesce(sum(rest) filter (where t.state = 'held'), 0) as held,
        coalesce(sum(rest) filter (where t.state = 'frozen'), 0) as frozen,
        coalesce(sum(rest) filter (where t.state = 'pending'), 0) as pending,
        coalesce(sum(t.released_cents), 0) as released, coalesce(sum(t.refunded_cents), 0) as refunded
      from (select *, amount_cents - released_cents - refunded_cents as rest from public.tranches) t
      where t.contract_id = m.id) t on true
    left join lateral (
      select coalesce(sum(p.amount_cents - p.fee_cents - p.owed_cents), 0) as cents from public.payments p
      where p.contract_id = m.id and p.state = 'submitted') p on true
    where (t.held, t.frozen, t.released, t.refunded, t.pending) <> (m.held, m.frozen, m.released, m.price_refunded, p.cents)`,
  'a contract says what its money says': sql`
    select m.id || ' is ' || m.status || ' with ' || concat_ws('/', m.pending, m.held, m.frozen, m.fee_held) as at
    from (${money}) m
    where case
      when m.status in ('completed', 'cancelled') then m.pending + m.held + m.frozen + m.fee_held <> 0
      when m.status in ('in_progress', 'synthetic_processing', 'pending_review') then m.frozen <> 0 or m.funded_at is null
      when m.funded_at is null then m.held + m.frozen + m.released + m.fee_held <> 0
      else false end`,
  // Payments of before the bank's instructions have none: their entry went straight to the trust account.
  'a payment is where the bank has it': sql`
    select p.id || ' is ' || p.state || ', ' || coalesce(i.state, 'unknown') || ' at the bank' as at
    from public.payments p left join public.bank_instructions i on i.key = 'payment:' || p.id
    where not exists (select from ledger.movement m join ledger.account a on a.id = m.dr where m.entry_id = p.entry_id and a.kind = 'cash_trust')
      and (i.key is null or i.amount_cents <> p.amount_cents or i.organization <> p.client
        or p.state <> case when i.state = 'queued' then 'submitted' else i.state end)`,
  'a refund is where the bank has it': sql`
    select r.id || ' is ' || r.state || ', ' || coalesce(i.state, 'unknown') || ' at the bank' as at
    from public.refunds r left join public.bank_instructions i on i.key = 'refund:' || r.id || ':' || r.attempt
    where i.key is null or i.amount_cents <> r.amount_cents or i.organization <> r.client
      or i.state not in (select unnest(case r.state when 'submitted' then array['queued', 'submitted']
        when 'paid' then array['settled', 'returned'] else array['failed', 'returned', 'canceled'] end))`,
  'a payout is what the bank was told': sql`
    select p.id || ' of ' || p.amount_cents || ', ' || coalesce(i.amount_cents::text, 'nothing') || ' at the bank' as at
    from public.payouts p left join public.bank_instructions i on i.key = 'payout:' || p.id || ':' || p.attempt
    where i.key is null or i.amount_cents <> p.amount_cents or i.organization <> p.vendor`,
  'a charge for the plan is where the bank has it': sql`
    select c.id || ' is ' || c.state || ', ' || coalesce(i.state, 'unknown') || ' at the bank' as at
    from public.subscription_charges c
    left join public.bank_instructions i on i.key = 'subscription:' || c.id || ':' || c.attempt
    where i.key is null or i.amount_cents <> c.amount_cents or i.organization <> c.organization
      or i.state not in (select unnest(case c.state when 'submitted' then array['queued', 'submitted']
        when 'paid' then array['settled'] when 'returned' then array['returned'] else array['failed', 'canceled'] end))`,
  'the income from plans is what was paid for them': sql`
    select 'gap ' || b.cents - c.cents as at
    from (select coalesce(sum(b.credits - b.debits), 0) as cents from ledger.current_balance b
      join ledger.account a on a.id = b.account_id where a.kind = 'subscription_revenue') b,
    (select coalesce(sum(amount_cents), 0) as cents from public.subscription_charges where state = 'paid') c
    where b.cents <> c.cents`,
  'what is in transit is on its way': sql`
    select a.code || ': ' || b.credits - b.debits || ' <> ' || t.cents as at
    from ledger.account a join ledger.balance b on b.account_id = a.id
    cross join lateral (
      select case a.kind
        when 'payout_transit' then (select coalesce(sum(p.amount_cents), 0) from public.payouts p
          where p.vendor = a.org_id and p.state = 'submitted')
        else (select coalesce(sum(r.amount_cents), 0) from public.refunds r
          where r.client = a.org_id and r.state in ('submitted', 'failed')) end as cents) t
    where a.kind in ('payout_transit', 'refund_transit') and b.credits - b.debits <> t.cents`,
  'what the bank settled is in the books once': sql`
    select i.key as at
    from public.bank_instructions i
    where i.settled_at is not null and split_part(i.key, ':', 1) in ('payment', 'subscription')
      and (select count(*) from ledger.entry e where e.org_id = i.organization
        and e.idem_key = case split_part(i.key, ':', 1) when 'payment' then 'settle:' || split_part(i.key, ':', 2)
          else 'charge:' || split_part(i.key, ':', 2) || ':' || split_part(i.key, ':', 3) end) <> 1`,
  'an instruction to the bank is for something': sql`
    select i.key as at from public.bank_instructions i
    where case split_part(i.key, ':', 1)
      when 'payment' then not exists (select from public.payments p where p.id::text = split_part(i.key, ':', 2))
      when 'refund' then not exists (select from public.refunds r where r.id::text = split_part(i.key, ':', 2))
      when 'subscription' then not exists (select from public.subscription_charges c where c.id::text = split_part(i.key, ':', 2))
      when 'payout' then not exists (select from public.payouts p where p.id::text = split_part(i.key, ':', 2))
      else true end`,
}
