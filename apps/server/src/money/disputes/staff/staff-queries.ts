import type { DisputeTab } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../../platform/database/cursor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { fullName } from '../../../platform/database/names.ts'

/** The words of the partial indexes. */
const tabs: Record<DisputeTab, ReturnType<typeof sql<boolean>>> = {
  waiting: sql<boolean>`d.status = 'escalated'`,
  open: sql<boolean>`d.status = 'open'`,
  closed: sql<boolean>`d.status not in ('open', 'escalated')`,
}

type Filter = {
  tab: DisputeTab
  search: string | undefined
  after: Position | null
  limit: number
}

export type ListedDispute = Awaited<ReturnType<typeof listForStaff>>[number]

/**
 * Lists disputes: those that wait for staff longest first, all others latest first. One row more
 * than `limit`.
 */
export async function listForStaff(tx: Tx, { tab, search, after, limit }: Filter) {
  const direction = tab === 'waiting' ? 'asc' : 'desc'
  const beyond = tab === 'waiting' ? sql`>` : sql`<`
  return await tx
    .selectFrom('disputes as d')
    .leftJoin('companies as c', 'c.id', 'd.client')
    .leftJoin('companies as v', 'v.id', 'd.vendor')
    .selectAll('d')
    .select(['c.name as client_name', 'v.name as vendor_name'])
    .select(
      sql<boolean>`exists (select from dispute_rulings r where r.dispute_id = d.id and r.status = 'draft')`.as(
        'has_draft',
      ),
    )
    .where(tabs[tab])
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`position(lower(${search}) in lower(concat_ws(' ', d.id, d.contract_id, d.title, c.name, v.name))) > 0`,
      ),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(d.moved_at, d.id) ${beyond} (${after!.at}::timestamptz, ${after!.id})`,
      ),
    )
    .orderBy('d.moved_at', direction)
    .orderBy('d.id', direction)
    .limit(limit + 1)
    .execute()
}

/** Names of staff members, by their user IDs. */
export async function listStaffNames(
  tx: Tx,
  userIds: string[],
): Promise<(userId: string | null) => string | null> {
  if (userIds.length === 0) return () => null
  const rows = await tx
    .selectFrom('profiles as p')
    .select('p.user_id')
    .select(fullName('p').as('name'))
    .where('p.user_id', 'in', userIds)
    .execute()
  const byId = new Map(rows.map((row) => [row.user_id, row.name]))
  return (userId) => (userId ? (byId.get(userId) ?? null) : null)
}
