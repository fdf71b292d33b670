import type { CellTable, NoisyPairs } from '../../model/measure/pair-tables.ts'

/** Keeps the excess of cell counts over their targets while rows swap values of a column. */
export type CellLooks = {
  /** Returns true if the column is in any table of the second look. */
  has: (column: number) => boolean
  /** Half of how much the squared distance changes if two rows swap what they have in a column, in units of the first look's noise. */
  change: (column: number, row1: number, row2: number) => number
  /** Counts the swap; the rows are changed by the caller. */
  swap: (column: number, row1: number, row2: number) => void
}

/** Numbers per table that a column is in: its weight's place, the other column, and where the lines of the map start. */
const PART = 4

/**
 * Counts rows by the cells of the second look. `fine` has the bins of all rows, row-major; it is read at every call. Rows are
 * given by the place of their first bin in it.
 */
export function cellLooks(
  fine: Uint16Array,
  bins: Int32Array[],
  binCounts: number[],
  { closer, sigma }: NoisyPairs,
): CellLooks {
  const weights = Float64Array.from(closer, (look) => (sigma / look.sigma) ** 2)
  const { maps, startOfB, excess } = layMaps(bins, binCounts, closer)
  const parts = bins.map((_, j) =>
    Int32Array.from(
      closer.flatMap(({ a, b }, t) => {
        if (a === j) return [t, b, startOfB[t]! - binCounts[a]! * binCounts[b]!, binCounts[b]!]
        return b === j ? [t, a, startOfB[t]!, binCounts[a]!] : []
      }),
    ),
  )

  function change(column: number, row1: number, row2: number): number {
    const of = parts[column]!
    const own1 = fine[row1 + column]!
    const own2 = fine[row2 + column]!
    let sum = 0
    for (let p = 0; p < of.length; p += PART) {
      const other = of[p + 1]!
      const other1 = fine[row1 + other]!
      const other2 = fine[row2 + other]!
      if (other1 === other2) continue
      const line1 = of[p + 2]! + own1 * of[p + 3]!
      const line2 = of[p + 2]! + own2 * of[p + 3]!
      const left1 = maps[line1 + other1]!
      const left2 = maps[line2 + other2]!
      const joined1 = maps[line2 + other1]!
      const joined2 = maps[line1 + other2]!
      // Half of the squared length of the step: a cell that is left and joined does not change.
      const length =
        2 +
        +(left1 === left2) +
        +(joined1 === joined2) -
        +(left1 === joined1) -
        +(left1 === joined2) -
        +(left2 === joined1) -
        +(left2 === joined2)
      const excesses = excess[joined1]! + excess[joined2]! - excess[left1]! - excess[left2]!
      sum += weights[of[p]!]! * (excesses + length)
    }
    return sum
  }

  function swap(column: number, row1: number, row2: number): void {
    const of = parts[column]!
    const own1 = fine[row1 + column]!
    const own2 = fine[row2 + column]!
    for (let p = 0; p < of.length; p += PART) {
      const other = of[p + 1]!
      const other1 = fine[row1 + other]!
      const other2 = fine[row2 + other]!
      if (other1 === other2) continue
      const line1 = of[p + 2]! + own1 * of[p + 3]!
      const line2 = of[p + 2]! + own2 * of[p + 3]!
      excess[maps[line1 + other1]!]!--
      excess[maps[line2 + other2]!]!--
      excess[maps[line2 + other1]!]!++
      excess[maps[line1 + other2]!]!++
    }
  }

  return { has: (column) => parts[column]!.length > 0, change, swap }
}

/**
 * Returns the cells of all tables by one numbering, each table twice, first row-major a by b and then b by a, which starts at
 * `startOfB`; and the excess of each cell's rows over its target.
 */
function layMaps(bins: Int32Array[], binCounts: number[], closer: CellTable[]) {
  const maps = new Int32Array(closer.reduce((size, { cellOf }) => size + 2 * cellOf.length, 0))
  const excess = new Float32Array(closer.reduce((size, { counts }) => size + counts.length, 0))
  const startOfB = new Int32Array(closer.length)
  let [start, firstCell] = [0, 0]
  for (const [t, { a, b, cellOf, counts }] of closer.entries()) {
    const [ofA, ofB] = [bins[a]!, bins[b]!]
    const [binsA, binsB] = [binCounts[a]!, binCounts[b]!]
    startOfB[t] = start + cellOf.length
    for (let i = 0; i < binsA; i++)
      for (let k = 0; k < binsB; k++) {
        const cell = firstCell + cellOf[i * binsB + k]!
        maps[start + i * binsB + k] = cell
        maps[startOfB[t]! + k * binsA + i] = cell
      }
    for (let cell = 0; cell < counts.length; cell++) excess[firstCell + cell] = -counts[cell]!
    for (let row = 0; row < ofA.length; row++)
      excess[maps[start + ofA[row]! * binsB + ofB[row]!]!]!++
    start += 2 * cellOf.length
    firstCell += counts.length
  }
  return { maps, startOfB, excess }
}
