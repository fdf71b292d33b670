import type { Side } from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export type HitRow = {
  kind: string
  id: string
  title: string
  detail: string | null
  status: string | null
  page: string | null
  side: Side | null
}

/** Describes a query for such rows, with these columns in order, each a text. */
export type Part = RawBuilder<unknown>

/** Returns the rows of all parts, in order, in one round trip. */
export async function listHitRows(tx: Tx, parts: Part[]): Promise<HitRow[]> {
  if (parts.length === 0) return []
  const ordered = parts.map(
    (part, place) =>
      sql`(select ${sql.lit(place)}::integer as place, row_number() over () as rank, found.*
        from (${part}) as found (kind, id, title, detail, status, page, side))`,
  )
  const { rows } = await sql<HitRow>`
    select kind, id, title, detail, status, page, side
    from (${sql.join(ordered, sql` union all `)}) hits
    order by place, rank`.execute(tx)
  return rows
}
