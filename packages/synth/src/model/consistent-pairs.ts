import {
  type CellTable,
  independentCounts,
  type NoisyPairs,
  type PairTable,
  spreadOverBins,
  sumByCell,
  sumByGroup,
} from './measure/pair-tables.ts'
import { at } from './pairs/at.ts'
import { beyondNoise, distance } from './pairs/gauge-pair.ts'
import { projectTable, scaleTable, transpose } from './pairs/project-table.ts'
import { shrink } from './protected/shrink.ts'
import { smoothCycle } from './series/smooth-cycle.ts'

/** Describes the counts of a model's pairs of columns, by their places in the model. */
export type ConsistentPairs = {
  /**
   * Counts per pair of bins, row-major a by b, that agree with the columns' own; null where the pair was not measured. As
   * fine as the closest look at the pair: below that, as if the columns were independent.
   */
  table: (a: number, b: number) => Float64Array | null
  /** Distance of the pair from independence beyond its noise, in rows; 0 if it was not measured. */
  strength: (a: number, b: number) => number
}

type MeasuredPairs = {
  tree: { margins: Float64Array[] }
  pairs: NoisyPairs
  total: { count: number }
}

/** `clock` is the place of a column whose bins are a cycle, after all others; -1 for none. */
export function consistentPairs(
  { tree: { margins }, pairs, total }: MeasuredPairs,
  clock: number,
): ConsistentPairs {
  const keyOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`
  const closer = new Map(pairs.closer.map((table) => [keyOf(table.a, table.b), table]))
  const known = new Map<string, { counts: () => Float64Array; strength: number }>()
  for (const table of pairs.tables) {
    const { a, b } = table
    const read = readGrouped(table, margins, pairs, total.count, clock)
    const look = closer.get(keyOf(a, b))
    const counts = look
      ? () => readCells(look, at(margins, a), at(margins, b), total.count)
      : read.counts
    known.set(keyOf(a, b), { counts: once(counts), strength: read.strength })
  }
  return {
    strength: (a, b) => Math.max(0, known.get(keyOf(a, b))?.strength ?? 0),
    table(a, b) {
      const counts = known.get(keyOf(a, b))?.counts()
      if (!counts) return null
      return a < b ? counts : transpose(counts, at(margins, b).length)
    },
  }
}

/** Reads a table of the first look. */
function readGrouped(
  table: PairTable,
  margins: Float64Array[],
  { groups, sigma }: NoisyPairs,
  total: number,
  clock: number,
): { counts: () => Float64Array; strength: number } {
  const [a, b] = [table.a, table.b].map((j) => ({ margin: at(margins, j), groups: at(groups, j) }))
  const [groupedA, groupedB] = [a!, b!].map(({ margin, groups }) => sumByGroup(margin, groups))
  const expected = independentCounts(groupedA!, groupedB!, total)
  const { counts, strength } =
    table.b === clock
      ? ofCycle(table, expected, groupedB!.length, sigma)
      : {
          counts: shrink(table.counts, expected, sigma),
          strength: beyondNoise(table, expected, sigma),
        }
  return {
    counts: () => spreadOverBins(projectTable(counts, groupedA!, groupedB!), a!, b!),
    strength,
  }
}

/**
 * Leaves so much of what independent columns would have in every cell: without it, a table of few cells may have no way to
 * agree with the columns' own counts.
 */
const LEAST_SHARE = 1e-4

/** Reads a table of the second look: each cell is spread over its pairs of bins as if they were independent. */
function readCells(
  { cellOf, counts }: CellTable,
  marginA: Float64Array,
  marginB: Float64Array,
  total: number,
): Float64Array {
  const independent = independentCounts(marginA, marginB, total)
  const expected = sumByCell(independent, { cellOf, cellCount: counts.length })
  const kept = largestUpTo(counts, total)
  const spread = independent.map((count, i) => {
    const cell = at(cellOf, i)
    return (
      count * (LEAST_SHARE + (at(expected, cell) > 0 ? at(kept, cell) / at(expected, cell) : 0))
    )
  })
  return scaleTable(spread, marginA, marginB)
}

/**
 * Keeps the largest counts until they sum to `total`. What is left is the positive half of the noise of empty cells: of
 * many, it would add up to a part of the rows.
 */
export function largestUpTo(counts: Float64Array, total: number): Float64Array {
  const order = [...counts.keys()].sort((a, b) => at(counts, b) - at(counts, a))
  const kept = new Float64Array(counts.length)
  let sum = 0
  for (const cell of order) {
    if (sum >= total || at(counts, cell) <= 0) break
    kept[cell] = at(counts, cell)
    sum += at(counts, cell)
  }
  return kept
}

function ofCycle({ counts }: PairTable, expected: Float64Array, slots: number, sigma: number) {
  const surprises = smoothCycle(
    counts.map((count, cell) => count - at(expected, cell)),
    slots,
    sigma,
  )
  const smooth = expected.map((count, cell) => count + at(surprises, cell))
  return { counts: smooth, strength: distance(smooth, expected) }
}

function once<Value>(compute: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= compute()
    return value
  }
}
