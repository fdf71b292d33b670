/** Says when a job runs again after something that it needs did not answer. */

const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 15 * 60_000

/** Limits how long a job waits for a dependency before it counts as failed. */
export const LONGEST_FAULT_MS = 72 * 3_600_000

/**
 * Returns the wait after the `count`-th fault in a row, in milliseconds: 5 s, doubling to 15 min,
 * each between half and one and a half of it by `random` (0 to 1), so that waiting jobs do not all
 * come back at once.
 */
export function backoffMs(count: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS)
  return Math.round(wait * (0.5 + random))
}
