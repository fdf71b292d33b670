/** Sets the share of parents with rows that have at most the usual number. */
export const USUAL_SHARE = 0.95
/** Lists the numbers of rows that may be proposed to count; noise grows with every row. */
const PROPOSED_ROWS = [1, 2, 3, 5, 10, 20]

/**
 * Returns the largest number of rows of a usual parent, of parents with rows; `sizes` maps a number
 * of rows to the number of parents with so many.
 */
export function typicalRows(sizes: Map<number, number>): number {
  const ordered = [...sizes].sort(([a], [b]) => a - b)
  const parents = ordered.reduce((sum, [, count]) => sum + count, 0)
  let within = 0
  for (const [rows, count] of ordered) {
    within += count
    if (within >= USUAL_SHARE * parents) return rows
  }
  return 0
}

/** Proposes the rows of a parent to count: the usual number, within limits. */
export function proposeMaxRows(usual: number): number {
  return PROPOSED_ROWS.find((rows) => rows >= usual) ?? PROPOSED_ROWS.at(-1)!
}
