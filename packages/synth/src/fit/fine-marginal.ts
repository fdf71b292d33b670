/** Noisy counts over a column's finest cells; the last cell holds the missing values. */
export type FineMarginal = {
  noisy: Float64Array
  variances: Float64Array
  ordered: boolean
  /** On a fine grid. The cells already sum to them. */
  blocks?: Blocks
}

/** Neighboring cells counted together, with noise of their own. */
export type Blocks = {
  /** The block of each cell but the last, which is missing values. */
  blockOfCell: Int32Array
  counts: Float64Array
  /** The variance of each count. */
  variances: Float64Array
  /** Cells per block. */
  sizes: Int32Array
  /** How surprising it would be, before anything is counted, for the column to lie in each: -log of its probability. */
  surprises?: Float64Array
}
