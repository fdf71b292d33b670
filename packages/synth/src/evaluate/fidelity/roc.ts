import type { Bounds } from '../evaluation.ts'
import { around, INTERVAL_DEVIATIONS } from '../publish/check-figure.ts'

/** Is left to chance by a bound of 95%. */
const CHANCE = 0.05

/**
 * Returns the confidence interval of an area under the ROC curve, to which noise of a deviation was added. Near 0 and 1
 * the deviation by Hanley and McNeil vanishes, so that as many independent pairs as the smaller side has rows bound the
 * interval: if none of them was seen in the wrong order, their share may still be as the exact bound for none allows.
 */
export function boundsOfArea(
  area: number,
  { positives, negatives, noise = 0 }: { positives: number; negatives: number; noise?: number },
): Bounds {
  const deviation = Math.hypot(noise, deviationOfArea(area, positives, negatives))
  const { low, high } = around(area, deviation, { least: 0, most: 1 })
  const pairs = Math.max(0, Math.floor(Math.min(positives, negatives)))
  const unseen = 1 - CHANCE ** (1 / pairs) + INTERVAL_DEVIATIONS * noise
  return { low: Math.min(low, Math.max(0, 1 - unseen)), high: Math.max(high, Math.min(1, unseen)) }
}

/**
 * Returns the standard deviation of an area under the ROC curve by chance of the rows it was measured
 * on. Source: Hanley and McNeil, 1982.
 */
function deviationOfArea(area: number, positives: number, negatives: number): number {
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
