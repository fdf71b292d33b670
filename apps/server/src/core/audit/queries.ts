import type { AuditAction, AuditRow } from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

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
        else coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email, 'A closed account') end as "actorName",
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
