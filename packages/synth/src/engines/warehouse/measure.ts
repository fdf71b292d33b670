import { type CategoryCount, withOtherLabel } from '../../model/measure/discover-categories.ts'
import type { BinnedColumn, BinSource, Measure } from '../../model/measure/measure.ts'
import { ZERO_CLASSES, zerosSql } from '../../model/value-in-cell.ts'
import { cellCount, type Grid } from '../../schema/infer/grid.ts'
import { brokenOrderSql } from '../../schema/rules/rule-sql.ts'
import { binSql, cellSql } from './bins-sql.ts'
import { type CodedTable, codedSql } from './coded-sql.ts'
import type { Dialect } from './dialects/dialect.ts'
import { joinCounts } from './join-counts.ts'
import type { Warehouse } from './warehouse.ts'

/** More in one statement would take the warehouse long to plan. */
const TABLES_PER_QUERY = 100

export type MeasuredTable = CodedTable & {
  /** A subquery of the training rows with all columns of the table. */
  trainingRows: string
}

/** Counts the training rows where they are; no row leaves the warehouse. */
export function measureInWarehouse(warehouse: Warehouse, table: MeasuredTable): Measure {
  const { dialect } = warehouse
  const coded = (columns: number[]) => codedSql(dialect, table.trainingRows, table, columns)
  /** Labels by code: the warehouse keeps no dictionary, so codes are given here. */
  const labels = new Map<number, string[]>()
  let bins = new Map<number, string>()

  const { byValue, byCell } = joinCounts(warehouse, coded)

  const countWhere = async (columns: number[], condition: string): Promise<number> => {
    const expression = `case when ${condition} then 1 else 0 end`
    return (await byCell({ columns, expression, size: 2 }))[1] ?? 0
  }

  const countCategories = async (column: number): Promise<CategoryCount[]> => {
    const rows = (await byValue({ column, having: null })) as [string | null, number][]
    const present = rows.flatMap(([label]) => (label === null ? [] : [label])).sort(compareBytes)
    const declared = table.plan.schemas[column]?.values
    const known = declared ? withOtherLabel(declared) : present
    labels.set(column, known)
    return categoryCounts(rows, present, known)
  }

  const bin = async (sources: Map<number, BinSource>): Promise<void> => {
    bins = new Map(
      [...sources].map(([j, source]) => [j, binSql(dialect, `x${j}`, source, labels.get(j) ?? [])]),
    )
  }

  const countTables = (tables: BinnedColumn[][]) => countBinned(warehouse, coded, bins, tables)

  return {
    joinsCounts: true,
    countRows: () => countRows(warehouse, table.trainingRows),
    countMissing: (column) => countWhere([column], `x${column} is null`),
    countCells: (column, grid) => {
      const expression = cellSql(dialect, `x${column}`, grid)
      return byCell({ columns: [column], expression, size: cellCount(grid) + 1 })
    },
    countValues: async (column, least, always) =>
      (await byValue({ column, having: { least, always } })).map(([value, count]) => ({
        value: Number(value) + 0,
        count,
      })),
    countZeros: (column, grid) => {
      const expression = zerosPlaceSql(dialect, `x${column}`, grid)
      return byCell({ columns: [column], expression, size: zerosPlaces(grid) })
    },
    countBroken: (order) => countWhere([order.low, order.high], brokenOrderSql(order)),
    countCategories,
    bin,
    countTable: async (columns) => (await countTables([columns]))[0]!,
    countTables,
  }
}

/** Counts tables over the bins of their columns, many in one pass. */
async function countBinned(
  { dialect, query }: Warehouse,
  coded: (columns: number[]) => string,
  bins: Map<number, string>,
  tables: BinnedColumn[][],
): Promise<Float64Array[]> {
  const counts = tables.map(
    (columns) => new Float64Array(columns.reduce((cells, { binCount }) => cells * binCount, 1)),
  )
  for (let start = 0; start < tables.length; start += TABLES_PER_QUERY) {
    const some = tables.slice(start, start + TABLES_PER_QUERY)
    const indexes = [...new Set(some.flat().map(({ index }) => index))]
    const binned = `select ${indexes.map((j) => `${bins.get(j)} as b${j}`).join(', ')} from ${coded(indexes)}`
    for (const [i, cell, count] of await dialect.countTables({ binned, tables: some }, query))
      counts[start + i]?.fill(count, cell, cell + 1)
  }
  return counts
}

/** SQL of a value's place among the counts of cells and trailing zeros. */
function zerosPlaceSql(dialect: Dialect, value: string, grid: Grid): string {
  return `(${cellSql(dialect, value, grid)}) * ${ZERO_CLASSES} + ${zerosSql(value)}`
}

const zerosPlaces = (grid: Grid) => (cellCount(grid) + 1) * ZERO_CLASSES

/** Returns the count of each present label with its code among the `known` ones; missing values have code -1. */
function categoryCounts(
  rows: [label: string | null, count: number][],
  present: string[],
  known: string[],
): CategoryCount[] {
  const codes = new Map(known.map((label, code) => [label, code]))
  const countOf = new Map(rows)
  const counts: CategoryCount[] = present.map((label) => ({
    label,
    code: codes.get(label) ?? -1,
    count: countOf.get(label) ?? 0,
  }))
  const missing = countOf.get(null)
  return missing === undefined ? counts : [...counts, { label: null, code: -1, count: missing }]
}

async function countRows(warehouse: Warehouse, rows: string): Promise<number> {
  const [row] = await warehouse.query(`select count(*) from ${rows}`)
  return Number(row![0])
}

/** The order of DuckDB's texts. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
