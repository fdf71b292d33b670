import type { PrivateModel } from './fitted-model.ts'
import { independentCounts, type PairTable } from './measure/pair-tables.ts'
import { shrink } from './protected/shrink.ts'
import { smoothCycle } from './series/smooth-cycle.ts'
import { projectEdge, transpose } from './tree-model.ts'

/** Describes the counts of a model's pairs of columns, by their places in the model. */
export type ConsistentPairs = {
  /** Counts row-major a by b that agree with the columns' own; null where the pair was not measured. */
  table: (a: number, b: number) => Float64Array | null
  /** Distance of the pair from independence beyond its noise, in rows; 0 if it was not measured. */
  strength: (a: number, b: number) => number
}

/** `clock` is the place of a column whose bins are a cycle, after all others; -1 for none. */
export function consistentPairs(
  { tree, pairs, total }: PrivateModel,
  clock: number,
): ConsistentPairs {
  const { margins } = tree
  const { sigma } = pairs
  const keyOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`
  const known = new Map<string, { counts: Float64Array; strength: number }>()
  for (const table of pairs.tables) {
    const expected = independentCounts(margins[table.a]!, margins[table.b]!, total.count)
    const { counts, strength } =
      table.b === clock
        ? ofCycle(table, expected, margins[clock]!.length, sigma)
        : {
            counts: shrink(table.counts, expected, sigma),
            strength: beyondNoise(table, expected, sigma),
          }
    const projected = projectEdge(counts, margins[table.a]!, margins[table.b]!)
    known.set(keyOf(table.a, table.b), { counts: projected, strength })
  }
  return {
    strength: (a, b) => Math.max(0, known.get(keyOf(a, b))?.strength ?? 0),
    table(a, b) {
      const counts = known.get(keyOf(a, b))?.counts
      if (!counts) return null
      return a < b ? counts : transpose(counts, margins[b]!.length)
    },
  }
}

/**
 * Returns the L1 distance of noisy counts (noise `sigma`) from the expected ones, in rows, less the
 * distance that noise alone would cause.
 */
export function beyondNoise(
  { counts }: Pick<PairTable, 'counts'>,
  expected: Float64Array,
  sigma: number,
): number {
  const ofNoise = Math.sqrt(2 / Math.PI) * sigma * counts.length
  return distance(counts, expected) - ofNoise
}

function ofCycle({ counts }: PairTable, expected: Float64Array, slots: number, sigma: number) {
  const surprises = smoothCycle(
    counts.map((count, cell) => count - expected[cell]!),
    slots,
    sigma,
  )
  const smooth = expected.map((count, cell) => count + surprises[cell]!)
  return { counts: smooth, strength: distance(smooth, expected) }
}

function distance(counts: Float64Array, expected: Float64Array): number {
  return counts.reduce((sum, count, cell) => sum + Math.abs(count - expected[cell]!), 0)
}
