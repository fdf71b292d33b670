/** What a dashboard shows, read from the rows of the trade itself. */
import { type Activity, activeContractStatuses, type Task, termLabels } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

type Side = 'client' | 'vendor'

export async function countPendingOffers(tx: Tx, side: Side, organization: string) {
  return await count(
    sql`select count(*)::integer as count from offers
    where ${sql.ref(side)} = ${organization} and status = 'pending'`,
    tx,
  )
}

export async function countActiveContracts(tx: Tx, side: Side, organization: string) {
  return await count(
    sql`select count(*)::integer as count from contracts
    where ${sql.ref(side)} = ${organization} and status = any (${activeContractStatuses})`,
    tx,
  )
}

async function count(query: ReturnType<typeof sql>, tx: Tx): Promise<number> {
  const { rows } = await query.execute(tx)
  return (rows[0] as { count: number }).count
}

export async function countDprs(tx: Tx, client: string) {
  const { rows } = await sql<{ active: number; open: number; completed: number }>`
    select (count(*) filter (where status in ('open', 'accepted')))::integer as active,
      (count(*) filter (where status = 'open'))::integer as open,
      (count(*) filter (where status in ('ready_for_download', 'completed')))::integer as completed
    from dprs where client = ${client}`.execute(tx)
  return rows[0]!
}

/** Offers that wait for the client's answer and came since. */
export async function countNewOffers(tx: Tx, client: string, since: Date) {
  return await count(
    sql`select count(*)::integer as count from offers
    where client = ${client} and status = 'pending' and created_at >= ${since}`,
    tx,
  )
}

/** When the next delivery is due that is not there yet, overdue ones included. */
export async function findNextDelivery(tx: Tx, client: string): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(funded_at + timeline_days * interval '1 day') as due from contracts
    where client = ${client} and status in ('in_progress', 'synthetic_processing')`.execute(tx)
  return rows[0]!.due
}

/** Prices held and released over all contracts of one side; run as the system. */
export async function sumMoney(tx: Tx, side: Side, organization: string) {
  const { rows } = await sql<{ held_cents: bigint; released_cents: bigint }>`
    select coalesce(sum(b.credits - b.debits), 0)::bigint as held_cents,
      coalesce(sum((select sum(m.amount) from ledger.movement m
        join ledger.account p on p.id = m.cr and p.kind = 'payable' where m.dr = a.id)), 0)::bigint as released_cents
    from contracts k
    join ledger.account a on a.contract_id = k.id and a.kind in ('escrow', 'escrow_frozen')
    join ledger.balance b on b.account_id = a.id
    where k.${sql.ref(side)} = ${organization}`.execute(tx)
  return rows[0]!
}

/** Longest list of tasks a dashboard shows. */
const MAX_TASKS = 12
/** So many of the offers that have waited longest say which requests to look at. */
const MAX_WAITING = 500

const labels = JSON.stringify(termLabels)

/** Whole dollars, as people read them. */
const usd = (cents: string) =>
  sql.raw(`'$' || to_char(round(${cents} / 100.0), 'FM999,999,999,999')`)

/** Deliveries first, then what holds up work, then offers; each the oldest first. */
export async function listClientTasks(tx: Tx, client: string): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select * from (
      select 1 as rank, 'delivery:' || k.id as id, 'review_delivery' as kind, k.title || ' is ready' as title,
        coalesce(v.name, 'The vendor') || case when exists (select from change_requests c where c.contract_id = k.id)
          then ' delivered it again, with your changes.' else ' delivered it.' end
          || ' Release ' || ${usd('k.price_cents')} || ' after you check it.' as detail,
        '/download/' || k.dpr_id as path, null as "offerId", k.delivered_at as since
      from contracts k left join companies v on v.id = k.vendor
      where k.client = ${client} and k.status = 'pending_review'
      union all
      select 2, 'proposal:' || p.id, 'answer_proposal', coalesce(v.name, 'The vendor') || ' proposed a change',
        (select string_agg((${labels}::jsonb ->> (c ->> 'id')) || ': ' || (c ->> 'currentValue') || ' to '
          || (c ->> 'proposedValue'), ', ') from jsonb_array_elements(p.changes) c) || ' on ' || d.title || '.',
        coalesce('/contract-details/' || k.id, '/vendor-offers/' || d.id), p.offer_id, p.created_at
      from proposals p join offers o on o.id = p.offer_id join dprs d on d.id = o.dpr_id
        left join companies v on v.id = p.vendor left join contracts k on k.offer_id = o.id
      where p.client = ${client} and p.proposed_by <> p.client and p.status = 'pending'
      union all
      select 3, 'pay:' || k.id, 'pay', 'Pay for ' || k.title,
        ${usd('(k.price_cents + k.fee_cents)')} || ' into escrow, then ' || coalesce(v.name, 'the vendor') || ' begins.',
        '/payment/' || k.offer_id, null, k.created_at
      from contracts k left join companies v on v.id = k.vendor
      where k.client = ${client} and k.status = 'awaiting_payment'
      union all
      select 4, 'offers:' || d.id, 'review_offers',
        case count(*) when 1 then '1 offer on ' else count(*) || ' offers on ' end || d.title,
        case when min(o.price_cents) < max(o.price_cents)
          then ${usd('min(o.price_cents)')} || ' to ' || ${usd('max(o.price_cents)')} else ${usd('min(o.price_cents)')} end
          || '. Your budget is ' || ${usd('d.budget_min_cents')} || ' to ' || ${usd('d.budget_max_cents')} || '.',
        '/vendor-offers/' || d.id, null, min(o.created_at)
      from (select distinct dpr_id from (select dpr_id from offers where client = ${client} and status = 'pending'
        order by created_at, id limit ${MAX_WAITING}) oldest) w
      join dprs d on d.id = w.dpr_id join offers o on o.dpr_id = d.id and o.status = 'pending'
      where not exists (select from contracts k where k.dpr_id = d.id and k.status <> 'cancelled')
      group by d.id) tasks
    order by rank, since limit ${MAX_TASKS}`.execute(tx)
  return rows.map(({ id, kind, title, detail, path, offerId }) => ({
    id,
    kind,
    title,
    detail,
    path,
    offerId,
  }))
}

