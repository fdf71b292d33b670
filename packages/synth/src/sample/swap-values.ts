import type { PairTable } from '../fit/pair-tables.ts'
import { type RandomSource, uniform, uniformBelow } from '../rng/random-source.ts'

/** Rows whose values are swapped between them until pairs of columns have the counts they should have. */
export type SwappedRows = {
  /**
   * Offers every value of every row one swap with a row drawn at random, and returns the share accepted. A swap is
   * accepted if it brings the counts closer to their targets, or, with a probability that falls with the square of
   * the counts' distance over `temperature`, if it does not.
   */
  sweep: (temperature: number, random: RandomSource) => number
  /** Bin indexes, one array per column. */
  read: () => Int32Array[]
}

/** A column's tables with the others it is paired with, one entry per partner. */
type Partners = {
  columns: Int32Array
  /** Where the table, own bin by partner's bin, begins in `excess`; and the same table transposed. */
  tables: Int32Array
  transposed: Int32Array
}

/**
 * Starts from `bins` (at most 256 per column), of which the first `fixedCount` stay as they are. A swap within a column leaves what every column has by itself as it is,
 * and changes at most four cells of each table, so a sweep costs rows * columns * partners steps. Rows move as in
 * combinatorial optimization of synthetic populations (Williamson et al., 1998), by swaps instead of replacements.
 */
export function swapRows(
  bins: Int32Array[],
  binCounts: number[],
  targets: PairTable[],
  fixedCount = 0,
): SwappedRows {
  const columnCount = bins.length
  const rowCount = bins[0]!.length
  const codes = new Uint8Array(rowCount * columnCount)
  bins.forEach((ofColumn, j) => {
    for (let row = 0; row < rowCount; row++) codes[row * columnCount + j] = ofColumn[row]!
  })
  const { excess, partners } = layTables(bins, binCounts, targets)
  const sizes = Int32Array.from(binCounts)

  /** Half of how much the squared distance changes if the two rows swap what they have in a column. */
  function change(of: Partners, own1: number, own2: number, row1: number, row2: number): number {
    const { columns, tables } = of
    let sum = 0
    let moved = 0
    for (let p = 0; p < columns.length; p++) {
      const column = columns[p]!
      const other1 = codes[row1 + column]!
      const other2 = codes[row2 + column]!
      const from1 = tables[p]! + own1 * sizes[column]!
      const from2 = tables[p]! + own2 * sizes[column]!
      // Where the partner's values are equal, the counts cancel; without a branch this takes half the time.
      sum += excess[from2 + other1]! + excess[from1 + other2]!
      sum -= excess[from1 + other1]! + excess[from2 + other2]!
      moved += +(other1 !== other2)
    }
    return sum + 2 * moved
  }

  function swap(j: number, of: Partners, row1: number, row2: number): void {
    const [own1, own2, size] = [codes[row1 + j]!, codes[row2 + j]!, sizes[j]!]
    for (let p = 0; p < of.columns.length; p++) {
      const column = of.columns[p]!
      const other1 = codes[row1 + column]!
      const other2 = codes[row2 + column]!
      if (other1 === other2) continue
      const from1 = of.tables[p]! + own1 * sizes[column]!
      const from2 = of.tables[p]! + own2 * sizes[column]!
      excess[from1 + other1]!--
      excess[from2 + other2]!--
      excess[from2 + other1]!++
      excess[from1 + other2]!++
      const back1 = of.transposed[p]! + other1 * size
      const back2 = of.transposed[p]! + other2 * size
      excess[back1 + own1]!--
      excess[back2 + own2]!--
      excess[back1 + own2]!++
      excess[back2 + own1]!++
    }
    codes[row1 + j] = own2
    codes[row2 + j] = own1
  }

  return {
    sweep(temperature, random) {
      let [offered, accepted] = [0, 0]
      for (const [j, of] of partners.entries()) {
        if (j < fixedCount) continue
        for (let row = 0; row < rowCount; row++) {
          const row1 = row * columnCount
          const row2 = uniformBelow(random, rowCount) * columnCount
          const [own1, own2] = [codes[row1 + j]!, codes[row2 + j]!]
          if (own1 === own2) continue
          offered++
          const worse = change(of, own1, own2, row1, row2)
          if (worse >= 0 && !(worse < -temperature * Math.log(1 - uniform(random)))) continue
          accepted++
          swap(j, of, row1, row2)
        }
      }
      return offered === 0 ? 0 : accepted / offered
    },
    read: () =>
      bins.map((_, j) =>
        Int32Array.from({ length: rowCount }, (_, row) => codes[row * columnCount + j]!),
      ),
  }
}

/** How far each table's counts are above their targets, once by each of its columns. */
function layTables(
  bins: Int32Array[],
  binCounts: number[],
  targets: PairTable[],
): { excess: Float32Array; partners: Partners[] } {
  const size = targets.reduce((sum, { counts }) => sum + 2 * counts.length, 0)
  const excess = new Float32Array(size)
  const entries = bins.map((): [column: number, table: number, transposed: number][] => [])
  let next = 0
  for (const { a, b, counts } of targets) {
    const transposed = next + counts.length
    for (let cell = 0; cell < counts.length; cell++) excess[next + cell] = -counts[cell]!
    const [binsA, binsB] = [binCounts[a]!, binCounts[b]!]
    const [ofA, ofB] = [bins[a]!, bins[b]!]
    for (let row = 0; row < ofA.length; row++) excess[next + ofA[row]! * binsB + ofB[row]!]!++
    for (let i = 0; i < binsA; i++)
      for (let k = 0; k < binsB; k++)
        excess[transposed + k * binsA + i] = excess[next + i * binsB + k]!
    entries[a]!.push([b, next, transposed])
    entries[b]!.push([a, transposed, next])
    next = transposed + counts.length
  }
  const partners = entries.map((list) => ({
    columns: Int32Array.from(list, ([column]) => column),
    tables: Int32Array.from(list, ([, table]) => table),
    transposed: Int32Array.from(list, ([, , transposed]) => transposed),
  }))
  return { excess, partners }
}
