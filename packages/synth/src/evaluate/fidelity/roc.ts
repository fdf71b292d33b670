/**
 * Returns the standard deviation of an area under the ROC curve by chance of the rows it was measured
 * on. Source: Hanley and McNeil, 1982.
 */
export function deviationOfArea(area: number, positives: number, negatives: number): number {
  if (positives < 1 || negatives < 1) return 0.5
  const twoPositives = area / (2 - area) - area ** 2
  const twoNegatives = (2 * area ** 2) / (1 + area) - area ** 2
  const variance =
    area * (1 - area) + (positives - 1) * twoPositives + (negatives - 1) * twoNegatives
  return Math.sqrt(Math.max(0, variance) / (positives * negatives))
}

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
