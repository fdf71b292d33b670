import { addNoise, discreteGaussian } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { upperNormalQuantile } from '../private/normal-quantile.ts'
import type { FineMarginal } from './fine-marginal.ts'

/** Labels the rows of unpublished categories in the twin. */
export const OTHER_LABEL = 'Other'

/** Returns declared labels in the order of their codes, with the pool for all others. */
export function withOtherLabel(declared: string[]): string[] {
  return declared.includes(OTHER_LABEL) ? declared : [...declared, OTHER_LABEL]
}

export type CategoryCount = { label: string | null; code: number; count: number }

export type Categories = {
  /** Published labels with their dictionary codes; cells 0..n-1 of the marginal. */
  labels: string[]
  codes: number[]
  /** Cells: the published labels, then the pool of all others, then missing values. */
  marginal: FineMarginal
}

/**
 * Publishes the categories whose noisy count exceeds m + sigma * PhiInv(1 - delta / m), m being the rows that
 * one unit may have: of the at most m categories that only this unit has, each passes with probability
 * at most delta / m, so the caller adds `delta` to its delta.
 * The pool of all others is what is left of the noisy `total`. Source: Wilson et al., 2020 and
 * Korolova et al., 2009 (stability histograms); synthesis.md, "High cardinality".
 */
export function discoverCategories(
  counts: CategoryCount[],
  sigma: number,
  delta: number,
  total: { count: number; variance: number },
  rowsPerUnit: number,
  random: RandomSource,
): Categories {
  const threshold = rowsPerUnit + sigma * upperNormalQuantile(delta / rowsPerUnit)
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

/**
 * Counts all declared labels with noise. They are public, so none is hidden and no delta is spent;
 * `counts` are indexed by the codes of `withOtherLabel`.
 */
export function countDeclared(
  counts: CategoryCount[],
  declared: string[],
  sigma: number,
  random: RandomSource,
): Categories {
  const known = withOtherLabel(declared)
  const exact = new Float64Array(known.length + 1)
  for (const { label, code, count } of counts) exact[label === null ? known.length : code]! += count
  const noisy = addNoise(exact, sigma, random)
  const codes = [...known.keys()].filter((code) => known[code] !== OTHER_LABEL)
  const order = [...codes, known.indexOf(OTHER_LABEL), known.length]
  const marginal = {
    noisy: Float64Array.from(order, (code) => noisy[code]!),
    variances: new Float64Array(order.length).fill(sigma * sigma),
    ordered: false,
  }
  return { labels: codes.map((code) => known[code]!), codes, marginal }
}
