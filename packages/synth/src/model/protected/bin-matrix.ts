/**
 * Describes the bins of several columns, row by row: the bin of row r in column c is `bins[r *
 * width + c]`.
 */
export type BinMatrix = { rowCount: number; width: number; bins: Uint8Array }

/**
 * Describes a column of a matrix; the bins of an `ordered` one are numbered in the order of their
 * values.
 */
export type MatrixColumn = { column: number; binCount: number; ordered: boolean }
