import type { ColumnSchema } from '../schema/column-schema.ts'
import type { Grid } from '../schema/infer/grid.ts'
import type { RulePlan } from '../schema/rules/rule-plan.ts'
import type { Conversion } from '../schema/rules/rule-units.ts'
import type { MeasuredSeriesPlan } from '../schema/series-plan.ts'
import type { FineMarginal } from './measure/fine-marginal.ts'
import type { BinnedColumn } from './measure/measure.ts'
import type { NoisyPairs } from './measure/pair-tables.ts'
import type { DeterminedColumn } from './pairs/determined-columns.ts'
import type { Binning } from './protected/merge-bins.ts'
import type { Tree } from './protected/protected-tree.ts'
import type { TreeModel } from './tree-model.ts'

/** Describes a modeled column. */
export type FittedColumn = {
  /** Position in the table. */
  index: number
  schema: ColumnSchema
  marginal: FineMarginal
  binning: Binning
  values: CellValues
}

/** Returns the position of the column and the number of bins in which it is counted with others. */
export const countedBins = ({ index, binning }: FittedColumn): BinnedColumn => ({
  index,
  binCount: binning.binCount,
})

/** Maps a column's fine cells to values: integers on a grid, or published labels. */
export type CellValues =
  | { type: 'grid'; grid: Grid }
  | { type: 'labels'; labels: string[]; codes: number[] }

/** Describes the data that computed columns take from the original; as private, or guarded, as the model. */
export type FittedRules = {
  plan: RulePlan
  /** The computed columns, each on its own, by position. */
  alone: Map<number, FittedColumn>
  /** Maps the positions of looked-up columns. */
  lookups: Map<number, FittedLookup>
}

/** Holds one value of a column for every combination of the cells of the columns it depends on. */
export type FittedLookup = {
  on: FittedColumn[]
  /**
   * Holds a category's labels, indexed by `results`; null for an ordered column, whose results are
   * coded integers.
   */
  labels: string[] | null
  /** Row-major over the cells of `on`; NaN where the value is missing. */
  results: Float64Array
  /**
   * Holds, by combination in which a column's rare categories are pooled, the weights of the
   * possible labels: the pool is split by them, so that it need not have one value for all.
   */
  pools: Map<number, Float64Array>
}

/** Describes the part that all models of a table share: its columns one by one. */
export type FittedColumns = {
  schemas: ColumnSchema[]
  /** Number of training rows; `variance` is that of its noise. */
  total: { count: number; variance: number }
  columns: FittedColumn[]
  /** Share of missing values of the columns outside the model, by position. */
  missingShares: Map<number, number>
  rules: FittedRules
  /**
   * The modeled columns of the parent table, in their order; empty without a parent. They precede
   * `columns` in the model's joint figures.
   */
  context: FittedColumn[]
}

/**
 * Describes a model that generates the rows of a series one after another; columns by their place
 * in the model.
 */
export type SeriesModel = {
  plan: MeasuredSeriesPlan
  gap: FittedColumn
  /** Describes invented devices; null if devices are known by name. */
  devices: { start: FittedColumn; length: FittedColumn } | null
  /** Weights of the start of each device known by name, by its bin; one entry if there is no device. */
  starts: Float64Array
  /** Columns that are drawn, each after the one it depends on; time, clock and device are given. */
  steps: SeriesStep[]
  /** Rows that are held out together, at most. */
  heldTogether: number
}

/**
 * Describes the transition of a column: conditional on the given columns (at most two of time,
 * clock and device), on its own bin in the row before, and on another column of the same row.
 */
export type SeriesStep = {
  column: number
  binCount: number
  given: { column: number; binCount: number }[]
  /** Weights, row-major over the given, the bin before, the bin. */
  after: Float32Array
  /** Weights of a sequence's first row, row-major over the given, the bin. */
  first: Float32Array
  /**
   * Likelihood ratio of each bin given another column's bin, row-major over the given, the other's
   * bin, the bin.
   */
  beside: { column: number; binCount: number; ratios: Float32Array } | null
}

/** Says which share of the rows has `high` below `low`, converted into its unit; columns by their place in the model. */
export type KeptOrder = { low: number; high: number; conversion: Conversion; broken: number }

/** Holds a model that is entirely differentially private or public. */
export type PrivateModel = FittedColumns & {
  tree: TreeModel
  pairs: NoisyPairs
  /** Columns that follow from others; the tree has no link to them. */
  determined: DeterminedColumn[]
  /** Orders that few rows break. */
  orders: KeptOrder[]
  /** Set where rows follow each other. */
  series?: SeriesModel
}

/** Guarded (see fit-protected.ts) but exact: without a formal guarantee. One tree per column, in their order. */
export type ProtectedModel = FittedColumns & { trees: Tree[] }

/** Holds all data that sampling may read. */
export type FittedModel = PrivateModel | ProtectedModel

/** Returns the model of consecutive rows, or undefined if the table is no series. */
export function seriesOf(model: FittedModel): SeriesModel | undefined {
  return 'pairs' in model ? model.series : undefined
}
