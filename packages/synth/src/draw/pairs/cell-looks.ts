import type { NoisyPairs } from '../../model/measure/pair-tables.ts'

/** Keeps the excess of cell counts over their targets while rows swap values of a column. */
export type CellLooks = {
  /** Returns true if the column is in any table of the second look. */
  has: (column: number) => boolean
  /** Half of how much the squared distance changes if two rows swap what they have in a column, in units of the first look's noise. */
  change: (column: number, row1: number, row2: number) => number
  /** Counts the swap; the rows are changed by the caller. */
  swap: (column: number, row1: number, row2: number) => void
}

/** The numbers of a table that a column is in, one after the other in `parts`. */
const PARTS = { table: 0, other: 1, ownStep: 2, otherStep: 3 } as const
const PART_COUNT = 4

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
  const mapFrom = new Int32Array(closer.length)
  const weights = Float64Array.from(closer, (look) => (sigma / look.sigma) ** 2)
  const map = new Int32Array(closer.reduce((size, { cellOf }) => size + cellOf.length, 0))
  const excess = new Float32Array(closer.reduce((size, { counts }) => size + counts.length, 0))
  let [nextMap, nextCell] = [0, 0]
  for (const [t, { a, b, cellOf, counts }] of closer.entries()) {
    mapFrom[t] = nextMap
    // Cells of all tables have one numbering.
    for (let i = 0; i < cellOf.length; i++) map[nextMap + i] = nextCell + cellOf[i]!
    for (let cell = 0; cell < counts.length; cell++) excess[nextCell + cell] = -counts[cell]!
    const [ofA, ofB, binsB] = [bins[a]!, bins[b]!, binCounts[b]!]
    for (let row = 0; row < ofA.length; row++)
      excess[map[nextMap + ofA[row]! * binsB + ofB[row]!]!]!++
    nextMap += cellOf.length
    nextCell += counts.length
  }
  const parts = bins.map((_, j) =>
    Int32Array.from(
      closer.flatMap(({ a, b }, t) => {
        if (a === j) return [t, b, binCounts[b]!, 1]
        return b === j ? [t, a, 1, binCounts[b]!] : []
      }),
    ),
  )

  function change(column: number, row1: number, row2: number): number {
    const of = parts[column]!
    const [own1, own2] = [fine[row1 + column]!, fine[row2 + column]!]
    let sum = 0
    for (let p = 0; p < of.length; p += PART_COUNT) {
      const other = of[p + PARTS.other]!
      const [other1, other2] = [fine[row1 + other]!, fine[row2 + other]!]
      if (other1 === other2) continue
      const table = of[p + PARTS.table]!
      const [ownStep, otherStep] = [of[p + PARTS.ownStep]!, of[p + PARTS.otherStep]!]
      const from = mapFrom[table]!
      const [line1, line2] = [from + own1 * ownStep, from + own2 * ownStep]
      const left1 = map[line1 + other1 * otherStep]!
      const left2 = map[line2 + other2 * otherStep]!
      const joined1 = map[line2 + other1 * otherStep]!
      const joined2 = map[line1 + other2 * otherStep]!
      // Half of the squared length of the step; cells that are left and joined by as many rows do not change.
      const length =
        2 +
        +(left1 === left2) +
        +(joined1 === joined2) -
        +(left1 === joined1) -
        +(left1 === joined2) -
        +(left2 === joined1) -
        +(left2 === joined2)
      sum +=
        weights[table]! *
        (excess[joined1]! + excess[joined2]! - excess[left1]! - excess[left2]! + length)
    }
    return sum
  }

  function swap(column: number, row1: number, row2: number): void {
    const of = parts[column]!
    const [own1, own2] = [fine[row1 + column]!, fine[row2 + column]!]
    for (let p = 0; p < of.length; p += PART_COUNT) {
      const other = of[p + PARTS.other]!
      const [other1, other2] = [fine[row1 + other]!, fine[row2 + other]!]
      if (other1 === other2) continue
      const [ownStep, otherStep] = [of[p + PARTS.ownStep]!, of[p + PARTS.otherStep]!]
      const from = mapFrom[of[p + PARTS.table]!]!
      const [line1, line2] = [from + own1 * ownStep, from + own2 * ownStep]
      excess[map[line1 + other1 * otherStep]!]!--
      excess[map[line2 + other2 * otherStep]!]!--
      excess[map[line2 + other1 * otherStep]!]!++
      excess[map[line1 + other2 * otherStep]!]!++
    }
  }

  return { has: (column) => parts[column]!.length > 0, change, swap }
}
