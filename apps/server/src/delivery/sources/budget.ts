/**
 * Privacy budgets in billionths of rho. Whole numbers add up exactly in SQL and here, in any order;
 * costs are rounded up and limits down, so that no rounding favors a measurement.
 */
import { rhoOfRun, totalSpent } from '@semblance/synth'

const BILLION = 1e9

/** Sets the largest delta of one run; the engine takes less on tables of more than 65,536 rows. */
export const DELTA = 1e-6

export const DEFAULT_LIMIT_EPSILON = 6

/** Returns what a run at `epsilon` costs at most, rounded up. */
export const costOf = (epsilon: number): bigint =>
  BigInt(Math.ceil(rhoOfRun(epsilon, DELTA) * BILLION))

/** Returns a cost that a report states, rounded up. */
export const costOfRho = (rho: number): bigint => BigInt(Math.ceil(rho * BILLION))

/** Returns the limit that lets one run at `epsilon` spend everything, rounded down. */
export const limitOf = (epsilon: number): bigint =>
  BigInt(Math.floor(rhoOfRun(epsilon, DELTA) * BILLION))

/** Returns the epsilon at `delta` that spending `billionths` implies; 0 for nothing. */
export function epsilonOf(billionths: bigint, delta = DELTA): number {
  const total = totalSpent([{ rhoSpent: Number(billionths) / BILLION, delta }])
  return total?.epsilon ?? Number.POSITIVE_INFINITY
}
