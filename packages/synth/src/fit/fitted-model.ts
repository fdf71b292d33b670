import type { ColumnSchema } from '../schema/column-schema.ts'
import type { Grid } from '../schema/grid.ts'
import type { CliqueModel } from './clique-model.ts'
import type { BinnedColumn } from './measure.ts'
import type { Binning, FineMarginal } from './merge-bins.ts'

/** What is known, privately, of one modeled column. */
export type FittedColumn = {
  /** Position in the table. */
  index: number
  schema: ColumnSchema
  marginal: FineMarginal
  binning: Binning
  values: CellValues
}

/** Where and how finely the column is counted with others. */
export const countedBins = ({ index, binning }: FittedColumn): BinnedColumn => ({
  index,
  binCount: binning.binCount,
})

/** What a column's fine cells stand for: integers on a grid, or published labels. */
export type CellValues =
  | { type: 'grid'; grid: Grid }
  | { type: 'labels'; labels: string[]; codes: number[] }

/** Everything sampling may see; all of it is differentially private or public. */
export type FittedModel = {
  schemas: ColumnSchema[]
  /** Noisy number of training rows. */
  total: { count: number; variance: number }
  columns: FittedColumn[]
  cliques: CliqueModel
  /** Noisy share of missing values of the columns outside the model, by position. */
  missingShares: Map<number, number>
}
