/** Reads the facts behind scores. Call as the system: contracts of others are only counted. */
import type { PrivacyLevel } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/**
 * Pairs the vendors with the clients they have a contract or a conversation with, and says which
 * are recognized as related: by bank account or tax ID, by registration, by a person who acted for
 * one and is a member of the other, or by members with addresses at a proved domain of the other.
 */
const relatedPairs = (vendors: readonly string[]) => sql`
  pairs as materialized (
    select distinct k.vendor, k.client from contracts k where k.vendor = any (${vendors}::uuid[])
    union
    select distinct c.vendor, c.client from conversations c where c.vendor = any (${vendors}::uuid[])
  ), related as materialized (
    select p.vendor, p.client from pairs p
    join organizations v on v.id = p.vendor join organizations c on c.id = p.client
    where v.is_sample <> c.is_sample
      or (lower(btrim(v.registration_number)) = lower(btrim(c.registration_number))
        and v.registration_number <> '' and v.country = c.country)
      or exists (select from banking_details a join banking_details b
        on b.account_fingerprint = a.account_fingerprint or b.tax_id_fingerprint = a.tax_id_fingerprint
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
  )`

export type ContractFactsRow = {
  id: string
  vendor: string
  client: string
  title: string
  is_related: boolean
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
 * Lists paid contracts that have ended after their delivery, or without one after the day on which it
 * was due. The agreed accuracy is the one aimed at, or the least.
 */
export async function listContractFacts(tx: Tx, vendors: readonly string[]) {
  const { rows } = await sql<ContractFactsRow>`
    with ${relatedPairs(vendors)}
    select k.id, k.vendor, k.client, k.title, r.vendor is not null as is_related,
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
    from contracts k join offers o on o.id = k.offer_id join dprs d on d.id = k.dpr_id
    left join data_contracts t on t.dpr_id = k.dpr_id
    left join related r on r.vendor = k.vendor and r.client = k.client
    where k.vendor = any (${vendors}::uuid[]) and k.status in ('completed', 'cancelled') and k.funded_at is not null
      and (k.delivered_at is not null or coalesce(k.completed_at, k.cancelled_at)
        > app.delivery_due(k, coalesce(k.completed_at, k.cancelled_at)))`.execute(tx)
  return rows
}

/** Lists the reviews of unrelated clients. */
export async function listReviewFacts(tx: Tx, vendors: readonly string[]) {
  const { rows } = await sql<{
    vendor: string
    client: string
    contract_id: string
    rating: number
  }>`
    with ${relatedPairs(vendors)}
    select v.vendor, v.client, v.contract_id, v.rating from reviews v
    where v.vendor = any (${vendors}::uuid[])
      and not exists (select from related r where r.vendor = v.vendor and r.client = v.client)`.execute(
    tx,
  )
  return rows
}

/**
 * Lists, for each conversation that an unrelated client has written in, when its first message was
 * sent and first answered; unanswered ones once the time to answer is over.
 */
export async function listAnswerFacts(
  tx: Tx,
  vendors: readonly string[],
  noneHours: number,
  now: Date,
) {
  const { rows } = await sql<{
    id: string
    vendor: string
    client: string
    asked_at: Date
    answered_at: Date | null
  }>`
    with ${relatedPairs(vendors)}
    select c.id, c.vendor, c.client, asked.created_at as asked_at, answered.created_at as answered_at
    from conversations c
    cross join lateral (select m.id, m.created_at from messages m
      where m.conversation_id = c.id and m.sender = c.client order by m.id limit 1) asked
    left join lateral (select m.created_at from messages m
      where m.conversation_id = c.id and m.sender = c.vendor and m.id > asked.id order by m.id limit 1) answered on true
    where c.vendor = any (${vendors}::uuid[])
      and (answered.created_at is not null or asked.created_at <= ${now}::timestamptz - make_interval(hours => ${noneHours}::integer))
      and not exists (select from related r where r.vendor = c.vendor and r.client = c.client)`.execute(
    tx,
  )
  return rows
}

/** Returns those of the companies that are vendors and visible to the caller. */
export async function listVisibleVendors(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('companies')
    .select('id')
    .where('id', 'in', ids)
    .where('is_vendor', '=', true)
    .execute()
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
