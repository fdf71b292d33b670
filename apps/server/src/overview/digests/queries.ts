/** Reads who gets a weekly summary, and the figures of one organization. Requires the system role. */
import type { Category } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { Week } from './words.ts'

export type DigestReader = {
  user_id: string
  email: string
  organization: string
  name: string
  is_client: boolean
  is_vendor: boolean
}

/**
 * Claims the next people of a week, by ID: active members of active organizations who have the toggle on
 * and an address that takes mail. `last` is where the next batch begins; null at the end.
 */
export async function claimReaders(
  tx: Tx,
  { week, after, limit }: { week: string; after: string | null; limit: number },
): Promise<{ readers: DigestReader[]; last: string | null }> {
  const { rows } = await sql<DigestReader>`
    select p.user_id, p.email, o.id as organization, o.name, o.is_client, o.is_vendor
    from profiles p
    join organizations o on o.id = p.organization and o.is_active
    left join notification_preferences n on n.user_id = p.user_id
    where p.membership = 'active' and coalesce(n.marketing_emails, true)
      and (${after}::uuid is null or p.user_id > ${after}::uuid)
      and not exists (select from app.digests d where d.week = ${week}::date and d.user_id = p.user_id)
      and not exists (select from app.refusing_addresses r where r.address = lower(p.email))
    order by p.user_id limit ${limit}`.execute(tx)
  const last = rows.at(-1)
  if (!last) return { readers: [], last: null }
  const claimed = await tx
    .insertInto('app.digests')
    .values(rows.map(({ user_id }) => ({ week, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  const ids = new Set(claimed.map(({ user_id }) => user_id))
  return { readers: rows.filter(({ user_id }) => ids.has(user_id)), last: last.user_id }
}

export async function deleteOldDigests(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('app.digests').where(sql<boolean>`week < ${before}::date`).execute()
}

type Asked = {
  organization: string
  is_client: boolean
  is_vendor: boolean
  since: Date
  now: Date
}

/** Reads the figures of an organization: its own, and for a vendor those of the open market. */
export async function readWeek(tx: Tx, asked: Asked): Promise<Week> {
  return {
    client: asked.is_client ? await readClientWeek(tx, asked) : null,
    vendor: asked.is_vendor ? await readVendorWeek(tx, asked) : null,
  }
}

async function readClientWeek(tx: Tx, { organization: client, since, now }: Asked) {
  const { rows } = await sql<NonNullable<Week['client']>>`
    select
      (select count(*)::integer from dprs where client = ${client}
        and status in ('awaiting_offers', 'open') and closes_at > ${now}) as "openRequests",
      (select count(*)::integer from offers where client = ${client} and status = 'pending') as "offersToDecide",
      (select count(*)::integer from offers where client = ${client} and status = 'pending'
        and created_at >= ${since}) as "newOffers",
      (select count(*)::integer from contracts where client = ${client}
        and status = 'pending_review') as "deliveriesToReview",
      (select count(*)::integer from contracts k where client = ${client} and status = 'awaiting_payment'
        and not exists (select from payments p where p.contract_id = k.id and p.state = 'submitted')) as "contractsToPay"`.execute(
    tx,
  )
  return rows[0] ?? null
}

async function readVendorWeek(tx: Tx, { organization: vendor, since, now }: Asked) {
  const { rows } = await sql<{ contractsToDeliver: number; pendingOffers: number }>`
    select
      (select count(*)::integer from contracts where vendor = ${vendor} and status = 'in_progress') as "contractsToDeliver",
      (select count(*)::integer from offers where vendor = ${vendor} and status = 'pending') as "pendingOffers"`.execute(
    tx,
  )
  const { rows: newRequests } = await sql<{ category: Category; count: number }>`
    select category, count(*)::integer as count from dprs d
    where d.status in ('awaiting_offers', 'open') and coalesce(d.closes_at > ${now}, false)
      and d.created_at >= ${since} and d.created_at <= ${now} and d.client <> ${vendor}
    group by category order by count desc, category`.execute(tx)
  return rows[0] ? { ...rows[0], newRequests } : null
}
