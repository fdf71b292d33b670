import type { DuckDBConnection } from '@duckdb/node-api'
import { HOLDOUT_ONE_IN } from '../evaluate/samples.ts'
import { OTHER_LABEL } from '../fit/discover-categories.ts'
import { type ColumnSchema, isModeled, isOrdered } from '../schema/column-schema.ts'
import { queryRows, sqlString } from './database.ts'

/** Resolution of the random bucket by which evaluation samples are drawn. */
export const BUCKETS = 1_000_000

/**
 * Creates `coded` from `raw`: x0, x1, ... hold integers of ordered columns, dictionary codes of
 * categories and a missing-flag (0 or 1) of columns outside the model. Every row is held out, and
 * put in an evaluation bucket, independently of all others by the secret `salt`.
 */
export async function createCoded(
  connection: DuckDBConnection,
  schemas: ColumnSchema[],
  salt: bigint,
): Promise<void> {
  for (const [j, schema] of schemas.entries()) {
    if (isModeled(schema.kind) && !isOrdered(schema.kind)) await createDictionary(connection, j)
  }
  await connection.run(`
    create table coded as
    select hash(row_number, ${salt}::ubigint, 1) % ${HOLDOUT_ONE_IN} = 0 as held,
      (hash(row_number, ${salt}::ubigint, 2) % ${BUCKETS})::uinteger as bucket,
      ${codedColumns(schemas, 'raw')}`)
}

/** Creates `coded_twin` from a table `twin` of text columns, with the original's codes. */
export async function createCodedTwin(
  connection: DuckDBConnection,
  schemas: ColumnSchema[],
): Promise<void> {
  const cells = schemas.map(
    ({ nullToken }, j) =>
      `case when c${j} = ${sqlString(nullToken)} then null else c${j} end as c${j}`,
  )
  await connection.run(
    `create view twin_cells as select rowid as row_number, ${cells.join(', ')} from twin`,
  )
  // Joins disturb the order of rows, so the twin needs random buckets like the original.
  await connection.run(`
    create table coded_twin as
    select (hash(row_number) % ${BUCKETS})::uinteger as bucket, ${codedColumns(schemas, 'twin_cells')}`)
}

async function createDictionary(connection: DuckDBConnection, j: number): Promise<void> {
  await connection.run(`
    create table dictionary${j} as
    select value, (row_number() over (order by value) - 1)::integer as code
    from (select c${j} as value from raw where c${j} is not null
      union select ${sqlString(OTHER_LABEL)})`)
}

/** Number of codes in a category column's dictionary. */
export async function dictionarySize(connection: DuckDBConnection, j: number): Promise<number> {
  return Number((await queryRows(connection, `select count(*) from dictionary${j}`))[0]![0])
}

function codedColumns(schemas: ColumnSchema[], table: string): string {
  const joins: string[] = []
  const columns = schemas.map((schema, j) => {
    const cell = `${table}.c${j}`
    if (!isModeled(schema.kind)) return `(${cell} is null)::integer as x${j}`
    if (isOrdered(schema.kind)) return `${orderedValueSql(schema, cell)} as x${j}`
    joins.push(`left join dictionary${j} on dictionary${j}.value = ${cell}`)
    return `dictionary${j}.code as x${j}`
  })
  return `${columns.join(', ')} from ${table} ${joins.join(' ')}`
}

/** Integers on the column's grid as doubles; null where the text does not fit the column's type. */
function orderedValueSql(schema: ColumnSchema, cell: string): string {
  if (schema.kind === 'date' || schema.kind === 'timestamp') {
    const instant = `try_strptime(${cell}, ${sqlString(schema.dateFormat)})`
    return `floor(epoch(${instant}) / ${schema.unitSeconds})`
  }
  const value = `try_cast(${cell} as double)`
  return `case when isfinite(${value}) then round(${value} * ${10 ** schema.decimals}) end`
}
