/** Lists the pending tasks of one organization, with the page for each. */
import { REVISION_GRACE_DAYS, type Side, type Task } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { knownCompanies, type Reader } from './queries.ts'
import { taskFacts, taskText } from './task-texts.ts'

/** Longest list of tasks a dashboard shows. */
const MAX_TASKS = 12
/** Limits the longest-waiting offers that determine the requests to show. */
const MAX_WAITING = 500

type TaskRow = {
  id: string
  kind: Task['kind']
  facts: unknown
  path: string
  offerId: string | null
}

/** Changes of terms that the other side proposed. */
const proposals = (side: Side, reader: Reader) => sql`
  select 2 as rank, 'proposal:' || p.id as id, 'answer_proposal' as kind,
    jsonb_build_object('title', t.title, 'company', other.name, 'side', ${side}::text, 'changes', p.changes) as facts,
    coalesce('/contract-details/' || k.id, ${side === 'client' ? sql`'/vendor-offers/' || t.dpr_id` : sql`'/offer-details/' || p.offer_id`}) as path,
    p.offer_id as "offerId", p.created_at as since
  from proposals p join conversations t on t.id = p.conversation_id left join contracts k on k.offer_id = p.offer_id
    left join ${knownCompanies(reader)} other on other.id = ${side === 'client' ? sql`p.vendor` : sql`p.client`}
  where p.${sql.ref(side)} = ${reader.organization} and p.proposed_by <> p.${sql.ref(side)} and p.status = 'pending'`

/**
 * Lists the client's tasks: deliveries, then what delays work, revisions to order among it, then offers; the oldest of
 * each first.
 */
export async function listClientTasks(tx: Tx, reader: Reader): Promise<Task[]> {
  const { organization: client } = reader
  const { rows } = await sql<TaskRow>`
    select id, kind, facts, path, "offerId" from (
      select 1 as rank, 'delivery:' || k.id as id, 'review_delivery' as kind,
        jsonb_build_object('title', k.title, 'company', v.name,
          'priceCents', coalesce(k.due_price_cents, k.price_cents)::text,
          'isRedelivery', exists (select from change_requests c where c.contract_id = k.id)) as facts,
        '/download/' || k.dpr_id as path, null as "offerId", k.delivered_at as since
      from contracts k left join ${knownCompanies(reader)} v on v.id = k.vendor
      where k.client = ${client} and k.status = 'pending_review'
      union all
      ${proposals('client', reader)}
      union all
      select 3, 'pay:' || k.id, 'pay',
        jsonb_build_object('title', k.title, 'company', v.name, 'totalCents', (k.price_cents + k.fee_cents)::text),
        '/payment/' || k.offer_id, null, k.created_at
      from contracts k left join ${knownCompanies(reader)} v on v.id = k.vendor
      where k.client = ${client} and k.status = 'awaiting_payment'
        and not exists (select from payments p where p.contract_id = k.id and p.state = 'submitted')
        and (k.funded_at is not null or exists (select from companies c where c.id = k.vendor and c.is_vendor))
      union all
      ${revisionsToOrder(client, reader)}
      union all
      ${offersToCompare(client)}) tasks
    order by rank, since limit ${sql.lit(MAX_TASKS)}`.execute(tx)
  return rows.map(toTask)
}

/** Revisions of running subscriptions that can be ordered, until their grace ends, from vendors who may sell. */
const revisionsToOrder = (client: string, reader: Reader) => sql`
  select 3, 'revision:' || r.subscription_id || ':' || r.number, 'order_revision',
    jsonb_build_object('title', s.title, 'company', v.name, 'number', r.number, 'revisions', s.revisions,
      'priceCents', s.terms ->> 'priceCents', 'payBy', to_char(r.pay_by at time zone 'UTC', 'YYYY-MM-DD')),
    '/subscriptions/' || r.subscription_id, null, r.opened_at
  from data_subscription_revisions r join data_subscriptions s on s.id = r.subscription_id and s.status = 'active'
    left join ${knownCompanies(reader)} v on v.id = r.vendor
  where r.client = ${client} and r.ended_as is null and r.offer_id is null and r.pay_by >= now() - make_interval(days => ${sql.lit(REVISION_GRACE_DAYS)})
    and exists (select from companies c where c.id = r.vendor and c.is_vendor)`

/** Requests with offers to choose from, those first whose offers have waited longest. */
const offersToCompare = (client: string) => sql`
  select 4, 'offers:' || d.id, 'review_offers',
    jsonb_build_object('title', d.title, 'count', o.count,
      'priceCents', jsonb_build_array(o.lowest::text, o.highest::text),
      'budgetCents', jsonb_build_array(d.budget_min_cents::text, d.budget_max_cents::text)),
    '/vendor-offers/' || d.id, null, w.since
  from (select dpr_id, min(created_at) as since
    from (select dpr_id, created_at from offers where client = ${client} and status = 'pending'
      order by created_at, id limit ${sql.lit(MAX_WAITING)}) oldest
    where not exists (select from contracts k where k.dpr_id = oldest.dpr_id and k.status <> 'cancelled')
    group by dpr_id order by since limit ${sql.lit(MAX_TASKS)}) w
  join dprs d on d.id = w.dpr_id
  cross join lateral (select count(*) as count, min(price_cents) as lowest, max(price_cents) as highest
    from offers where dpr_id = w.dpr_id and status = 'pending') o`

/**
 * Lists the vendor's tasks: returned deliveries, then proposals, then first deliveries; the oldest
 * of each first.
 */
export async function listVendorTasks(tx: Tx, reader: Reader): Promise<Task[]> {
  const { organization: vendor } = reader
  const { rows } = await sql<TaskRow>`
    select id, kind, facts, path, "offerId" from (
      select case kinds.kind when 'deliver' then 3 else 1 end as rank, kinds.kind || ':' || k.id as id, kinds.kind,
        jsonb_build_object('title', k.title, 'reason', coalesce(l.reason, c.reason),
          'dueOn', case when d.subscription_id is not null then to_char(app.delivery_due(k, now()) at time zone 'UTC', 'YYYY-MM-DD') end) as facts,
        '/data-upload/' || k.id as path, null as "offerId", k.funded_at as since
      from contracts k join dprs d on d.id = k.dpr_id
      left join lateral (
        select d.reason from deliveries d where d.contract_id = k.id order by d.id desc limit 1) l on true
      left join change_requests c on c.contract_id = k.id and c.answered_at is null
      cross join lateral (select case when l.reason is not null then 'delivery_refused'
        when c.reason is not null then 'changes_requested' else 'deliver' end as kind) kinds
      where k.vendor = ${vendor} and k.status = 'in_progress'
      union all
      ${proposals('vendor', reader)}) tasks
    order by rank, since limit ${sql.lit(MAX_TASKS)}`.execute(tx)
  return rows.map(toTask)
}

const toTask = ({ id, kind, facts, path, offerId }: TaskRow): Task => ({
  id,
  kind,
  ...taskText(taskFacts.parse({ kind, ...Object(facts) })),
  path,
  offerId,
})
