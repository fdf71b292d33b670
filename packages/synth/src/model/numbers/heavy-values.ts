import { discreteGaussian } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import type { ValueCount } from '../measure/measure.ts'
import { upperNormalQuantile } from '../private/normal-quantile.ts'
import { LARGEST } from './public-cells.ts'

/** Holds the noisy counts of exact values: of those found heavy, and of public ones. */
export type HeavyValues = {
  /** Noisy counts by value. */
  heavy: Map<number, number>
  /** Noisy counts of the public values that were not found heavy. */
  round: Map<number, number>
}

/** Values that fewer rows hold than this part of sigma are never published, nor sent by an engine. */
const LEAST_SHARE = 1 / 8

/** Returns the rows that hold a value at least, for it to be counted at all. */
export function leastCount(sigma: number): number {
  return 1 + Math.floor(LEAST_SHARE * sigma)
}

/**
 * Returns the noisy count above which a value is published: m + l - 1 + sigma * PhiInv(1 - delta / m), for units of
 * m rows and values of at least l = `leastCount(sigma)` rows. Of two neighbors, a value that only one can
 * publish has at most l - 1 + m rows there, so it passes with probability at most delta / m; there are at most m
 * such values. Each other count has the noise of the Gaussian mechanism.
 */
export function heavyThreshold(sigma: number, delta: number, rowsPerUnit: number): number {
  const noise = sigma * upperNormalQuantile(Math.min(0.5, delta / rowsPerUnit))
  return rowsPerUnit + leastCount(sigma) - 1 + noise
}

/**
 * Publishes the values that many rows hold (a stability histogram), and noisy counts of the public values `round`. `counts` are
 * exact: of `round`, and of all values of at least `leastCount(sigma)` rows.
 * Source: as for `discoverCategories`.
 */
export function findHeavyValues(
  counts: ValueCount[],
  round: readonly number[],
  sigma: number,
  delta: number,
  rowsPerUnit: number,
  random: RandomSource,
): HeavyValues {
  const threshold = heavyThreshold(sigma, delta, rowsPerUnit)
  const least = leastCount(sigma)
  const exact = new Map(counts.map(({ value, count }) => [value, count]))
  const found: HeavyValues = { heavy: new Map(), round: new Map() }
  for (const value of round) {
    const noisy = (exact.get(value) ?? 0) + discreteGaussian(random, sigma)
    exact.delete(value)
    found[noisy > threshold ? 'heavy' : 'round'].set(value, noisy)
  }
  for (const [value, count] of exact) {
    if (count < least || Math.abs(value) >= LARGEST) continue
    const noisy = count + discreteGaussian(random, sigma)
    if (noisy > threshold) found.heavy.set(value, noisy)
  }
  return found
}
