/** Holds noisy counts over a column's finest cells; the last cell holds the missing values. */
export type FineMarginal = {
  noisy: Float64Array
  variances: Float64Array
  ordered: boolean
  /** Holds block counts, to which the cells already sum; only on a fine grid. */
  blocks?: Blocks
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
