/** The log as staff read it. Callers have checked that it is staff who asks. */
import type { AuditRow } from '@semblance/contract'
import { decodeRankCursor, encodeRankCursor, type Page } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { type AuditFilter, listRows } from './queries.ts'

export async function listAudit(
  { tx }: Ctx,
  { cursor, limit, ...filter }: Page & AuditFilter,
): Promise<{ items: AuditRow[]; nextCursor: string | null }> {
  const before = decodeRankCursor(cursor)?.rank ?? null
  const rows = await withSystemRole(tx, () => listRows(tx, filter, { before, limit }))
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1)! : null
  return {
    items,
    nextCursor: last && encodeRankCursor({ rank: Number(last.seq), id: String(last.seq) }),
  }
}
