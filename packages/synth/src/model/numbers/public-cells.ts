/** Numbers of this size and larger share the outermost cell; none of them is a cell of its own. */
export const LARGEST = 10 ** 14
const LAST_DECADE = 13

/** Describes the integers from `low` to `high` - 1. */
export type Interval = { low: number; high: number }

/** Holds the first cells of a column without declared bounds: cut at 1, 2 and 5 times every power of ten, of both signs. */
export const NUMBER_ROOTS: readonly Interval[] = layRoots()

function layRoots(): Interval[] {
  const positive = [0, 1, 2, 5]
  for (let decade = 1; decade <= LAST_DECADE; decade++)
    for (const mantissa of [1, 2, 5]) positive.push(mantissa * 10 ** decade)
  positive.push(LARGEST)
  const negative = positive.slice(2).map((start) => 1 - start)
  const starts = [...negative.reverse(), ...positive]
  return starts.slice(0, -1).map((low, i) => ({ low, high: starts[i + 1]! }))
}

/** Below this, every integer counts as round. */
const EXACT_LIMIT = 100
/** All numbers of two leading digits and zeros. */
const MANTISSAS = Array.from({ length: 90 }, (_, i) => i + 10)

/**
 * Public numbers that often are held by many rows: those of two digits and zeros, and all nines. Their noisy counts may be
 * looked at whether or not any row holds them.
 */
export const ROUND_NUMBERS: readonly number[] = listRound()

function listRound(): number[] {
  const positive = Array.from({ length: EXACT_LIMIT - 1 }, (_, i) => i + 1)
  for (let decade = 2; decade <= LAST_DECADE; decade++) {
    for (const mantissa of MANTISSAS) positive.push(mantissa * 10 ** (decade - 1))
    positive.push(10 ** (decade + 1) - 1)
  }
  const sorted = positive.sort((a, b) => a - b)
  return [...sorted.map((value) => -value).reverse(), 0, ...sorted]
}
