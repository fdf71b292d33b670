/** Describes a stream of independent, uniformly distributed unsigned 32-bit integers. */
export type RandomSource = { nextUint32: () => number }

/** Draws a uniform number in [0, 1) with 53 random bits. */
export function uniform(random: RandomSource): number {
  const high = random.nextUint32() >>> 5
  const low = random.nextUint32() >>> 6
  return (high * 67_108_864 + low) / 9_007_199_254_740_992
}

/**
 * Draws a uniform integer in [0, bound). Exact by rejection up to 2^32; above that by scaling 53
 * bits, whose bias is below bound / 2^53.
 */
export function uniformBelow(random: RandomSource, bound: number): number {
  if (bound > 4_294_967_296) return Math.floor(uniform(random) * bound)
  const limit = 4_294_967_296 - (4_294_967_296 % bound)
  let value = random.nextUint32()
  while (value >= limit) value = random.nextUint32()
  return value % bound
}

/** Shuffles in place (Fisher-Yates). */
export function shuffle(values: Int32Array, random: RandomSource): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = uniformBelow(random, i + 1)
    const swapped = values[i]!
    values[i] = values[j]!
    values[j] = swapped
  }
}
