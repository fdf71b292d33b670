import type { RandomSource } from './random-source.ts'

/**
 * Creates a reproducible source for tests. Never use it for a delivery: knowing the seed is enough
 * to subtract the noise. Source: xoshiro128** 1.1, Blackman and Vigna, seeded by splitmix32.
 */
export function seededRandom(seed: number): RandomSource {
  let mixed = seed | 0
  const split = () => {
    mixed = (mixed + 0x9e3779b9) | 0
    let z = mixed
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return (z ^ (z >>> 15)) >>> 0
  }
  const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))
  let a = split()
  let b = split()
  let c = split()
  let d = split()
  return {
    nextUint32() {
      const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
      const shifted = b << 9
      c ^= a
      d ^= b
      b ^= c
      a ^= d
      c ^= shifted
      d = rotate(d, 11)
      return result
    },
  }
}
