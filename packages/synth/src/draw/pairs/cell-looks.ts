import type { NoisyPairs } from '../../model/measure/pair-tables.ts'
import { at } from '../../model/pairs/at.ts'

/** Keeps the excess of cell counts over their targets while rows swap values of a column. */
export type CellLooks = {
  /** Returns true if the column is in any table of the second look. */
  has: (column: number) => boolean
  /** Half of how much the squared distance changes if two rows swap what they have in a column, in units of the first look's noise. */
  change: (column: number, row1: number, row2: number) => number
  /** Counts the swap; the rows are changed by the caller. */
  swap: (column: number, row1: number, row2: number) => void
}

/** Describes a table from the side of one of its columns. */
type Side = {
  other: number
  /** Squared noise of the first look per that of the table. */
  weight: number
  /** The cell of every pair of bins, row-major by the column's own bins, of which each line has `width`. */
  cellOf: Int32Array
  width: number
}

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
  const excess = new Float32Array(closer.reduce((size, { counts }) => size + counts.length, 0))
  const sides = bins.map((): Side[] => [])
  let firstCell = 0
  for (const look of closer) {
    const { a, b, counts } = look
    const weight = (sigma / look.sigma) ** 2
    const [width, height] = [at(binCounts, b), at(binCounts, a)]
    const cellOf = Int32Array.from(look.cellOf, (cell) => firstCell + cell)
    const turned = turn(cellOf, width)
    sides[a]!.push({ other: b, weight, cellOf, width })
    sides[b]!.push({ other: a, weight, cellOf: turned, width: height })
    for (const [cell, target] of counts.entries()) excess[firstCell + cell] = -target
    const ofB = bins[b]!
    for (const [row, bin] of bins[a]!.entries()) excess[cellOf[bin * width + ofB[row]!]!]!++
    firstCell += counts.length
  }
  return { has: (column) => sides[column]!.length > 0, ...cellSwaps(fine, excess, sides) }
}

/** Cells row-major b by a from those a by b. */
function turn(cellOf: Int32Array, width: number): Int32Array {
  const height = cellOf.length / width
  const turned = new Int32Array(cellOf.length)
  for (const [i, cell] of cellOf.entries())
    turned[(i % width) * height + Math.floor(i / width)] = cell
  return turned
}

function cellSwaps(
  fine: Uint16Array,
  excess: Float32Array,
  sides: Side[][],
): Pick<CellLooks, 'change' | 'swap'> {
  function change(column: number, row1: number, row2: number): number {
    const own1 = fine[row1 + column]!
    const own2 = fine[row2 + column]!
    let sum = 0
    for (const { other, weight, cellOf, width } of sides[column]!) {
      const other1 = fine[row1 + other]!
      const other2 = fine[row2 + other]!
      if (other1 === other2) continue
      const left1 = cellOf[own1 * width + other1]!
      const left2 = cellOf[own2 * width + other2]!
      const joined1 = cellOf[own2 * width + other1]!
      const joined2 = cellOf[own1 * width + other2]!
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
      sum += weight * (excesses + length)
    }
    return sum
  }

  function swap(column: number, row1: number, row2: number): void {
    const own1 = fine[row1 + column]!
    const own2 = fine[row2 + column]!
    for (const { other, cellOf, width } of sides[column]!) {
      const other1 = fine[row1 + other]!
      const other2 = fine[row2 + other]!
      if (other1 === other2) continue
      excess[cellOf[own1 * width + other1]!]!--
      excess[cellOf[own2 * width + other2]!]!--
      excess[cellOf[own2 * width + other1]!]!++
      excess[cellOf[own1 * width + other2]!]!++
    }
  }

  return { change, swap }
}
