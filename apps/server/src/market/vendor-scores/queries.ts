/** Reads the facts behind scores. Call as the system: contracts of others are only counted. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Lists the recorded facts of these vendors' ended contracts. */
export async function listDeliveryFacts(tx: Tx, vendors: readonly string[]) {
  const { rows } = await sql<{
    id: string
    place: number
    vendor: string
    client: string
    ended_at: Date
    accuracy_percent: number | null
    expected_percent: number | null
    accuracy: number | null
    gate: number | null
    punctuality: number
    recorded_at: Date
    found_at: Date | null
  }>`
    select f.contract_id as id, f.place::float8 as place, f.vendor, f.client, f.ended_at, f.accuracy_percent,
      f.expected_percent, f.accuracy, f.gate, f.punctuality, f.recorded_at, r.found_at
    from app.score_facts f left join app.related_companies r using (vendor, client)
    where f.vendor = any (${vendors}::uuid[])`.execute(tx)
  return rows
}
export type DeliveryFactsRow = Awaited<ReturnType<typeof listDeliveryFacts>>[number]

/** Lists the reviews of clients, but for those of copies of listed twins; revisions of subscriptions have theirs. */
export async function listReviewFacts(tx: Tx, vendors: readonly string[]) {
  const { rows } = await sql<{
    vendor: string
    contract_id: string
    rating: number
    is_related: boolean
  }>`
    select v.vendor, v.contract_id, v.rating, r.vendor is not null as is_related
    from reviews v join contracts k on k.id = v.contract_id join dprs d on d.id = k.dpr_id and d.listing_id is null
    left join app.related_companies r on r.vendor = v.vendor and r.client = v.client
    where v.vendor = any (${vendors}::uuid[])`.execute(tx)
  return rows
}

/**
 * Lists, for each conversation that a client has written in, when its first message was sent and
 * first answered within the time to answer; unanswered ones once that time is over.
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
    found_at: Date | null
  }>`
    select c.id, c.vendor, c.client, asked.created_at as asked_at, answered.created_at as answered_at, r.found_at
    from conversations c
    cross join lateral (select m.id, m.created_at, m.created_at + make_interval(hours => ${noneHours}::integer) as until
      from messages m where m.conversation_id = c.id and m.sender = c.client order by m.id limit 1) asked
    left join lateral (select m.created_at from messages m
      where m.conversation_id = c.id and m.sender = c.vendor and m.id > asked.id and m.created_at < asked.until
      order by m.id limit 1) answered on true
    left join app.related_companies r on r.vendor = c.vendor and r.client = c.client
    where c.vendor = any (${vendors}::uuid[])
      and (answered.created_at is not null or asked.until <= ${now}::timestamptz)`.execute(tx)
  return rows
}

/** Returns the titles of contracts by their ids. */
export async function titlesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('contracts')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
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
