/**
 * Returns the most likely place of `total` rows in one place, given noisy counts of every place and
 * the prior surprise of each: the negative logarithm of its probability. The less the counts exceed
 * their noise, the more the prior decides.
 */
export function mostLikelyBin(
  counts: Float64Array,
  variances: Float64Array,
  surprises: Float64Array,
  total: number,
): number {
  // Normal log-likelihoods, reduced to the terms that differ between holding all rows and none.
  const evidence = counts.map(
    (count, place) => (total * (count - total / 2)) / variances[place]! - surprises[place]!,
  )
  return evidence.indexOf(evidence.reduce((a, b) => Math.max(a, b)))
}
