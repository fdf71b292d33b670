import { type RandomSource, uniform, uniformBelow } from './random-source.ts'

/** True with probability exp(-gamma), gamma >= 0; the series of von Neumann and Forsythe. */
function bernoulliExp(random: RandomSource, gamma: number): boolean {
  let rest = gamma
  while (rest > 1) {
    if (!bernoulliExp(random, 1)) return false
    rest -= 1
  }
  let k = 1
  while (uniform(random) < rest / k) k++
  return k % 2 === 1
}

function discreteLaplace(random: RandomSource, scale: number): number {
  for (;;) {
    const offset = uniformBelow(random, scale)
    if (!bernoulliExp(random, offset / scale)) continue
    let whole = 0
    while (bernoulliExp(random, 1)) whole++
    const magnitude = offset + scale * whole
    const negative = (random.nextUint32() & 1) === 1
    if (negative && magnitude === 0) continue
    return negative ? -magnitude : magnitude
  }
}

/**
 * Draws an integer X with P(X = x) proportional to exp(-x^2 / (2 sigma^2)). Added to a count it
 * costs rho = 1 / (2 sigma^2), like the continuous Gaussian, and leaves no floating-point pattern.
 * Source: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", Algorithm 3
 * (probabilities compared in double precision, so exact to 2^-53).
 */
export function discreteGaussian(random: RandomSource, sigma: number): number {
  const scale = Math.floor(sigma) + 1
  const variance = sigma * sigma
  for (;;) {
    const candidate = discreteLaplace(random, scale)
    const excess = Math.abs(candidate) - variance / scale
    if (bernoulliExp(random, (excess * excess) / (2 * variance))) return candidate
  }
}

/** Returns a new array of `counts` with discrete Gaussian noise of `sigma` on every cell. */
export function addNoise(
  counts: ArrayLike<number>,
  sigma: number,
  random: RandomSource,
): Float64Array {
  const noisy = new Float64Array(counts.length)
  for (let i = 0; i < noisy.length; i++) noisy[i] = counts[i]! + discreteGaussian(random, sigma)
  return noisy
}

/** Far finer than the noise, so rounding to the lattice changes nothing that matters. */
const LATTICE_PER_SIGMA = 1000

/**
 * Returns `value` with Gaussian noise, drawn as a discrete Gaussian on a lattice of sigma / 1000.
 */
export function withNoise(value: number, sigma: number, random: RandomSource): number {
  const step = sigma / LATTICE_PER_SIGMA
  return (Math.round(value / step) + discreteGaussian(random, LATTICE_PER_SIGMA)) * step
}
