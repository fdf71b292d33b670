import { independentCounts, type PairTable } from '../measure/pair-tables.ts'
import type { FirstImpression } from '../measure/plan-pairs.ts'
import { shrink } from '../protected/shrink.ts'
import { at } from './at.ts'

/** Holds what a noisy table says of its pair: the dependence, and the likely counts, nowhere negative. */
export type GaugedPair = FirstImpression & { counts: Float64Array }

/** Compares a noisy table (noise `sigma`) with the counts of independent columns. */
export function gaugePair(
  { counts }: Pick<PairTable, 'counts'>,
  marginA: Float64Array,
  marginB: Float64Array,
  sigma: number,
  total: number,
): GaugedPair {
  const expected = independentCounts(marginA, marginB, total)
  let squares = 0
  for (let cell = 0; cell < counts.length; cell++)
    squares += (at(counts, cell) - at(expected, cell)) ** 2
  const variance = sigma * sigma
  return {
    strength: beyondNoise({ counts }, expected, sigma),
    deviations: (squares - variance * counts.length) / (variance * Math.sqrt(2 * counts.length)),
    counts: shrink(counts, expected, sigma).map((count) => Math.max(0, count)),
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

/** Returns the L1 distance of two lists of counts. */
export function distance(counts: Float64Array, expected: Float64Array): number {
  return counts.reduce((sum, count, cell) => sum + Math.abs(count - at(expected, cell)), 0)
}
