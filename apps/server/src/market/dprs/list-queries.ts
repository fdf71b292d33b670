/** A client's own requests, by tab, search and order. */
import type { DprSort, DprStatus } from '@semblance/contract'
import { sql } from 'kysely'
import type { Page, Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { isAgreed, ownColumns } from './queries.ts'

export type OwnDprRow = Awaited<ReturnType<typeof listOwnDprs>>[number]

/** Each order of a client's own list has its index. */
const orders = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  offers: ['offers_count', 'desc'],
  'budget-high': ['budget_max_cents', 'desc'],
  'budget-low': ['budget_min_cents', 'asc'],
  deadline: ['closes_at', 'asc'],
} as const satisfies Record<DprSort, readonly [keyof DB['dprs'], 'asc' | 'desc']>

/** Returns a row's position in an order. Amounts and counts are encoded as the milliseconds of a date. */
export function positionIn(sort: DprSort, row: OwnDprRow): Position {
  const value = row[orders[sort][0]]
  return { at: value instanceof Date ? value : new Date(Number(value)), id: row.id }
}

export async function listOwnDprs(
  tx: Tx,
  client: string,
  filter: {
    statuses: readonly DprStatus[]
    search: string
    sort: DprSort
    after: Position | null
    limit: Page['limit']
  },
) {
  const { statuses, search, after, limit } = filter
  const [column, direction] = orders[filter.sort]
  return await tx
    .selectFrom('dprs as d')
    .select(ownColumns)
    .select((eb) => isAgreed(eb).as('is_agreed'))
    .where('d.client', '=', client)
    .where('d.status', 'in', statuses)
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`(strpos(lower(d.title), lower(${search})) > 0 or strpos(lower(d.id), lower(${search})) > 0)`,
      ),
    )
    .$if(after !== null, (query) => query.where(isBehind(column, direction, after!)))
    .orderBy(`d.${column}`, direction)
    .orderBy('d.id', direction)
    .limit(limit + 1)
    .execute()
}

function isBehind(column: string, direction: 'asc' | 'desc', { at, id }: Position) {
  const value = column.endsWith('_at') ? sql`${at}` : sql`${at.getTime()}::bigint`
  const compare = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<boolean>`(${sql.ref(`d.${column}`)}, d.id) ${compare} (${value}, ${id})`
}

/**
 * Counts a client's requests by status. Requires the system role: policies would read every row in
 * addition to the index.
 */
export async function countOwnDprs(tx: Tx, client: string): Promise<Map<DprStatus, number>> {
  const rows = await tx
    .selectFrom('dprs')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .where('client', '=', client)
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [status, count]))
}
