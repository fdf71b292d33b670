import type { PairTable } from '../model/measure/pair-tables.ts'
import { type RandomSource, uniform, uniformBelow } from '../random/random-source.ts'

/** Holds rows whose values are swapped until pairs of columns have the desired counts. */
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

/** Numbers the bins of all columns one after the other. */
type Places = { firstOf: Int32Array; count: number }

/**
 * Starts from `bins` (at most 65,536 of all columns), of which the first `fixedCount` columns stay as they are. A swap within a
 * column leaves what every column has by itself as it is, and changes at most four cells of each table, so a sweep costs
 * rows * columns * partners steps. Rows move as in combinatorial optimization of synthetic populations (Williamson et
 * al., 1998), by swaps instead of replacements.
 */
export function swapRows(
  bins: Int32Array[],
  binCounts: number[],
  targets: PairTable[],
  fixedCount = 0,
): SwappedRows {
  const columnCount = bins.length
  const rowCount = bins[0]!.length
  const places = placesOf(binCounts)
  const { firstOf, count: stride } = places
  const codes = new Uint16Array(rowCount * columnCount)
  bins.forEach((ofColumn, j) => {
    for (let row = 0; row < rowCount; row++)
      codes[row * columnCount + j] = firstOf[j]! + ofColumn[row]!
  })
  const excess = excessOf(bins, binCounts, targets, places)
  const partners = partnersOf(columnCount, targets)
  const { change, swap } = swapsOf(codes, excess, stride)

  return {
    sweep(temperature, random) {
      let [offered, accepted] = [0, 0]
      for (let j = fixedCount; j < columnCount; j++) {
        const of = partners[j]!
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
      bins.map((_, j) => {
        const read = new Int32Array(rowCount)
        for (let row = 0; row < rowCount; row++)
          read[row] = codes[row * columnCount + j]! - firstOf[j]!
        return read
      }),
  }
}

/** Swaps the codes of two rows in one column, and keeps `excess` (`stride` wide) up to date. */
function swapsOf(codes: Uint16Array, excess: Float32Array, stride: number) {
  /** Half of how much the squared distance changes if the two rows swap what they have in a column. */
  function change(of: Int32Array, own1: number, own2: number, row1: number, row2: number): number {
    const [from1, from2] = [own1 * stride, own2 * stride]
    let sum = 0
    let moved = 0
    for (let p = 0; p < of.length; p++) {
      const other1 = codes[row1 + of[p]!]!
      const other2 = codes[row2 + of[p]!]!
      // Counts cancel where the partner values are equal; without a branch this takes half the
      // time.
      sum += excess[from2 + other1]! + excess[from1 + other2]!
      sum -= excess[from1 + other1]! + excess[from2 + other2]!
      moved += +(other1 !== other2)
    }
    return sum + 2 * moved
  }

  function swap(j: number, of: Int32Array, row1: number, row2: number): void {
    const [own1, own2] = [codes[row1 + j]!, codes[row2 + j]!]
    for (let p = 0; p < of.length; p++) {
      const other1 = codes[row1 + of[p]!]!
      const other2 = codes[row2 + of[p]!]!
      if (other1 === other2) continue
      add(own1, other1, -1)
      add(own2, other2, -1)
      add(own2, other1, 1)
      add(own1, other2, 1)
    }
    codes[row1 + j] = own2
    codes[row2 + j] = own1
  }

  function add(a: number, b: number, rows: number): void {
    excess[a * stride + b]! += rows
    excess[b * stride + a]! += rows
  }

  return { change, swap }
}

function placesOf(binCounts: number[]): Places {
  const firstOf = new Int32Array(binCounts.length)
  let count = 0
  for (const [j, bins] of binCounts.entries()) {
    firstOf[j] = count
    count += bins
  }
  return { firstOf, count }
}

/**
 * Returns the excess of each pair table's counts over their targets: a symmetric matrix of the bins
 * of all columns, row-major.
 */
function excessOf(
  bins: Int32Array[],
  binCounts: number[],
  targets: PairTable[],
  { firstOf, count }: Places,
): Float32Array {
  const excess = new Float32Array(count * count)
  for (const { a, b, counts } of targets) {
    const [ofA, ofB, binsB] = [bins[a]!, bins[b]!, binCounts[b]!]
    const rows = Float32Array.from(counts, (target) => -target)
    for (let row = 0; row < ofA.length; row++) rows[ofA[row]! * binsB + ofB[row]!]!++
    for (let cell = 0; cell < rows.length; cell++) {
      const [placeA, placeB] = [
        firstOf[a]! + Math.floor(cell / binsB),
        firstOf[b]! + (cell % binsB),
      ]
      excess[placeA * count + placeB] = excess[placeB * count + placeA] = rows[cell]!
    }
  }
  return excess
}

/** The columns that each column has a table with. */
function partnersOf(columnCount: number, targets: PairTable[]): Int32Array[] {
  const partners = Array.from({ length: columnCount }, (): number[] => [])
  for (const { a, b } of targets) {
    partners[a]!.push(b)
    partners[b]!.push(a)
  }
  return partners.map((columns) => Int32Array.from(columns))
}
