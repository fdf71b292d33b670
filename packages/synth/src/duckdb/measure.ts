import type { DuckDBConnection } from '@duckdb/node-api'
import type { BinnedColumn, BinSource, Measure } from '../fit/measure.ts'
import { cellCount, type Grid, gridCellSql } from '../schema/grid.ts'
import { queryRows } from './database.ts'

/**
 * Counts the training rows of the table `coded`, which has sequences if it is a series; binning creates the table
 * `binned`.
 */
export function measureInDuckdb(connection: DuckDBConnection, isSeries = false): Measure {
  return {
    countRows: () => countRows(connection, 'not held'),
    countMissing: (column) => countRows(connection, `not held and x${column} = 1`),
    countCells: (column, grid) => countCells(connection, column, grid),
    countCategories: (column) => countCategories(connection, column),
    bin: (sources) => createBinned(connection, sources, isSeries),
    countTable: (columns) => countTable(connection, columns),
    countTables: async (tables) => {
      const counts: Float64Array[] = []
      for (const columns of tables) counts.push(await countTable(connection, columns))
      return counts
    },
  }
}

/** Counts of the training rows per cell of an ordered column's grid; the last is missing values. */
async function countCells(
  connection: DuckDBConnection,
  j: number,
  grid: Grid,
): Promise<Float64Array> {
  const counts = new Float64Array(cellCount(grid) + 1)
  const cell = `case when x${j} is null then ${cellCount(grid)} else ${gridCellSql(grid, `x${j}`)} end`
  // By value first: logarithms of a few thousand values cost less than of every row.
  const rows = await queryRows(
    connection,
    `select ${cell}, sum(rows) from (select x${j}, count(*) as rows from coded where not held group by 1)
     group by 1`,
  )
  for (const [index, count] of rows) counts[Number(index)]! += Number(count)
  return counts
}

/** Counts of the training rows per observed category, in order of the label; null is missing. */
async function countCategories(
  connection: DuckDBConnection,
  j: number,
): Promise<{ label: string | null; code: number; count: number }[]> {
  const rows = await queryRows(
    connection,
    `select value, code, count from (select x${j} as code, count(*) as count from coded where not held group by 1)
     left join (select distinct code, value from dictionary${j}) using (code) order by value nulls last`,
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

/**
 * Creates `binned`: b0, b1, ... of the training rows for the columns `sources` names, and of a series l0, l1, ...: the
 * bins of the row before in the sequence.
 */
async function createBinned(
  connection: DuckDBConnection,
  sources: Map<number, BinSource>,
  isSeries: boolean,
): Promise<void> {
  const bins: string[] = []
  const joins: string[] = []
  for (const [j, source] of sources) {
    if (source.type === 'grid') {
      bins.push(`(${gridBinSql(source, `x${j}`)})::usmallint as b${j}`)
      continue
    }
    await connection.run(
      `create or replace temp table bins${j} as select unnest([${source.codes}]::integer[]) as code, unnest([${source.bins}]::usmallint[]) as bin`,
    )
    const fallback = `case when x${j} is null then ${source.missingBin} else ${source.otherBin} end`
    bins.push(`coalesce(bins${j}.bin, ${fallback})::usmallint as b${j}`)
    joins.push(`left join bins${j} on bins${j}.code = x${j}`)
  }
  const binned = (more: string) =>
    `select ${more}${bins.join(', ')} from (select * from coded where not held) ${joins.join(' ')}`
  const lags = [...sources.keys()].map((j) => `lag(b${j}) over w as l${j}`)
  await connection.run(
    `create or replace table binned as ${
      isSeries
        ? `select *, ${lags.join(', ')} from (${binned('sequence, step, ')})
           window w as (partition by sequence order by step)`
        : binned('')
    }`,
  )
}

/** The bin of a value: cells of one bin lie together, so comparisons with where bins begin do. */
function gridBinSql(
  { grid, binOfCell }: Extract<BinSource, { type: 'grid' }>,
  value: string,
): string {
  const last = cellCount(grid) - 1
  const steps: string[] = []
  for (let cell = 0; cell < last; cell++) {
    if (binOfCell[cell] !== binOfCell[cell + 1])
      steps.push(`when ${value} < ${grid.starts[cell + 1]} then ${binOfCell[cell]}`)
  }
  return `case when ${value} is null then ${binOfCell[last + 1]} ${steps.join(' ')} else ${binOfCell[last]} end`
}

/** The counts of the training rows by the bins of a few columns, row-major in their order. */
async function countTable(
  connection: DuckDBConnection,
  columns: BinnedColumn[],
): Promise<Float64Array> {
  const table = new Float64Array(columns.reduce((cells, { binCount }) => cells * binCount, 1))
  const names = columns.map(({ index, isBefore }) => `${isBefore ? 'l' : 'b'}${index}`)
  const lags = names.filter((_, i) => columns[i]!.isBefore)
  const hasBefore = lags.length > 0 ? `where ${lags[0]} is not null` : ''
  const result = await connection.stream(
    `select ${names}, count(*)::double from binned ${hasBefore} group by ${names}`,
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
