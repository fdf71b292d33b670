/** The chain over the log and the ledger's entries: each link vouches for its row and for the link before. */
import { type RawBuilder, sql } from 'kysely'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'

/** Returns the newest link of the chain; position 0 and a null hash for an empty one. */
export async function findHead(tx: Tx): Promise<{ position: bigint; hash: string | null }> {
  const { rows } = await sql<{ position: bigint; hash: string }>`
    select position, encode(hash, 'hex') as hash from app.audit_chain order by position desc limit 1`.execute(
    tx,
  )
  return rows[0] ?? { position: 0n, hash: null }
}

/** Chains the rows written since the last call. Returns the newest link. */
export async function chainAudit(tx: Tx) {
  await sql`select app.chain_audit()`.execute(tx)
  return await findHead(tx)
}

/** Maps each invariant to a query for its violations. */
export const chainInvariants: Record<string, RawBuilder<{ at: string }>> = {
  'each link of the chain vouches for its row and the link before it': sql`
    select 'link ' || c.position as at
    from (select *, row_number() over w as place, lag(hash, 1, '') over w as before from app.audit_chain window w as (order by position)) c
    where c.position <> c.place or c.hash is distinct from sha256(c.before ||
      case when c.entry_id is null then app.audit_content(c.audit_seq) else ledger.entry_content(c.entry_id) end)`,
  'the chain leaves nothing out': sql`
    with head as (select xact from app.audit_chain order by position desc limit 1)
    select 'entry ' || e.id as at from ledger.entry e, head
      where e.xact <= head.xact and not exists (select from app.audit_chain c where c.entry_id = e.id)
    union all
    select 'audit row ' || l.seq from app.audit_log l, head
      where l.xact <= head.xact and not exists (select from app.audit_chain c where c.audit_seq = l.seq)`,
}

/** Limits the violations reported at once. The first few show where to look. */
const SHOWN_VIOLATIONS = 20

/** Recomputes every link. Callers have checked that it is staff who asks. */
export async function checkChain({ tx, now }: Ctx) {
  return await withSystemRole(tx, async () => {
    const violations: string[] = []
    for (const [rule, query] of Object.entries(chainInvariants)) {
      const { rows } = await query.execute(tx)
      violations.push(...rows.slice(0, SHOWN_VIOLATIONS).map(({ at }) => `${rule}: ${at}`))
    }
    const unlinkedCount = await countUnlinked(tx)
    return { checkedAt: now, ...(await findHead(tx)), unlinkedCount, violations }
  })
}

async function countUnlinked(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with head as (select coalesce(max(xact), '0') as xact from app.audit_chain)
    select ((select count(*) from app.audit_log l, head where l.xact > head.xact)
      + (select count(*) from ledger.entry e, head where e.xact > head.xact))::integer as count`.execute(
    tx,
  )
  return rows[0]!.count
}
