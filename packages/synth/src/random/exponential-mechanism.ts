import { type RandomSource, uniform } from './random-source.ts'

/**
 * Draws an index with probability proportional to exp(epsilon * score / 2), for scores of
 * sensitivity 1. Costs rho = epsilon^2 / 8. Source: Cesar and Rogers, "Bounding, Concentrating, and
 * Truncating", 2021 (bounded range).
 */
export function exponentialMechanism(
  scores: ArrayLike<number>,
  epsilon: number,
  random: RandomSource,
): number {
  let best = Number.NEGATIVE_INFINITY
  for (let i = 0; i < scores.length; i++) best = Math.max(best, scores[i]!)
  const cumulative = new Float64Array(scores.length)
  let total = 0
  for (let i = 0; i < scores.length; i++) {
    total += Math.exp((epsilon * (scores[i]! - best)) / 2)
    cumulative[i] = total
  }
  const drawn = uniform(random) * total
  let index = 0
  while (index < scores.length - 1 && cumulative[index]! <= drawn) index++
  return index
}
