/** Holds noisy counts over a column's finest cells; the last cell holds the missing values. */
export type FineMarginal = {
  noisy: Float64Array
  variances: Float64Array
  ordered: boolean
  /** Holds block counts, to which the cells already sum; only on a fine grid. */
  blocks?: Blocks
  /** Set where cells are those of a tree: their counts are nowhere negative, and sum to the total. */
  tree?: TreeCells
}

/** Holds what is known of cells of a tree, missing values left out. */
export type TreeCells = {
  /** 1 for a value that was counted on its own. */
  isSpike: Uint8Array
  /** The cells that were cut from one, to whose count they sum. */
  familyOfCell: Int32Array
  /** The variance of the count of each family, its number of cells, and the variance of a cell's own count. */
  variances: Float64Array
  members: Int32Array
  memberVariances: Float64Array
}

/** Holds neighboring cells counted together, with separate noise. */
export type Blocks = {
  /** The block of each cell but the last, which is missing values. */
  blockOfCell: Int32Array
  counts: Float64Array
  /** The variance of each count. */
  variances: Float64Array
  /** Cells per block. */
  sizes: Int32Array
  /**
   * Prior surprise of the column being in each block: -log of its probability, before anything is
   * counted.
   */
  surprises?: Float64Array
}
