/** Finds related companies and ended contracts that no facts are recorded of. */
import type { PrivacyLevel } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Waits until no other run records facts. */
export async function lockRecords(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('score_facts', 0))`.execute(tx)
}

/**
 * Records which vendors and clients with a contract or a conversation are recognized as related: by
 * bank account, by registration, by a person who acted for one and is a member of the other, or by
 * members with addresses at a proved domain of the other. A tax ID is no evidence: it is public, and
 * saved without a check.
 */
export async function recordRelations(tx: Tx, now: Date): Promise<void> {
  await sql`
    with pairs as materialized (
      select vendor, client from contracts union select vendor, client from conversations
      except select vendor, client from app.related_companies
    )
    insert into app.related_companies (vendor, client, found_at)
    select p.vendor, p.client, ${now} from pairs p
    join organizations v on v.id = p.vendor join organizations c on c.id = p.client
    where v.is_sample <> c.is_sample
      or (lower(btrim(v.registration_number)) = lower(btrim(c.registration_number))
        and v.registration_number <> '' and v.country = c.country)
      or exists (select from banking_details a join banking_details b
        on b.account_fingerprint = a.account_fingerprint
        where a.organization = v.id and b.organization = c.id)
      or exists (select from profiles m join dprs d on d.created_by = m.user_id
        where m.organization = v.id and d.client = c.id)
      or exists (select from profiles m join offers o on o.created_by = m.user_id
        where m.organization = c.id and o.vendor = v.id)
      or exists (select from reviews r join profiles m on m.user_id = r.user_id
        where r.vendor = v.id and r.client = c.id and m.organization = v.id)
      or exists (select from app.sso_domains s join profiles m on m.organization = c.id
        and lower(split_part(m.email, '@', 2)) = s.domain where s.organization = v.id and s.proved_at is not null)
      or exists (select from app.sso_domains s join profiles m on m.organization = v.id
        and lower(split_part(m.email, '@', 2)) = s.domain where s.organization = c.id and s.proved_at is not null)
    on conflict do nothing`.execute(tx)
}

export type EndedContract = {
  id: string
  vendor: string
  client: string
  ended_at: Date
  is_undelivered: boolean
  is_late: boolean
  has_missed: boolean
  accuracy_tenths: number | null
  /** The score of the least faithful table in the report, where the contract has no accuracy. */
  relative: number | null
  agreed_percent: number | null
  refunded_share: number
  records: bigint | null
  privacy_level: PrivacyLevel
  tables: number | null
  columns: number | null
  ordered_columns: number | null
}

/**
 * Lists, of paid contracts without facts, those that have ended after their delivery, or without one
 * after the day on which it was due; copies of listed twins are none, revisions of
 * subscriptions are, as the vendor makes and delivers each. The agreed accuracy is the one
 * aimed at, or the least.
 */
export async function listEnded(tx: Tx, limit: number): Promise<EndedContract[]> {
  const { rows } = await sql<EndedContract>`
    select k.id, k.vendor, k.client,
      coalesce(k.completed_at, k.cancelled_at) as ended_at, k.delivered_at is null as is_undelivered,
      coalesce(k.delivered_at, k.completed_at, k.cancelled_at)
        > app.delivery_due(k, coalesce(k.delivered_at, k.completed_at, k.cancelled_at)) as is_late,
      exists (select from deliveries m where m.contract_id = k.id and m.status = 'refused' and m.gate is not null) as has_missed,
      k.due_accuracy_tenths as accuracy_tenths,
      case when k.due_accuracy_tenths is null then (
        select least((m.report #>> '{fidelity,relative}')::float8, (
          select min((other #>> '{fidelity,relative}')::float8) from jsonb_array_elements(m.other_reports) other))
        from deliveries m where m.contract_id = k.id and m.status = 'ready' and m.superseded_at is null
        order by m.id desc limit 1) end as relative,
      coalesce(o.target_accuracy_percent, o.min_accuracy_percent) as agreed_percent,
      (select least(1, coalesce(sum(x.to_client_cents), 0) / k.price_cents)::float8 from disputes x
        where x.contract_id = k.id and x.ended_at is not null) as refunded_share,
      d.min_records as records, o.privacy_level,
      jsonb_array_length(t.content -> 'schema') as tables,
      jsonb_array_length(t.content #> '{schema,0,properties}') as columns,
      (select count(*)::integer from jsonb_array_elements(t.content #> '{schema,0,properties}') p
        where p ->> 'logicalType' in ('integer', 'number', 'date', 'timestamp', 'time')) as ordered_columns
    from contracts k join offers o on o.id = k.offer_id join dprs d on d.id = k.dpr_id and d.listing_id is null
    left join data_contracts t on t.dpr_id = k.dpr_id
    where k.status in ('completed', 'cancelled') and k.funded_at is not null
      and not exists (select from app.score_facts f where f.contract_id = k.id)
      and (k.delivered_at is not null or coalesce(k.completed_at, k.cancelled_at)
        > app.delivery_due(k, coalesce(k.completed_at, k.cancelled_at)))
    order by coalesce(k.completed_at, k.cancelled_at), k.id limit ${limit}`.execute(tx)
  return rows
}

export type RecordedFacts = {
  contract_id: string
  vendor: string
  client: string
  ended_at: Date
  recorded_at: Date
  accuracy_percent: number | null
  expected_percent: number | null
  accuracy: number | null
  gate: number | null
  punctuality: number
}

/** Stores facts for good, in this order. */
export async function insertFacts(tx: Tx, facts: RecordedFacts[]): Promise<void> {
  await tx.insertInto('app.score_facts').values(facts).execute()
}
