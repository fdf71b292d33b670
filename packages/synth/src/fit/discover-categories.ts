import { discreteGaussian } from '../rng/discrete-gaussian.ts'
import type { RandomSource } from '../rng/random-source.ts'
import type { FineMarginal } from './merge-bins.ts'
import { upperNormalQuantile } from './normal-quantile.ts'

/** What rows of unpublished categories become in the twin. */
export const OTHER_LABEL = 'Other'

export type CategoryCount = { label: string | null; code: number; count: number }

export type Categories = {
  /** Published labels with their dictionary codes; cells 0..n-1 of the marginal. */
  labels: string[]
  codes: number[]
  /** Cells: the published labels, then the pool of all others, then missing values. */
  marginal: FineMarginal
}

/**
 * Publishes the categories whose noisy count exceeds 1 + sigma * PhiInv(1 - delta): a category that
 * only one row has passes with probability at most `delta`, which the caller adds to its delta.
 * The pool of all others is what is left of the noisy `total`. Source: Wilson et al., 2020 and
 * Korolova et al., 2009 (stability histograms); synthesis.md, "High cardinality".
 */
export function discoverCategories(
  counts: CategoryCount[],
  sigma: number,
  delta: number,
  total: { count: number; variance: number },
  random: RandomSource,
): Categories {
  const threshold = 1 + sigma * upperNormalQuantile(delta)
  const labels: string[] = []
  const codes: number[] = []
  const noisy: number[] = []
  let missing = discreteGaussian(random, sigma)
  for (const { label, code, count } of counts) {
    if (label === null) {
      missing += count
      continue
    }
    const noisyCount = count + discreteGaussian(random, sigma)
    if (noisyCount <= threshold) continue
    labels.push(label)
    codes.push(code)
    noisy.push(noisyCount)
  }
  const published = noisy.reduce((sum, value) => sum + value, missing)
  const variances = new Float64Array(noisy.length + 2).fill(sigma * sigma)
  variances[noisy.length] = sigma * sigma * (noisy.length + 1) + total.variance
  noisy.push(total.count - published, missing)
  return { labels, codes, marginal: { noisy: Float64Array.from(noisy), variances, ordered: false } }
}
