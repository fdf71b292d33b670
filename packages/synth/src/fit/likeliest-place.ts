/**
 * The place where `total` rows that lie together most likely are, by noisy counts of every place and by how surprising
 * each would be before anything is counted, as a negative logarithm of its probability. The less the counts tell
 * beyond their noise, the more the expectation decides.
 */
export function likeliestPlace(
  counts: Float64Array,
  variances: Float64Array,
  surprises: Float64Array,
  total: number,
): number {
  // Of the normal log-likelihoods, the parts that differ between holding all rows and none.
  const evidence = counts.map(
    (count, place) => (total * (count - total / 2)) / variances[place]! - surprises[place]!,
  )
  return evidence.indexOf(evidence.reduce((a, b) => Math.max(a, b)))
}
