/** Lists the latest events from the rows of the trade itself. */
import type { Activity, Side } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { knownCompanies, type Reader } from './queries.ts'

const MAX_ACTIVITY = 10
/** Limits the newest contracts, and the newest rejected offers, that are searched for the latest events. */
const MAX_TOLD = 200

/** Selects the events of contracts, one row each, from their timestamps. */
const contractEvents = (side: Side, organization: string) => sql`
  select e.kind || ':' || e.title || ':' || k.id as id, e.kind, e.title, k.title as detail, e.path, e.at
  from (select * from contracts where ${sql.ref(side)} = ${organization}
    order by created_at desc, id desc limit ${sql.lit(MAX_TOLD)}) k
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
    order by created_at desc, id desc limit ${sql.lit(MAX_TOLD)})`

const newest = sql`order by created_at desc, id desc limit ${sql.lit(MAX_ACTIVITY)}`

export async function listClientActivity(tx: Tx, reader: Reader): Promise<Activity[]> {
  const { organization: client } = reader
  const { rows } = await sql<Activity>`
    select id, kind, title, detail, path, at from (
      ${contractEvents('client', client)}
      union all
      select 'dpr:' || d.id, 'dpr', 'Request posted', d.title, '/dpr-details/' || d.id, d.created_at
      from (select * from dprs where client = ${client} ${newest}) d
      union all
      select 'offer:' || o.id, 'offer', 'Offer received from ' || coalesce(v.name, 'a closed account'), d.title,
        '/vendor-offers/' || d.id, o.created_at
      from (select * from offers where client = ${client} ${newest}) o
      join dprs d on d.id = o.dpr_id left join ${knownCompanies(reader)} v on v.id = o.vendor) events
    order by at desc, id limit ${sql.lit(MAX_ACTIVITY)}`.execute(tx)
  return rows
}

export async function listVendorActivity(tx: Tx, vendor: string): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select id, kind, title, detail, path, at from (
      ${contractEvents('vendor', vendor)}
      union all
      select 'offer:' || o.id, 'offer', 'Offer sent', d.title, '/offer-details/' || o.id, o.created_at
      from (select * from offers where vendor = ${vendor} ${newest}) o join dprs d on d.id = o.dpr_id
      union all
      select 'decision:' || o.id, 'offer', case when o.rejected_as = 'declined' then 'Offer declined' else 'Offer not selected' end,
        d.title, '/offer-details/' || o.id, o.decided_at
      from (select * from offers where vendor = ${vendor} and status = 'rejected'
        order by created_at desc, id desc limit ${sql.lit(MAX_TOLD)}) o
      join dprs d on d.id = o.dpr_id where o.rejected_as in ('declined', 'not_selected')) events
    order by at desc, id limit ${sql.lit(MAX_ACTIVITY)}`.execute(tx)
  return rows
}
