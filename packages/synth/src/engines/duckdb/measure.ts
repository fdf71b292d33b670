import type { DuckDBConnection } from '@duckdb/node-api'
import type { BinnedColumn, Measure } from '../../model/measure/measure.ts'
import { cellCount, type Grid, gridCellSql } from '../../schema/infer/grid.ts'
import { type Binner, binnerOf, countByBins } from './count-bins.ts'
import { queryRows } from './database.ts'

/** Counts the training rows of the table `coded`. */
export function measureInDuckdb(connection: DuckDBConnection): Measure {
  let binners = new Map<number, Binner>()
  const countTables = (tables: BinnedColumn[][]) => countByBins(connection, binners, tables)
  return {
    countRows: () => countRows(connection, 'not held'),
    countMissing: (column) => countRows(connection, `not held and x${column} = 1`),
    countCells: (column, grid) => countCells(connection, column, grid),
    countCategories: (column) => countCategories(connection, column),
    bin: async (sources) => {
      binners = new Map([...sources].map(([j, source]) => [j, binnerOf(source)]))
    },
    countTable: async (columns) => (await countTables([columns]))[0]!,
    countTables,
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
