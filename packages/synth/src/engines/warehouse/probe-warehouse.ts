/** Looks at what a user of a warehouse may do: which tables it reads, and if it could write. Reads no row of any of them. */

import { isTrino } from './connect-trino.ts'
import { connectWarehouse, type DatabaseInput } from './open-warehouse.ts'
import type { Warehouse } from './warehouse.ts'

export type WarehouseProbe = {
  /** Named as `schema.table`, parts in double quotes where they need them. `rows` is the warehouse's own estimate, if it has one. */
  tables: { name: string; rows: number | null }[]
  /** False where there are more tables than are listed. */
  isComplete: boolean
  /** Null where the warehouse does not say. */
  canWrite: boolean | null
}

/** Limits the tables that are listed. */
const MOST_TABLES = 1000
/** Limits their names: longer ones cannot be chosen. */
const MAX_NAME_LENGTH = 1024

/** Signs in, and lists what may be read. Throws SynthesisError `unreachable` or `not_readable`. */
export async function probeWarehouse(
  database: Omit<DatabaseInput, 'tables'>,
  signal?: AbortSignal,
): Promise<WarehouseProbe> {
  const warehouse = await connectWarehouse(database, signal)
  try {
    const probe = isTrino(database.url) ? trino : postgres
    const rows = await warehouse.query(probe.tables)
    const tables = rows.slice(0, MOST_TABLES).map(([schema, table, count]) => ({
      name: `${partOf(warehouse, schema)}.${partOf(warehouse, table)}`,
      rows: rowsOf(count),
    }))
    const named = tables.filter(({ name }) => name.length <= MAX_NAME_LENGTH)
    return {
      tables: named,
      isComplete: rows.length <= MOST_TABLES && named.length === tables.length,
      canWrite: await mayWrite(warehouse, probe.writes),
    }
  } finally {
    await warehouse.close()
  }
}

/** Returns an estimate; null for what is none. */
function rowsOf(count: unknown): number | null {
  const rows = count === null || count === undefined ? -1 : Number(count)
  return Number.isSafeInteger(rows) && rows >= 0 ? rows : null
}

/** Writes a part of a name as it is, unless a point or a quote in it would divide it. */
function partOf({ isCaseless }: Warehouse, part: unknown): string {
  const text = isCaseless ? String(part).toLowerCase() : String(part)
  return /^[^."\s]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`
}

/** Not all warehouses keep such catalogs; nothing is tried out. */
async function mayWrite(warehouse: Warehouse, sql: string): Promise<boolean | null> {
  try {
    const [row] = await warehouse.query(sql)
    return typeof row?.[0] === 'boolean' ? row[0] : null
  } catch {
    return null
  }
}

const OWN_SCHEMAS = `n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`

const postgres = {
  /** Without foreign tables, whose server has snapshots of its own. */
  tables: `
    select n.nspname, c.relname, case when c.relkind in ('r', 'm', 'p') then c.reltuples::bigint end
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and ${OWN_SCHEMAS}
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
    order by n.nspname, c.relname limit ${MOST_TABLES + 1}`,
  writes: `
    select exists (select from pg_roles where rolname = current_user
        and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication))
      or has_database_privilege(current_database(), 'create')
      or exists (select from pg_namespace n where ${OWN_SCHEMAS} and has_schema_privilege(n.oid, 'create'))
      or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${OWN_SCHEMAS}
          and has_table_privilege(c.oid, 'insert, update, delete, truncate'))`,
}

const trino = {
  tables: `
    select table_schema, table_name from information_schema.tables
    where table_schema <> 'information_schema'
    order by table_schema, table_name limit ${MOST_TABLES + 1}`,
  /** Catalogs without rights of their own list none, which says nothing. */
  writes: `
    select if(count(*) > 0, count_if(privilege_type <> 'SELECT') > 0)
    from information_schema.table_privileges where table_schema <> 'information_schema'`,
}
