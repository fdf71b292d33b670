/** Counts rows of all organizations. Requires the system role. */
import type { StaffTask } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

type WaitingRow = { task: StaffTask; count: number; oldest_at: Date | null; pressing: number }

export async function listWaiting(tx: Tx): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select 'applications' as task, count(*)::integer as count, min(created_at) as oldest_at, 0 as pressing
      from public.business_applications where status = 'pending'
    union all
    select 'tickets', count(*)::integer, min(updated_at),
      count(*) filter (where priority in ('high', 'urgent'))::integer
      from public.support_tickets where status = 'open' and (vendor is null or escalated_at is not null)
    union all
    select 'tax_forms', count(*)::integer, min(d.uploaded_at), 0
      from app.tax_forms f join app.documents d on d.id = f.document_id
      where f.state = 'waiting' and f.replaced_at is null
    union all
    select 'disputes', count(*)::integer, min(moved_at), 0 from public.disputes d where status = 'escalated'
      and not exists (select from public.dispute_rulings r where r.dispute_id = d.id and r.status = 'draft')
    union all
    select 'rulings', count(*)::integer, min(created_at), 0 from public.dispute_rulings where status = 'draft'
    union all
    select 'adjustments', count(*)::integer, min(proposed_at), 0 from public.adjustments where state = 'proposed'
    union all
    select 'breaks', count(*)::integer, min(day)::timestamptz, 0 from public.bank_statement_breaks where state = 'open'
    union all
    select 'payouts', count(*)::integer, min(created_at), 0 from public.payouts where state = 'needs_attention'
    union all
    select 'jobs', count(*)::integer, min(run_at), 0 from app.jobs where state = 'failed'
    union all
    select 'mails', count(*)::integer, min(failed_at), 0 from app.mails where failed_at is not null`.execute(
    tx,
  )
  return rows
}

type FigureRow = {
  organizations: number
  suspended: number
  people: number
  open_requests: number
  open_contracts: number
  completed_contracts: number
  held_cents: bigint
  released_cents: bigint
}

export async function findFigures(tx: Tx, month: Date): Promise<FigureRow> {
  const { rows } = await sql<FigureRow>`
    select o.*, c.*,
      (select count(*)::integer from public.profiles p join auth.users u on u.id = p.user_id
        where u.deleted_at is null and p.membership <> 'service') as people,
      (select count(*)::integer from public.dprs where status in ('awaiting_submissions', 'open')) as open_requests,
      (select coalesce(sum(b.credits - b.debits), 0)::bigint from ledger.current_balance b
        join ledger.account a on a.id = b.account_id where a.kind in ('escrow', 'escrow_frozen')) as held_cents,
      (select coalesce(sum(m.amount), 0)::bigint from ledger.entry e join ledger.movement m on m.entry_id = e.id
        join ledger.account cr on cr.id = m.cr and cr.kind = 'payable'
        join ledger.account dr on dr.id = m.dr and dr.kind in ('escrow', 'escrow_frozen')
        where e.effective_at >= ${month}) as released_cents
    from
      (select count(*) filter (where is_active)::integer as organizations,
        count(*) filter (where not is_active and not is_terminated)::integer as suspended
        from public.organizations) o,
      (select count(*) filter (where status not in ('completed', 'cancelled'))::integer as open_contracts,
        count(*) filter (where status = 'completed')::integer as completed_contracts
        from public.contracts) c`.execute(tx)
  return rows[0]!
}
