/** Reads columns that a vendor holds, and those that open requests ask for. Call as the system. */
import type { ColumnKind, ColumnType } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { type Filter, isOpen, matches, type Reader } from './queries.ts'

/** Limits the twins and samples whose columns are read, the requests that are compared, and their columns. */
const MAX_TWINS = 50
const MAX_REQUESTS = 60
const MAX_COLUMNS = 200

export type HeldRow = { name: string; kind: ColumnKind }

/** Lists the columns of the vendor's newest delivered twins and samples, which it alone may read. */
export async function listHeldColumns(tx: Tx, vendor: string): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    with twins as materialized (
      (select p.tables from deliveries d join delivery_previews p on p.delivery_id = d.id
        where d.vendor = ${vendor} and d.status = 'ready' order by d.id desc limit ${MAX_TWINS}::integer)
      union all
      (select o.tables from offer_previews o where o.vendor = ${vendor} and o.tables is not null
        order by o.created_at desc limit ${MAX_TWINS}::integer)
    )
    select distinct c ->> 'name' as name, c ->> 'kind' as kind
    from twins cross join jsonb_array_elements(tables) t cross join jsonb_array_elements(t -> 'columns') c
    order by name limit 1000`.execute(tx)
  return rows
}

/** Lists the columns that a request states. */
export async function listColumnsOf(tx: Tx, dprId: string): Promise<Omit<AskedRow, 'id'>[]> {
  const { rows } = await sql<Omit<AskedRow, 'id'>>`
    select p ->> 'name' as name, p ->> 'logicalType' as type
    from data_contracts t cross join jsonb_array_elements(t.content -> 'schema') s
    cross join jsonb_array_elements(s -> 'properties') p
    where t.dpr_id = ${dprId} limit ${MAX_COLUMNS}::integer`.execute(tx)
  return rows
}

export type AskedRow = { id: string; name: string; type: ColumnType | null }

/**
 * Lists the columns of the newest open requests that state some, and of the newest that ask for one
 * of these names, in any category.
 */
export async function listAskedColumns(
  tx: Tx,
  reader: Reader,
  filter: Filter,
  names: readonly string[],
): Promise<AskedRow[]> {
  const wanted = sql`${isOpen(reader)} ${matches(filter)}`
  const newest = sql`order by d.created_at desc, d.id desc limit ${MAX_REQUESTS}::integer`
  const { rows } = await sql<AskedRow>`
    with requests as materialized (
      (select d.id from dprs d where ${wanted} and exists (select from data_contracts t where t.dpr_id = d.id) ${newest})
      union
      (select d.id from data_contracts t join dprs d on d.id = t.dpr_id
        where app.contract_columns(t.content) && ${names}::text[] and ${wanted} ${newest})
    )
    select r.id, c.column ->> 'name' as name, c.column ->> 'logicalType' as type
    from requests r join data_contracts t on t.dpr_id = r.id
    cross join lateral (select p as column from jsonb_array_elements(t.content -> 'schema') s
      cross join jsonb_array_elements(s -> 'properties') p limit ${MAX_COLUMNS}::integer) c`.execute(
    tx,
  )
  return rows
}
