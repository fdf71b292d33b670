import type { CellTable, NoisyPairs } from '../measure/pair-tables.ts'
import { at } from './at.ts'
import { transpose } from './project-table.ts'

/** Describes a column whose bin follows from that of another; columns by their place in the model. */
export type DeterminedColumn = {
  column: number
  on: number
  /** The column's bin for each bin of `on`. */
  binOf: Int32Array
}

/** A map is taken for one if it misses at most this share of the rows, and what noise may hide. */
const MISSED_SHARE = 0.015
const NOISE_DEVIATIONS = 2
/** The map has to be right so many times as often as naming the most common bin. */
const TIMES_BETTER = 5
/** Of two columns of two values one nearly always follows from the other if both are rare. */
const MIN_BINS = 3

/**
 * Finds columns that follow from another by pairs that were counted bin by bin in the second look: where every bin of one
 * column goes with one bin of the other. The column of fewer bins follows from that of more. A column from which
 * others follow follows from none itself, nor does one of the first `givenCount`. Post-processing of noisy
 * counts, so it costs nothing.
 */
export function findDetermined(
  { closer }: Pick<NoisyPairs, 'closer'>,
  margins: Float64Array[],
  total: number,
  givenCount = 0,
): DeterminedColumn[] {
  const found = new Map<number, DeterminedColumn>()
  const sources = new Set<number>()
  for (const table of closer) {
    const { a, b } = table
    const [binsA, binsB] = [at(margins, a).length, at(margins, b).length]
    if (Math.min(binsA, binsB) < MIN_BINS || !isCountedInFull(table)) continue
    const [on, column] = binsA >= binsB ? [a, b] : [b, a]
    for (const [source, result] of [
      [on, column],
      [column, on],
    ] as const) {
      if (found.has(source) || found.has(result) || sources.has(result)) continue
      if (result < givenCount) continue
      const counts = source < result ? table.counts : transpose(table.counts, binsA)
      const binOf = mapOf(
        counts,
        at(margins, source).length,
        at(margins, result),
        total,
        table.sigma,
      )
      if (!binOf) continue
      found.set(result, { column: result, on: source, binOf })
      sources.add(source)
    }
  }
  return [...found.values()]
}

function isCountedInFull({ cellOf, counts }: CellTable): boolean {
  return cellOf.length === counts.length
}

/** Returns the most common bin of each row of a table; null if too many rows are in others. */
function mapOf(
  counts: Float64Array,
  rows: number,
  margin: Float64Array,
  total: number,
  sigma: number,
): Int32Array | null {
  const columns = margin.length
  const binOf = new Int32Array(rows)
  let right = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 1; column < columns; column++)
      if (at(counts, row * columns + column) > at(counts, row * columns + at(binOf, row)))
        binOf[row] = column
    right += at(counts, row * columns + at(binOf, row))
  }
  const tolerated = MISSED_SHARE * total + NOISE_DEVIATIONS * sigma * Math.sqrt(rows)
  const missedByConstant = total - Math.max(...margin)
  if (TIMES_BETTER * tolerated > missedByConstant) return null
  return right >= total - tolerated ? binOf : null
}
