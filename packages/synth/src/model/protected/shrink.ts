/**
 * Draws noisy counts (noise `sigma`) toward what is expected of them by as much as their noise outweighs their
 * surprise. With `strength` 1 that is the positive-part estimate of James and Stein, 1961; less trusts the counts more.
 */
export function shrink(
  noisy: Float64Array,
  expected: Float64Array,
  sigma: number,
  strength = 1,
): Float64Array {
  let surprise = 0
  for (let cell = 0; cell < noisy.length; cell++) surprise += (noisy[cell]! - expected[cell]!) ** 2
  const weight = Math.max(0, 1 - (strength * sigma * sigma * noisy.length) / surprise)
  return expected.map((count, cell) => count + weight * (noisy[cell]! - count))
}
