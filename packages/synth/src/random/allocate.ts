import { type RandomSource, shuffle, uniform } from './random-source.ts'

/**
 * `count` indexes into `weights`, in random order, each index appearing its expected number of
 * times rounded up or down (systematic sampling), so a sample has far less noise than independent
 * draws. Weights must not be negative; when all are zero every index is equally likely.
 */
export function allocate(
  count: number,
  weights: ArrayLike<number>,
  random: RandomSource,
): Int32Array {
  let total = 0
  for (let i = 0; i < weights.length; i++) total += weights[i]!
  const result = new Int32Array(count)
  const start = uniform(random)
  let cumulative = 0
  let filled = 0
  for (let i = 0; i < weights.length && filled < count; i++) {
    cumulative += total > 0 ? weights[i]! / total : 1 / weights.length
    const isLast = i === weights.length - 1
    const until = isLast ? count : Math.min(count, Math.floor(cumulative * count + start))
    while (filled < until) result[filled++] = i
  }
  removeImpossible(result, weights, total)
  shuffle(result, random)
  return result
}

/** Rounding of the cumulative sum may put one unit on a trailing index of weight zero. */
function removeImpossible(result: Int32Array, weights: ArrayLike<number>, total: number): void {
  if (total <= 0) return
  let likeliest = 0
  for (let i = 1; i < weights.length; i++) if (weights[i]! > weights[likeliest]!) likeliest = i
  for (let i = 0; i < result.length; i++) if (weights[result[i]!]! <= 0) result[i] = likeliest
}
