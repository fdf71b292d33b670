import { sigmaOfRho } from '../private/privacy-accountant.ts'

/** An average cell of a pair's table should hold this many rows per row of noise. */
const ROWS_PER_NOISE = 2.5
const MIN_BINS = 5
/** Limits the bins of a column: quantiles cannot separate finer ones, which cost time. */
const MAX_BINS = 32

/** Counts the pairs of a table's own columns, and of those with the columns of its context. */
export function pairCountOf(columnCount: number, contextCount = 0): number {
  return Math.max(1, (columnCount * (columnCount - 1)) / 2 + columnCount * contextCount)
}

/**
 * Returns the bins per column, from public facts: the pairs' budget, the modeled columns, the noisy
 * number of rows.
 */
export function binLimitOf(
  rho: number,
  columnCount: number,
  rowCount: number,
  contextCount = 0,
): number {
  const sigma = sigmaOfRho(rho / pairCountOf(columnCount, contextCount))
  const bins = Math.floor(Math.sqrt(rowCount / (ROWS_PER_NOISE * sigma)))
  return Math.max(MIN_BINS, Math.min(MAX_BINS, bins))
}

/** Plans the number of pairs of columns that are measured, and their noise. */
export type PairPlan = {
  count: number
  /** Spent on choosing the pairs; nothing where all are measured. */
  rhoOfChoice: number
  /** The noise of each cell of each pair's table. */
  sigma: number
}

const CHOICE_SHARE = 0.1
/** A pair's noise may misplace this share of the rows: above, it would hide most dependencies. */
const MAX_MISPLACED = 0.25

/**
 * Plans to measure all of `pairCount` pairs, or as many as can be measured well with `meanCells`
 * cells each.
 */
export function planPairs(
  rho: number,
  pairCount: number,
  meanCells: number,
  rowCount: number,
): PairPlan {
  const meanAbsolute = Math.sqrt(2 / Math.PI)
  const sigmaAllowed = (2 * MAX_MISPLACED * rowCount) / (meanAbsolute * meanCells)
  const affordable = Math.floor(2 * (1 - CHOICE_SHARE) * rho * sigmaAllowed ** 2)
  if (affordable >= pairCount) {
    return { count: pairCount, rhoOfChoice: 0, sigma: sigmaOfRho(rho / Math.max(1, pairCount)) }
  }
  const count = Math.max(1, affordable)
  const rhoOfChoice = CHOICE_SHARE * rho
  return { count, rhoOfChoice, sigma: sigmaOfRho((rho - rhoOfChoice) / count) }
}