/** Contracts to deliver on; those whose last delivery was turned down or sent back say why. */
export async function listVendorTasks(tx: Tx, vendor: string): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select kinds.kind || ':' || k.id as id, kinds.kind,
      case kinds.kind
        when 'delivery_refused' then 'Upload again: the last delivery was turned down'
        when 'changes_requested' then 'Upload again: the client asks for changes'
        else 'Upload the original data' end as title,
      concat_ws(': ', k.title, coalesce(l.reason, c.reason)) as detail,
      '/data-upload/' || k.id as path, null as "offerId"
    from contracts k
    left join lateral (
      select d.reason from deliveries d where d.contract_id = k.id order by d.id desc limit 1) l on true
    left join change_requests c on c.contract_id = k.id and c.answered_at is null
    cross join lateral (select case when l.reason is not null then 'delivery_refused'
      when c.reason is not null then 'changes_requested' else 'deliver' end as kind) kinds
    where k.vendor = ${vendor} and k.status = 'in_progress'
    order by kinds.kind = 'deliver', k.funded_at limit ${MAX_TASKS}`.execute(tx)
  return rows
}

const MAX_ACTIVITY = 10
/** So many of the newest contracts, and of the offers that were turned down, tell what happened last. */
const MAX_TOLD = 200

/** Events of contracts, one row each, told from their timestamps. */
const contractEvents = (side: Side, organization: string) => sql`
  select e.kind || ':' || e.title || ':' || k.id as id, e.kind, e.title, k.title as detail, e.path, e.at
  from (select * from contracts where ${sql.ref(side)} = ${organization}
    order by created_at desc, id desc limit ${MAX_TOLD}) k
  cross join lateral (values
    ('offer', 'Offer accepted', ${side === 'client' ? sql`'/vendor-offers/' || k.dpr_id` : sql`'/offer-details/' || k.offer_id`}, k.created_at),
    ('payment', 'Escrow funded', '/contract-details/' || k.id, k.funded_at),
    ('delivery', 'Original data submitted', '/contract-details/' || k.id, k.submitted_at),
    ('delivery', 'Synthetic dataset delivered', ${side === 'client' ? sql`'/download/' || k.dpr_id` : sql`'/contract-details/' || k.id`}, k.delivered_at),
    ('payment', 'Escrow released', '/contract-details/' || k.id, k.completed_at)
  ) as e (kind, title, path, at)
  where e.at is not null
  union all
  select 'changes:' || c.id, 'delivery', 'Changes requested', k.title, '/contract-details/' || k.id, c.created_at
  from contracts k join change_requests c on c.contract_id = k.id
  where k.id in (select id from contracts where ${sql.ref(side)} = ${organization}
    order by created_at desc, id desc limit ${MAX_TOLD})`

const newest = sql`order by created_at desc, id desc limit ${MAX_ACTIVITY}`

export async function listClientActivity(tx: Tx, client: string): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select * from (
      ${contractEvents('client', client)}
      union all
      select 'dpr:' || d.id, 'dpr', 'Request posted', d.title, '/dpr-details/' || d.id, d.created_at
      from (select * from dprs where client = ${client} ${newest}) d
      union all
      select 'offer:' || o.id, 'offer', 'Offer received from ' || coalesce(v.name, 'a closed account'), d.title,
        '/vendor-offers/' || d.id, o.created_at
      from (select * from offers where client = ${client} ${newest}) o
      join dprs d on d.id = o.dpr_id left join companies v on v.id = o.vendor) events
    order by at desc, id limit ${MAX_ACTIVITY}`.execute(tx)
  return rows
}

export async function listVendorActivity(tx: Tx, vendor: string): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select * from (
      ${contractEvents('vendor', vendor)}
      union all
      select 'offer:' || o.id, 'offer', 'Offer sent', d.title, '/offer-details/' || o.id, o.created_at
      from (select * from offers where vendor = ${vendor} ${newest}) o join dprs d on d.id = o.dpr_id
      union all
      select 'decision:' || o.id, 'offer', case when o.rejected_as = 'declined' then 'Offer declined' else 'Offer not selected' end,
        d.title, '/offer-details/' || o.id, o.decided_at
      from (select * from offers where vendor = ${vendor} and status = 'rejected'
        order by created_at desc, id desc limit ${MAX_TOLD}) o
      join dprs d on d.id = o.dpr_id where o.rejected_as in ('declined', 'not_selected')) events
    order by at desc, id limit ${MAX_ACTIVITY}`.execute(tx)
  return rows
}
