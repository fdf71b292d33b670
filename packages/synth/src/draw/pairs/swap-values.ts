import type { NoisyPairs, PairTable } from '../../model/measure/pair-tables.ts'
import { at } from '../../model/pairs/at.ts'
import { type RandomSource, uniform, uniformBelow } from '../../random/random-source.ts'
import { type CellLooks, cellLooks } from './cell-looks.ts'

/** Holds rows whose values are swapped until pairs of columns have the desired counts. */
export type SwappedRows = {
  /**
   * Offers every value of every row one swap with a row drawn at random, and returns the share accepted. A swap is
   * accepted if it brings the counts closer to their targets, or, with a probability that falls with the square of
   * the counts' distance over `temperature`, if it does not. The distance is that of all tables, each in units of its
   * noise, times the noise of the first look.
   */
  sweep: (temperature: number, random: RandomSource) => number
  /** Bin indexes, one array per column. */
  read: () => Int32Array[]
}

/** Numbers the groups of all columns one after the other. */
type Places = { firstOf: Int32Array; count: number }

/**
 * Starts from `bins` (at most 65,536 groups of all columns), of which the first `fixedCount` columns stay as they are. The counts
 * of `targets` are to be met. A swap within a column leaves what every column has by itself as it is, and changes at most
 * four cells of each table, so a sweep costs rows * columns * partners steps. Rows move as in combinatorial optimization of
 * synthetic populations (Williamson et al., 1998), by swaps instead of replacements.
 */
export function swapRows(
  bins: Int32Array[],
  binCounts: number[],
  targets: NoisyPairs,
  fixedCount = 0,
): SwappedRows {
  const columnCount = bins.length
  const rowCount = at(bins, 0).length
  const places = placesOf(targets)
  const { firstOf, count: stride } = places
  const codes = new Uint16Array(rowCount * columnCount)
  const fine = new Uint16Array(rowCount * columnCount)
  bins.forEach((ofColumn, j) => {
    const { groupOf } = at(targets.groups, j)
    for (let row = 0; row < rowCount; row++) {
      codes[row * columnCount + j] = at(firstOf, j) + groupOf[ofColumn[row]!]!
      fine[row * columnCount + j] = ofColumn[row]!
    }
  })
  const partners = partnersOf(columnCount, targets.tables)
  const grouped = groupedSwaps(codes, excessOf(bins, targets, places), stride)
  const looks = cellLooks(fine, bins, binCounts, targets)
  const offered = columnsOffered(partners, looks, fixedCount)

  return {
    sweep(temperature, random) {
      let [offers, accepted] = [0, 0]
      for (const j of offered) {
        const of = at(partners, j)
        const hasLooks = looks.has(j)
        for (let row = 0; row < rowCount; row++) {
          const row1 = row * columnCount
          const row2 = uniformBelow(random, rowCount) * columnCount
          const bin1 = fine[row1 + j]!
          const bin2 = fine[row2 + j]!
          if (bin1 === bin2) continue
          offers++
          const own1 = codes[row1 + j]!
          const own2 = codes[row2 + j]!
          const isOtherGroup = own1 !== own2
          let worse = isOtherGroup ? grouped.change(of, own1, own2, row1, row2) : 0
          if (hasLooks) worse += looks.change(j, row1, row2)
          if (worse >= 0 && !(worse < -temperature * Math.log(1 - uniform(random)))) continue
          accepted++
          if (isOtherGroup) grouped.swap(j, of, row1, row2)
          if (hasLooks) looks.swap(j, row1, row2)
          fine[row1 + j] = bin2
          fine[row2 + j] = bin1
        }
      }
      return offers === 0 ? 0 : accepted / offers
    },
    read: () =>
      bins.map((_, j) => {
        const read = new Int32Array(rowCount)
        for (let row = 0; row < rowCount; row++) read[row] = fine[row * columnCount + j]!
        return read
      }),
  }
}

/** Columns that may move and are in any table. */
function columnsOffered(partners: Int32Array[], looks: CellLooks, fixedCount: number): number[] {
  return [...partners.keys()].filter(
    (j) => j >= fixedCount && (at(partners, j).length > 0 || looks.has(j)),
  )
}

/** Swaps the groups of two rows in one column, and keeps `excess` (`stride` wide) up to date. */
function groupedSwaps(codes: Uint16Array, excess: Float32Array, stride: number) {
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

function placesOf({ groups }: NoisyPairs): Places {
  const firstOf = new Int32Array(groups.length)
  let count = 0
  for (const [j, { count: ofColumn }] of groups.entries()) {
    firstOf[j] = count
    count += ofColumn
  }
  return { firstOf, count }
}

/**
 * Returns the excess of each pair table's counts over their targets: a symmetric matrix of the groups
 * of all columns, row-major.
 */
function excessOf(
  bins: Int32Array[],
  { tables, groups }: NoisyPairs,
  { firstOf, count }: Places,
): Float32Array {
  const excess = new Float32Array(count * count)
  for (const { a, b, counts } of tables) {
    const [ofA, ofB] = [at(bins, a), at(bins, b)]
    const { groupOf: groupA } = at(groups, a)
    const { groupOf: groupB, count: countB } = at(groups, b)
    const rows = Float32Array.from(counts, (target) => -target)
    for (let row = 0; row < ofA.length; row++)
      rows[groupA[ofA[row]!]! * countB + groupB[ofB[row]!]!]!++
    for (let cell = 0; cell < rows.length; cell++) {
      const [placeA, placeB] = [
        at(firstOf, a) + Math.floor(cell / countB),
        at(firstOf, b) + (cell % countB),
      ]
      excess[placeA * count + placeB] = excess[placeB * count + placeA] = rows[cell]!
    }
  }
  return excess
}

/** The columns that each column has a table with. */
function partnersOf(columnCount: number, tables: PairTable[]): Int32Array[] {
  const partners = Array.from({ length: columnCount }, (): number[] => [])
  for (const { a, b } of tables) {
    at(partners, a).push(b)
    at(partners, b).push(a)
  }
  return partners.map((columns) => Int32Array.from(columns))
}
