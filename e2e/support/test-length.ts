/** Holds the length of the crawl: in full with `npm run test:long`, otherwise a seeded part of it. */

export const isLong = process.env.TEST_LENGTH === 'long'

/** Decides which part the short form takes; set TEST_SEED to 1, 2, ... for others. */
const seed = Number(process.env.TEST_SEED ?? 0)

/** Returns true for every index, or in the short form for one of every `size`. */
export const isInPart = (index: number, size: number) => isLong || (index + seed) % size === 0

/** Returns all entries, or in the short form one of every `size`. */
export const part = <T>(entries: readonly T[], size: number): T[] =>
  entries.filter((_, index) => isInPart(index, size))

/** Returns all entries, or in the short form the one that belongs to `index`. */
export const turn = <T>(entries: readonly T[], index: number): readonly T[] =>
  isLong ? entries : [entries[(index + seed) % entries.length]!]
