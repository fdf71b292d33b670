/**
 * Training rows themselves, for protected mode alone; private mode sees nothing but counts (`Measure`). Columns go by
 * their position in the table.
 */
export type TrainingRows = {
  /** Number of training rows; of a larger table, `rowCount` random ones are read. */
  total: number
  rowCount: number
  /**
   * Coded values: integers of an ordered column, codes of a category (NaN where missing), and of a column outside the
   * model 1 where missing, else 0. Every column comes in the same order of rows.
   */
  readColumn: (column: number) => Promise<Float64Array>
  /** The labels of a category column by code; of any other column none. */
  readLabels: (column: number) => Promise<Map<number, string>>
}
