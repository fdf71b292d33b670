import type { Category, DprStatus } from '@semblance/contract'
import { type Insertable, sql } from 'kysely'
import type { Page, Position } from '../../platform/cursor.ts'
import type { DB } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

/** Statuses that take offers, spelled as the marketplace's partial indexes spell them. */
const takesOffers = sql<boolean>`d.status in ('awaiting_offers', 'open')`

const summaryNames = [
  'id',
  'title',
  'category',
  'status',
  'budget_min_cents',
  'budget_max_cents',
  'timeline_days',
  'offers_count',
  'created_at',
] as const
const summaryColumns = summaryNames.map((name) => `d.${name}` as const)

export type DprSummaryRow = Awaited<ReturnType<typeof listOwnDprs>>[number]
export type MarketDprRow = Awaited<ReturnType<typeof listMarketDprs>>[number]

export async function insertDpr(tx: Tx, row: Insertable<DB['dprs']>): Promise<DprSummaryRow> {
  return await tx.insertInto('dprs').values(row).returning(summaryNames).executeTakeFirstOrThrow()
}

export async function listOwnDprs(
  tx: Tx,
  client: string,
  filter: { statuses: readonly DprStatus[]; after: Position | null; limit: Page['limit'] },
) {
  const { statuses, after, limit } = filter
  return await tx
    .selectFrom('dprs as d')
    .select(summaryColumns)
    .where('d.client', '=', client)
    .where('d.status', 'in', statuses)
    .$if(after !== null, (query) => query.where(isAfter(after!)))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countOwnDprs(tx: Tx, client: string): Promise<Map<DprStatus, number>> {
  const rows = await tx
    .selectFrom('dprs')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .where('client', '=', client)
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [status, count]))
}

const isAfter = ({ at, id }: Position) => sql<boolean>`(d.created_at, d.id) < (${at}, ${id})`

/** Requests with their client's name, and whether `reader` has a live offer on them. */
const withMarketColumns = (tx: Tx, reader: string | null) =>
  tx
    .selectFrom('dprs as d')
    .leftJoin('companies as c', 'c.id', 'd.client')
    .select(summaryColumns)
    .select((eb) => [
      'd.client',
      'd.description',
      'd.delivery_format',
      'c.name as client_name',
      eb
        .exists(
          eb
            .selectFrom('offers as o')
            .select('o.id')
            .whereRef('o.dpr_id', '=', 'd.id')
            .where('o.vendor', '=', reader)
            .where('o.status', '<>', 'rejected'),
        )
        .as('offered'),
    ])

export async function listMarketDprs(
  tx: Tx,
  reader: string,
  filter: {
    search?: string
    category?: Category
    after: Position | null
    limit: Page['limit']
  },
) {
  const { search, category, after, limit } = filter
  return await withMarketColumns(tx, reader)
    .where(takesOffers)
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`d.search @@ websearch_to_tsquery('english', ${search})`),
    )
    .$if(category !== undefined, (query) => query.where('d.category', '=', category!))
    .$if(after !== null, (query) => query.where(isAfter(after!)))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** With the contract that came of it, where the caller is a party to one. */
export async function findDprDetail(tx: Tx, id: string, reader: string | null) {
  return await withMarketColumns(tx, reader)
    .leftJoin('contracts as k', (join) =>
      join.onRef('k.dpr_id', '=', 'd.id').on('k.status', '<>', 'cancelled'),
    )
    .select([
      'd.use_case',
      'd.compliance_requirements',
      'd.notes',
      'd.contacts',
      'k.id as contract_id',
    ])
    .where('d.id', '=', id)
    .executeTakeFirst()
}

export async function findDpr(tx: Tx, id: string) {
  return await tx.selectFrom('dprs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Counts one more offer on a request that takes offers; nothing when it does not. */
export async function countOffer(tx: Tx, id: string) {
  return await tx
    .updateTable('dprs as d')
    .set((eb) => ({ offers_count: eb('d.offers_count', '+', 1), status: 'open' }))
    .where('d.id', '=', id)
    .where(takesOffers)
    .returningAll('d')
    .executeTakeFirst()
}

export async function setDprStatus(tx: Tx, id: string, status: DprStatus): Promise<void> {
  await tx.updateTable('dprs').set({ status }).where('id', '=', id).execute()
}
