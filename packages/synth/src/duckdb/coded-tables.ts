import type { DuckDBConnection } from '@duckdb/node-api'
import { OTHER_LABEL } from '../fit/discover-categories.ts'
import { type ColumnSchema, isModeled, isOrdered } from '../schema/column-schema.ts'
import { cellCount, type Grid, gridCellSql } from '../schema/grid.ts'
import { queryRows, sqlString } from './database.ts'

/** One row in this many is held out of the model. */
export const HOLDOUT_ONE_IN = 5
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

/** Counts of the training rows per cell of an ordered column's grid; the last is missing values. */
export async function countCells(
  connection: DuckDBConnection,
  j: number,
  grid: Grid,
): Promise<Float64Array> {
  const counts = new Float64Array(cellCount(grid) + 1)
  const rows = await queryRows(
    connection,
    `select ${cellSql(j, grid)}, count(*) from coded where not held group by 1`,
  )
  for (const [cell, count] of rows) counts[Number(cell)]! += Number(count)
  return counts
}

function cellSql(j: number, grid: Grid): string {
  return `case when x${j} is null then ${cellCount(grid)} else ${gridCellSql(grid, `x${j}`)} end`
}

/** Counts of the training rows per observed category, in order of the label; null is missing. */
export async function countCategories(
  connection: DuckDBConnection,
  j: number,
): Promise<{ label: string | null; code: number; count: number }[]> {
  const rows = await queryRows(
    connection,
    `select value, code, count from (select x${j} as code, count(*) as count from coded where not held group by 1)
     left join dictionary${j} using (code) order by value nulls last`,
  )
  return rows.map(([label, code, count]) => ({
    label: label === null ? null : String(label),
    code: code === null ? -1 : Number(code),
    count: Number(count),
  }))
}

export async function countRows(connection: DuckDBConnection, condition: string): Promise<number> {
  const [row] = await queryRows(connection, `select count(*) from coded where ${condition}`)
  return Number(row![0])
}

/** How `binned` derives a column: from grid cells, or from dictionary codes with a default bin. */
export type BinSource =
  | { type: 'grid'; grid: Grid; binOfCell: Int32Array }
  | { type: 'codes'; codes: number[]; bins: number[]; otherBin: number; missingBin: number }

/** Creates `binned`: b0, b1, ... of the training rows for the columns `sources` names. */
export async function createBinned(
  connection: DuckDBConnection,
  sources: Map<number, BinSource>,
): Promise<void> {
  const cells: string[] = []
  const bins: string[] = []
  const joins: string[] = []
  for (const [j, source] of sources) {
    const [keys, values] =
      source.type === 'grid'
        ? [[...source.binOfCell.keys()], [...source.binOfCell]]
        : [source.codes, source.bins]
    await connection.run(
      `create temp table bins${j} as select unnest([${keys.join(',')}]::integer[]) as cell, unnest([${values.join(',')}]::usmallint[]) as bin`,
    )
    cells.push(source.type === 'grid' ? `${cellSql(j, source.grid)} as f${j}` : `x${j} as f${j}`)
    const fallback =
      source.type === 'grid'
        ? '0'
        : `case when f${j} is null then ${source.missingBin} else ${source.otherBin} end`
    bins.push(`coalesce(bins${j}.bin, ${fallback})::usmallint as b${j}`)
    joins.push(`left join bins${j} on bins${j}.cell = f${j}`)
  }
  await connection.run(
    `create table binned as select ${bins.join(', ')} from (select ${cells.join(', ')} from coded where not held) ${joins.join(' ')}`,
  )
}

/** The counts of the training rows by the bins of a few columns, row-major in their order. */
export async function countTable(
  connection: DuckDBConnection,
  columns: { index: number; binCount: number }[],
): Promise<Float64Array> {
  const table = new Float64Array(columns.reduce((cells, { binCount }) => cells * binCount, 1))
  const names = columns.map(({ index }) => `b${index}`).join(', ')
  const result = await connection.stream(
    `select ${names}, count(*)::double from binned group by ${names}`,
  )
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return table
    const bins = columns.map((_, i) => chunk.getColumnVector(i))
    const counts = chunk.getColumnVector(columns.length)
    for (let row = 0; row < chunk.rowCount; row++) {
      let cell = 0
      for (const [i, { binCount }] of columns.entries())
        cell = cell * binCount + (bins[i]!.getItem(row) as number)
      table[cell] = counts.getItem(row) as number
    }
  }
}
