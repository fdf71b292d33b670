import { MAX_CLAIM_DELIVERIES } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export type Counted = {
  deliveriesCount: number
  vendorsCount: number
  clientsCount: number
  countriesCount: number
  paidCents: bigint
  medianAccuracyTenths: number | null
  tenthAccuracyTenths: number | null
  formalShare: number | null
  medianEpsilon: number | null
}

/**
 * Counts over the newest deliveries that are ready, those of samples left out. Ids of deliveries are in the order of
 * time, so that the primary key finds the newest. Requires the system role.
 */
export async function countDeliveries(tx: Tx): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with newest as (
      select d.contract_id, d.vendor, d.client, array_prepend(d.report, array(select jsonb_array_elements(d.other_reports))) as reports
      from deliveries d
      join organizations v on v.id = d.vendor and not v.is_sample
      join organizations c on c.id = d.client and not c.is_sample
      where d.status = 'ready' and d.superseded_at is null and d.report is not null
      order by d.id desc limit ${MAX_CLAIM_DELIVERIES}
    ), measured as (
      select n.vendor, n.client, (select min(floor(least((r -> 'fidelity' ->> 'relative')::float8, 1) * 1000))::int from unnest(n.reports) r) as accuracy,
        case when k.status = 'completed' then coalesce(k.due_price_cents, k.price_cents) else 0 end as paid,
        (select bool_and(coalesce(r -> 'privacy' ->> 'mode', 'private') = 'private'
            and r -> 'privacy' ->> 'epsilon' is not null) from unnest(n.reports) r) as is_formal,
        (select max((r -> 'privacy' ->> 'epsilon')::float8) from unnest(n.reports) r) as epsilon
      from newest n join contracts k on k.id = n.contract_id
    ), parties as (
      select vendor as id from measured union select client from measured
    )
    select count(*)::int as "deliveriesCount", count(distinct vendor)::int as "vendorsCount",
      count(distinct client)::int as "clientsCount",
      (select count(distinct country)::int from organizations where id in (select id from parties)
        and country <> 'other') as "countriesCount",
      coalesce(sum(paid), 0)::int8 as "paidCents",
      percentile_disc(0.5) within group (order by accuracy) as "medianAccuracyTenths",
      percentile_disc(0.1) within group (order by accuracy) as "tenthAccuracyTenths",
      avg(is_formal::int)::float8 as "formalShare",
      percentile_disc(0.5) within group (order by epsilon) filter (where is_formal) as "medianEpsilon"
    from measured`.execute(tx)
  const [counted] = rows
  if (!counted) throw new Error('an aggregate without GROUP BY has one row')
  return counted
}
