/**
 * Privacy budgets in billionths of rho. Whole numbers add up exactly in SQL and here, in any order;
 * costs are rounded up and limits down, so that no rounding favors a measurement.
 */
import { SOURCE_DELTA } from '@semblance/contract'
import { rhoOfReport, rhoOfRun, totalSpent } from '@semblance/synth'

const BILLION = 1e9

/** Returns what a run at `epsilon` costs at most, rounded up. */
export const costOf = (epsilon: number): bigint =>
  BigInt(Math.ceil(rhoOfRun(epsilon, SOURCE_DELTA) * BILLION))

/** Returns what the report of one more twin costs at most, of a model that a run at `epsilon` paid for; rounded up. */
export const costOfReport = (epsilon: number): bigint =>
  BigInt(Math.ceil(rhoOfReport(epsilon, SOURCE_DELTA) * BILLION))

/** Returns a cost that a report states, rounded up. */
export const costOfRho = (rho: number): bigint => BigInt(Math.ceil(rho * BILLION))

/** Returns the limit that lets one run at `epsilon` spend everything, rounded down. */
export const limitOf = (epsilon: number): bigint =>
  BigInt(Math.floor(rhoOfRun(epsilon, SOURCE_DELTA) * BILLION))

/** Describes what measurements spent: rho in billionths, and the sum of their deltas. */
export type Spent = { billionths: bigint; delta: number }

/** Returns what measurements together guarantee about each row; epsilon 0 for nothing. */
export function guaranteeOf({ billionths, delta }: Spent): { epsilon: number; delta: number } {
  const total = totalSpent([{ rhoSpent: Number(billionths) / BILLION, delta }])
  return { epsilon: total?.epsilon ?? Number.POSITIVE_INFINITY, delta }
}

/** Returns the epsilon that a limit was set to. */
export const epsilonOfLimit = (billionths: bigint): number =>
  Math.round(guaranteeOf({ billionths, delta: SOURCE_DELTA }).epsilon * 1e4) / 1e4

/** Returns the largest epsilon of one run that costs no more, rounded down to hundredths. */
export const epsilonThatFits = (left: bigint): number =>
  left > 0n
    ? Math.floor(guaranteeOf({ billionths: left, delta: SOURCE_DELTA }).epsilon * 100) / 100
    : 0

/** Returns what a run reserves: all, or for its report alone if it draws from a model. Noise on a report's figures takes no delta: names of categories are in the model. */
export const reservedFor = (epsilon: number, drawn_from: string | null) =>
  drawn_from === null
    ? { rho_billionths: costOf(epsilon), delta: SOURCE_DELTA, drawn_from }
    : { rho_billionths: costOfReport(epsilon), delta: 0, drawn_from }
