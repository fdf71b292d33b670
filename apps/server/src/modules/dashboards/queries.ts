/** What a dashboard shows, read from the rows of the trade itself. */
import type { Activity, ContractStatus, Task } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

type Side = 'client' | 'vendor'

/** Statuses of a contract on which work, payment or review is still to come. */
export const activeStatuses: readonly ContractStatus[] = [
  'awaiting_payment',
  'in_progress',
  'synthetic_processing',
  'pending_review',
  'disputed',
]

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
    where ${sql.ref(side)} = ${organization} and status = any (${activeStatuses})`,
    tx,
  )
}

async function count(query: ReturnType<typeof sql>, tx: Tx): Promise<number> {
  const { rows } = await query.execute(tx)
  return (rows[0] as { count: number }).count
}

export async function countDprs(tx: Tx, client: string) {
  const { rows } = await sql<{ active: number; completed: number }>`
    select (count(*) filter (where status in ('open', 'accepted')))::integer as active,
      (count(*) filter (where status in ('ready_for_download', 'completed')))::integer as completed
    from dprs where client = ${client}`.execute(tx)
  return rows[0]!
}

/** Prices held and released over all contracts of one side; run as the system. */
export async function sumMoney(tx: Tx, side: Side, organization: string) {
  const { rows } = await sql<{ held_cents: bigint; released_cents: bigint }>`
    select coalesce(sum(b.credits - b.debits), 0)::bigint as held_cents,
      coalesce(sum((select sum(m.amount) from ledger.movement m
        join ledger.account p on p.id = m.cr and p.kind = 'payable' where m.dr = a.id)), 0)::bigint as released_cents
    from contracts k
    join ledger.account a on a.contract_id = k.id and a.kind = 'escrow'
    join ledger.balance b on b.account_id = a.id
    where k.${sql.ref(side)} = ${organization}`.execute(tx)
  return rows[0]!
}

/** Longest list of tasks a dashboard shows. */
const MAX_TASKS = 12

export async function listClientTasks(tx: Tx, client: string): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select * from (
      select 'delivery:' || k.id as id, 'review_delivery' as kind, 'Review the delivery' as title, k.title as detail,
        '/download/' || k.dpr_id as path, k.delivered_at as since
      from contracts k where k.client = ${client} and k.status = 'pending_review'
      union all
      select 'pay:' || k.id, 'pay', 'Pay into escrow', k.title, '/payment/' || k.offer_id, k.created_at
      from contracts k where k.client = ${client} and k.status = 'awaiting_payment'
      union all
      select 'offers:' || d.id, 'review_offers',
        case count(*) when 1 then 'Review 1 offer' else 'Review ' || count(*) || ' offers' end,
        d.title, '/vendor-offers/' || d.id, min(o.created_at)
      from offers o join dprs d on d.id = o.dpr_id
      where o.client = ${client} and o.status = 'pending'
        and not exists (select from contracts k where k.dpr_id = d.id and k.status <> 'cancelled')
      group by d.id) tasks
    order by since limit ${MAX_TASKS}`.execute(tx)
  return rows.map(({ id, kind, title, detail, path }) => ({ id, kind, title, detail, path }))
}

/** Contracts to deliver on; those whose last delivery was turned down say why. */
export async function listVendorTasks(tx: Tx, vendor: string): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select case when l.reason is null then 'deliver:' else 'refused:' end || k.id as id,
      case when l.reason is null then 'deliver' else 'delivery_refused' end as kind,
      case when l.reason is null then 'Upload the original data' else 'Upload again: the last delivery was turned down' end as title,
      concat_ws(': ', k.title, l.reason) as detail,
      '/data-upload/' || k.id as path
    from contracts k
    left join lateral (
      select d.reason from deliveries d where d.contract_id = k.id order by d.id desc limit 1) l on true
    where k.vendor = ${vendor} and k.status = 'in_progress'
    order by l.reason is null, k.funded_at limit ${MAX_TASKS}`.execute(tx)
  return rows
}

const MAX_ACTIVITY = 10

/** Events of contracts, one row each, told from their timestamps. */
const contractEvents = (side: Side, organization: string) => sql`
  select e.kind || ':' || e.title || ':' || k.id as id, e.kind, e.title, k.title as detail, e.path, e.at
  from contracts k cross join lateral (values
    ('payment', 'Escrow funded', '/contract-details/' || k.id, k.funded_at),
    ('delivery', 'Original data submitted', '/contract-details/' || k.id, k.submitted_at),
    ('delivery', 'Synthetic dataset delivered', ${side === 'client' ? sql`'/download/' || k.dpr_id` : sql`'/contract-details/' || k.id`}, k.delivered_at),
    ('payment', 'Escrow released', '/contract-details/' || k.id, k.completed_at)
  ) as e (kind, title, path, at)
  where k.${sql.ref(side)} = ${organization} and e.at is not null`

export async function listClientActivity(tx: Tx, client: string): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select * from (
      ${contractEvents('client', client)}
      union all
      select 'dpr:' || d.id, 'dpr', 'Request posted', d.title, '/dpr-details/' || d.id, d.created_at
      from dprs d where d.client = ${client}
      union all
      select 'offer:' || o.id, 'offer', 'Offer received from ' || coalesce(v.name, 'a closed account'), d.title,
        '/vendor-offers/' || d.id, o.created_at
      from offers o join dprs d on d.id = o.dpr_id left join companies v on v.id = o.vendor where o.client = ${client}
      union all
      select 'decision:' || o.id, 'offer', 'Offer accepted', d.title, '/vendor-offers/' || d.id, o.decided_at
      from offers o join dprs d on d.id = o.dpr_id where o.client = ${client} and o.status = 'accepted') events
    order by at desc, id limit ${MAX_ACTIVITY}`.execute(tx)
  return rows
}

export async function listVendorActivity(tx: Tx, vendor: string): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select * from (
      ${contractEvents('vendor', vendor)}
      union all
      select 'offer:' || o.id, 'offer', 'Offer sent', d.title, '/vendor-my-offers', o.created_at
      from offers o join dprs d on d.id = o.dpr_id where o.vendor = ${vendor}
      union all
      select 'decision:' || o.id, 'offer',
        case when o.status = 'accepted' then 'Offer accepted' when o.rejected_as = 'declined' then 'Offer declined' else 'Offer not selected' end,
        d.title, '/vendor-my-offers', o.decided_at
      from offers o join dprs d on d.id = o.dpr_id where o.vendor = ${vendor} and o.decided_at is not null) events
    order by at desc, id limit ${MAX_ACTIVITY}`.execute(tx)
  return rows
}
