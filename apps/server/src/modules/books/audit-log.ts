/** The log as staff read it. Callers have checked that it is staff who asks. */
import type { AuditRow } from '@semblance/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { decodeRankCursor, encodeRankCursor, type Page } from '../../platform/cursor.ts'
import { asSystem, type Tx } from '../../platform/db.ts'

export async function listAudit({ tx }: Ctx, input: Page & { search: string }) {
  const after = decodeRankCursor(input.cursor)
  const rows = await asSystem(tx, () =>
    listRows(tx, { search: input.search, before: after?.rank ?? null, limit: input.limit }),
  )
  const items = rows.slice(0, input.limit)
  const last = rows.length > input.limit ? items.at(-1)! : null
  return {
    items,
    nextCursor: last && encodeRankCursor({ rank: Number(last.seq), id: String(last.seq) }),
  }
}

/** Newest first; one row more than the page asks for. */
async function listRows(
  tx: Tx,
  { search, before, limit }: { search: string; before: number | null; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select l.seq, l.at, case when l.actor is null then null
        else coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'A closed account') end as "actorName",
      l.action, l.object, l.detail, c.position, encode(c.hash, 'hex') as hash
    from app.audit_log l
    left join public.profiles p on p.user_id = l.actor
    left join app.audit_chain c on c.audit_seq = l.seq
    where (${before}::bigint is null or l.seq < ${before})
      and (${search} = '' or strpos(lower(l.action || ' ' || l.object), lower(${search})) > 0)
    order by l.seq desc limit ${limit + 1}`.execute(tx)
  return rows
}

/** The newest link. */
export async function findHead(tx: Tx): Promise<{ position: bigint; hash: string | null }> {
  const { rows } = await sql<{ position: bigint; hash: string }>`
    select position, encode(hash, 'hex') as hash from app.audit_chain order by position desc limit 1`.execute(
    tx,
  )
  return rows[0] ?? { position: 0n, hash: null }
}

/** Links what has been written since the last time; answers the newest link. */
export async function chainAudit(tx: Tx) {
  await sql`select app.chain_audit()`.execute(tx)
  return await findHead(tx)
}
