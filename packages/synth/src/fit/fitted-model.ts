import type { ColumnSchema } from '../schema/column-schema.ts'
import type { CellStarts } from '../schema/grid.ts'
import type { RulePlan } from '../schema/rule-plan.ts'
import type { CliqueModel } from './clique-model.ts'
import type { FineMarginal } from './fine-marginal.ts'
import type { BinnedColumn } from './measure.ts'
import type { Binning } from './merge-bins.ts'
import type { NoisyPairs } from './pair-tables.ts'
import type { Tree } from './protected-tree.ts'

/** What is known of one modeled column. */
export type FittedColumn<Cells extends CellStarts = CellStarts> = {
  /** Position in the table. */
  index: number
  schema: ColumnSchema
  marginal: FineMarginal
  binning: Binning
  values: CellValues<Cells>
}

/** Where and how finely the column is counted with others. */
export const countedBins = ({ index, binning }: FittedColumn): BinnedColumn => ({
  index,
  binCount: binning.binCount,
})

/** What a column's fine cells stand for: integers on a grid, or published labels. */
export type CellValues<Cells extends CellStarts = CellStarts> =
  | { type: 'grid'; grid: Cells }
  | { type: 'labels'; labels: string[]; codes: number[] }

/** What the columns that rules compute take from the original; as private, or guarded, as the model. */
export type FittedRules = {
  plan: RulePlan
  /** The computed columns, each on its own, by position. */
  alone: Map<number, FittedColumn>
  /** By the position of the column that is looked up. */
  lookups: Map<number, FittedLookup>
}

/** One value of a column for every combination of the cells of the columns it depends on. */
export type FittedLookup = {
  on: FittedColumn[]
  /** Of a category, what `results` index; null for an ordered column, whose results are coded integers. */
  labels: string[] | null
  /** Row-major over the cells of `on`; NaN where the value is missing. */
  results: Float64Array
  /**
   * By combination in which a column's rare categories are pooled, the weights of the labels it may have there: the
   * pool is split by them, so that it need not have one value for all.
   */
  pools: Map<number, Float64Array>
}

/** What every model knows of a table: its columns one by one. */
export type FittedColumns = {
  schemas: ColumnSchema[]
  /** Number of training rows; `variance` is that of its noise. */
  total: { count: number; variance: number }
  columns: FittedColumn[]
  /** Share of missing values of the columns outside the model, by position. */
  missingShares: Map<number, number>
  rules: FittedRules
}

/** All of it is differentially private or public. */
export type PrivateModel = FittedColumns & { cliques: CliqueModel; pairs: NoisyPairs }

/** Guarded (see fit-protected.ts) but exact: without a formal guarantee. One tree per column, in their order. */
export type ProtectedModel = FittedColumns & { trees: Tree[] }

/** Everything sampling may see. */
export type FittedModel = PrivateModel | ProtectedModel
