import type { RandomSource } from './random-source.ts'

/** 64 KiB, the most the Web Crypto API hands out per call. */
const BUFFERED_WORDS = 16_384

/** Holds the operating system's cryptographic generator: noise drawn from it cannot be replayed. */
export function cryptoRandom(): RandomSource {
  const words = new Uint32Array(BUFFERED_WORDS)
  let next = BUFFERED_WORDS
  return {
    nextUint32() {
      if (next === BUFFERED_WORDS) {
        crypto.getRandomValues(words)
        next = 0
      }
      return words[next++]!
    },
  }
}
