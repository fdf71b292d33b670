import type { DuckDBConnection } from '@duckdb/node-api'
import type { BinnedColumn, Measure, ValueCount } from '../../model/measure/measure.ts'
import { ZERO_CLASSES, zerosSql } from '../../model/value-in-cell.ts'
import { cellCount, type Grid, lastAtMost } from '../../schema/infer/grid.ts'
import { brokenOrderSql } from '../../schema/rules/rule-sql.ts'
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
    countValues: (column, least, always) => countValues(connection, column, least, always),
    countZeros: (column, grid) => countZeros(connection, column, grid),
    countBroken: (order) => countRows(connection, `not held and ${brokenOrderSql(order)}`),
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
  const rows = await queryRows(
    connection,
    `select count(*) - count(x${j}), ${histogramSql(grid, j)} from coded where not held`,
  )
  counts[counts.length - 1] = Number(rows[0]![0])
  addHistogram(counts, grid, rows[0]![1], 0, 1)
  return counts
}

/** The same by trailing zeros. */
async function countZeros(
  connection: DuckDBConnection,
  j: number,
  grid: Grid,
): Promise<Float64Array> {
  const counts = new Float64Array((cellCount(grid) + 1) * ZERO_CLASSES)
  const rows = await queryRows(
    connection,
    `select ${zerosSql(`x${j}`)}, count(*) - count(x${j}), ${histogramSql(grid, j)}
     from coded where not held group by 1`,
  )
  for (const [zeros, missing, histogram] of rows) {
    const place = Number(zeros)
    counts[cellCount(grid) * ZERO_CLASSES + place]! += Number(missing)
    addHistogram(counts, grid, histogram, place, ZERO_CLASSES)
  }
  return counts
}

/** Returns SQL of the rows by the last integer of each cell; those of the last cell have no such key. */
function histogramSql(grid: Grid, j: number): string {
  const lasts = [...grid.starts.subarray(1, -1)].map((start) => start - 1)
  return `histogram(x${j}, [${lasts.join(', ')}]::double[])`
}
/** Adds the counts of a histogram to every `step`-th place from `first` on. */
function addHistogram(
  counts: Float64Array,
  { starts }: Grid,
  histogram: unknown,
  first: number,
  step: number,
): void {
  if (!Array.isArray(histogram)) return
  const cells = starts.length - 1
  for (const { key, value } of histogram as { key: number; value: bigint }[]) {
    const cell = key === Number.POSITIVE_INFINITY ? cells - 1 : lastAtMost(starts, key, cells - 1)
    counts[cell * step + first]! += Number(value)
  }
}

/** Counts of the training rows by value, for values of many rows and some others. */
async function countValues(
  connection: DuckDBConnection,
  j: number,
  least: number,
  always: readonly number[],
): Promise<ValueCount[]> {
  const isAlways = always.length > 0 ? `or x${j} in (${always.join(', ')})` : ''
  const rows = await queryRows(
    connection,
    `select x${j}, count(*) from coded where not held and x${j} is not null
     group by 1 having count(*) >= ${least} ${isAlways} order by 1`,
  )
  return rows.map(([value, count]) => ({ value: Number(value), count: Number(count) }))
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
