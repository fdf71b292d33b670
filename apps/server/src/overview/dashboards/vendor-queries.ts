/** Reads what only the vendor's dashboard shows: its week, and the deliveries due. */
import type { DueDelivery, WeekDay } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { knownCompanies, type Reader } from './queries.ts'

const DAY_MS = 86_400_000
/** Limits the days and conversations whose messages measure how fast a vendor answers. */
const REPLY_DAYS = 28
const MAX_CONVERSATIONS = 100
const MAX_DELIVERIES = 4

/**
 * Counts by day over the last seven days, in UTC; an accepted offer counts on the day of its
 * contract.
 */
export async function listWeek(tx: Tx, vendor: string, now: Date) {
  const today = now.toISOString().slice(0, 10)
  const within = (column: string) =>
    sql`${sql.ref(column)} >= d.day::timestamp at time zone 'UTC'
      and ${sql.ref(column)} < (d.day + 1)::timestamp at time zone 'UTC'`
  const { rows } = await sql<WeekDay & { offersAccepted: number }>`
    select d.day::text,
      (select count(*)::integer from offer_views v where v.vendor = ${vendor} and v.day = d.day) as views,
      (select count(*)::integer from offer_views v where v.vendor = ${vendor} and v.day = d.day - 7) as "viewsBefore",
      (select count(*)::integer from offers o where o.vendor = ${vendor} and ${within('o.created_at')}) as "offersSent",
      (select count(*)::integer from contracts k where k.vendor = ${vendor} and ${within('k.created_at')}) as "offersAccepted"
    from (select ${today}::date - n as day from generate_series(0, 6) n) d order by d.day`.execute(
    tx,
  )
  return rows
}

/**
 * Returns the median minutes from the first of a client's consecutive messages to the vendor's next
 * one.
 */
export async function findMedianReply(tx: Tx, vendor: string, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - REPLY_DAYS * DAY_MS)
  const { rows } = await sql<{ minutes: number | null }>`
    with turns as (
      select m.conversation_id, m.id, m.created_at, m.sender = m.vendor as by_vendor,
        lag(m.sender) over (partition by m.conversation_id order by m.id) is distinct from m.sender as begins
      from (select id from conversations where vendor = ${vendor} and vendor_at >= ${since}
        order by vendor_at desc, id desc limit ${sql.lit(MAX_CONVERSATIONS)}) c
      join messages m on m.conversation_id = c.id and m.created_at >= ${since}
    ), replies as (
      select by_vendor, created_at - lag(created_at) over (partition by conversation_id order by id) as took
      from turns where begins)
    select percentile_cont(0.5) within group (order by extract(epoch from took)) / 60 as minutes
    from replies where by_vendor and took is not null`.execute(tx)
  return rows[0]!.minutes
}

/**
 * Lists contracts that wait for an upload, the earliest due first, each with the reason for which
 * its last delivery was returned.
 */
export async function listDueDeliveries(tx: Tx, reader: Reader, now: Date): Promise<DueDelivery[]> {
  const { rows } = await sql<{
    id: string
    title: string
    client_name: string | null
    funded_at: Date
    due_at: Date
    reason: string | null
  }>`
    select k.id, k.title, c.name as client_name, k.funded_at,
      app.delivery_due(k, ${now}) as due_at, coalesce(l.reason, a.reason) as reason
    from contracts k left join ${knownCompanies(reader)} c on c.id = k.client
    left join lateral (select d.reason from deliveries d where d.contract_id = k.id order by d.id desc limit 1) l on true
    left join change_requests a on a.contract_id = k.id and a.answered_at is null
    where k.vendor = ${reader.organization} and k.status = 'in_progress'
    order by due_at, k.id limit ${sql.lit(MAX_DELIVERIES)}`.execute(tx)
  return rows.map((row) => {
    const { funded_at, due_at } = row
    const share = (now.getTime() - funded_at.getTime()) / (due_at.getTime() - funded_at.getTime())
    return {
      contractId: row.id,
      title: row.title,
      clientName: row.client_name ?? 'Closed account',
      dueAt: due_at,
      elapsedPercent: Math.round(Math.min(Math.max(share, 0), 1) * 100),
      reason: row.reason,
    }
  })
}
