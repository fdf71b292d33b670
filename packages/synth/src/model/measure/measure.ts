import type { Grid } from '../../schema/infer/grid.ts'
import type { Conversion } from '../../schema/rules/rule-units.ts'
import type { CategoryCount } from './discover-categories.ts'

/** Holds the number of rows that hold a coded value. */
export type ValueCount = { value: number; count: number }

/** Describes that column `high` is not below `low`, whose values are converted into the unit of `high`. */
export type ColumnOrder = { low: number; high: number; conversion: Conversion }

/**
 * Gives the only access to the original's rows: exact counts of the training rows. The caller adds
 * noise, and pays for it in the ledger, before anything else happens. Columns are given by their
 * position in the table.
 */
export type Measure = {
  /** True where a pass over the rows is dear, and counts of the same moment are taken in one. */
  joinsCounts?: boolean
  countRows: () => Promise<number>
  /** Rows without a value in the column. */
  countMissing: (column: number) => Promise<number>
  /** Rows per cell of a grid over an ordered column; the last cell is missing values. */
  countCells: (column: number, grid: Grid) => Promise<Float64Array>
  /**
   * Rows that hold exactly a value of an ordered column, for each value of at least `least` rows and each of `always`; in
   * any order, without missing ones and values that no row holds.
   */
  countValues: (column: number, least: number, always: readonly number[]) => Promise<ValueCount[]>
  /**
   * Rows per cell of a grid over an ordered column and number of trailing zeros of the value (see `zerosOf`), row-major; the
   * last `ZERO_CLASSES` sum to the missing values.
   */
  countZeros: (column: number, grid: Grid) => Promise<Float64Array>
  /** Rows in which the second column is below the first, both having a value. */
  countBroken: (order: ColumnOrder) => Promise<number>
  /** Rows per category in order of the label; null is missing values. */
  countCategories: (column: number) => Promise<CategoryCount[]>
  /** Fixes how columns are binned for every `countTable` that follows. */
  bin: (sources: Map<number, BinSource>) => Promise<void>
  /** Rows by the bins of a few columns, row-major in their order. */
  countTable: (columns: BinnedColumn[]) => Promise<Float64Array>
  /** `countTable` of each, for engines that do many in one pass over the rows. */
  countTables: (tables: BinnedColumn[][]) => Promise<Float64Array[]>
}

/**
 * Describes a binned column. `isBefore` selects the previous row's value in a series; rows without
 * a previous row do not count. One row then changes three counts: of the pairs before and after it,
 * and of the pair that its removal joins.
 */
export type BinnedColumn = { index: number; binCount: number; isBefore?: boolean }

/** Describes the binning of a column: from grid cells, or from category codes with a bin for all others. */
export type BinSource =
  | { type: 'grid'; grid: Grid; binOfCell: Int32Array }
  | { type: 'codes'; codes: number[]; bins: number[]; otherBin: number; missingBin: number }
