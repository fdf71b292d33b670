/**
 * Returns the area under the ROC curve: P(positive scores higher) + P(equal) / 2; .5 if a side is
 * empty.
 */
export function areaUnderRoc(scores: Float64Array, labels: ArrayLike<number>): number {
  const order = Int32Array.from(scores.keys()).sort((a, b) => scores[a]! - scores[b]!)
  let negatives = 0
  let wins = 0
  for (let start = 0; start < order.length; ) {
    let end = start
    let [tiedPositives, tiedNegatives] = [0, 0]
    while (end < order.length && scores[order[end]!] === scores[order[start]!]) {
      if (labels[order[end++]!]) tiedPositives++
      else tiedNegatives++
    }
    wins += tiedPositives * (negatives + tiedNegatives / 2)
    negatives += tiedNegatives
    start = end
  }
  const positives = order.length - negatives
  return positives > 0 && negatives > 0 ? wins / (positives * negatives) : 0.5
}
