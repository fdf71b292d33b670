import type { AuditAction, AuditRow, OwnAuditRow } from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { fullName, nameOrEmail } from '../../platform/database/names.ts'

export type AuditFilter = {
  actor: string
  action?: AuditAction
  object: string
  from?: string
  to?: string
}

/** Lists rows, newest first; one row more than the page. */
export async function listRows(
  tx: Tx,
  filter: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  const conditions = [
    ...(before === null ? [] : [sql`l.seq < ${before}`]),
    ...(filter.action ? [sql`l.action = ${filter.action}`] : []),
    ...(filter.actor ? [byActor(filter.actor)] : []),
    ...(filter.object ? [sql`strpos(lower(l.object), lower(${filter.object})) > 0`] : []),
    ...(filter.from ? [sql`l.at >= ${filter.from}::date at time zone 'UTC'`] : []),
    ...(filter.to ? [sql`l.at < (${filter.to}::date + 1) at time zone 'UTC'`] : []),
  ]
  const { rows } = await sql<Listed>`
    select l.seq, l.at, case when l.actor is null then null
        else coalesce(${nameOrEmail('p')}, 'A closed account') end as "actorName",
      nullif(p.email, '') as "actorEmail", l.action, l.object, l.detail,
      f.log as "logNumber", f.index as "leafIndex",
      encode(o.commitment, 'hex') as commitment
    from app.audit_log l
    left join public.profiles p on p.user_id = l.actor
    left join transparency.openings o on o.audit_seq = l.seq
    left join transparency.leaves f on f.opening = o.id
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    order by l.seq desc limit ${limit + 1}`.execute(tx)
  return rows.map(({ logNumber, leafIndex, ...row }) => ({
    ...row,
    leaf: logNumber === null || leafIndex === null ? null : { log: logNumber, index: leafIndex },
  }))
}

type Listed = Omit<AuditRow, 'leaf'> & { logNumber: number | null; leafIndex: bigint | null }

function byActor(actor: string): RawBuilder<unknown> {
  if (actor.toLowerCase() === 'platform') return sql`l.actor is null`
  return sql`(l.actor::text = lower(${actor}) or l.actor in (
    select user_id from public.profiles
    where strpos(lower(first_name || ' ' || last_name || ' ' || email), lower(${actor})) > 0))`
}

export type OwnAuditFilter = {
  search: string
  kinds?: readonly string[]
  from?: string
  to?: string
}

/**
 * Lists rows of acts by an organization's members and keys, and of acts of others on it, newest first;
 * one row more than the page. People of other organizations are not named.
 */
export async function listOwnRows(
  tx: Tx,
  { id, publicId }: { id: string; publicId: string },
  { search, kinds, from, to }: OwnAuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<OwnAuditRow[]> {
  const conditions = [
    sql`(l.detail ->> 'organization' in (${id}, ${publicId}) or l.object = ${`organization:${id}`})`,
    ...(before === null ? [] : [sql`l.seq < ${before}`]),
    ...(kinds ? [sql`split_part(l.action, '.', 1) = any(${[...kinds]})`] : []),
    ...(search ? [bySearch(search, id)] : []),
    ...(from ? [sql`l.at >= ${from}::date at time zone 'UTC'`] : []),
    ...(to ? [sql`l.at < (${to}::date + 1) at time zone 'UTC'`] : []),
  ]
  const { rows } = await sql<OwnListed>`
    select l.seq, l.at, l.action, l.object, l.detail - 'organization' as detail,
      case when l.actor is null then 'platform' when p.user_id is null then 'closed'
        when p.organization is distinct from ${id}::uuid then 'staff'
        when p.membership = 'service' then 'key' else 'member' end as by,
      case when p.organization = ${id}::uuid then l.actor end as actor,
      case when p.organization = ${id}::uuid
        then coalesce(${fullName('p')}, nullif(p.email, '')) end as name,
      case split_part(l.object, ':', 1)
        when 'organization' then (select n.name from organizations n
          where n.id = ${id}::uuid and split_part(l.object, ':', 2) in (${id}, ${publicId}))
        when 'user' then (select coalesce(${fullName('u')}, nullif(u.email, '')) from profiles u
          where u.organization = ${id}::uuid and u.user_id::text = split_part(l.object, ':', 2))
      end as "objectName",
      f.log as "logNumber", f.index as "leafIndex", encode(o.commitment, 'hex') as commitment,
      case when l.actor is null or p.organization = ${id}::uuid then encode(o.salt, 'hex') end as salt,
      case when l.actor is null or p.organization = ${id}::uuid then o.payload end as payload
    from app.audit_log l
    left join public.profiles p on p.user_id = l.actor
    left join transparency.openings o on o.audit_seq = l.seq
    left join transparency.leaves f on f.opening = o.id
    where ${sql.join(conditions, sql` and `)}
    order by l.seq desc limit ${limit + 1}`.execute(tx)
  return rows.map(({ logNumber, leafIndex, salt, payload, ...row }) => ({
    ...row,
    leaf: logNumber === null || leafIndex === null ? null : { log: logNumber, index: leafIndex },
    opening: salt === null || payload === null ? null : { salt, payload },
  }))
}

type OwnListed = Omit<OwnAuditRow, 'leaf' | 'opening'> & {
  logNumber: number | null
  leafIndex: bigint | null
  salt: string | null
  payload: string | null
}

const bySearch = (search: string, organization: string): RawBuilder<unknown> => sql`(
  strpos(lower(l.object), lower(${search})) > 0 or l.actor in (
    select user_id from public.profiles where organization = ${organization}::uuid
      and strpos(lower(first_name || ' ' || last_name || ' ' || email), lower(${search})) > 0))`
