import { sigmaOfRho } from '../private/privacy-accountant.ts'

/** Limits the bins of a column: quantiles cannot separate finer ones, which cost time. */
const MAX_BINS = 40
const MIN_BINS = 5
/** Limits the cells of all pairs' tables together: 64 MB of counts. */
const MAX_CELLS = 2 ** 23

/** Counts the pairs of a table's own columns, and of those with the columns of its context. */
export function pairCountOf(columnCount: number, contextCount = 0): number {
  return Math.max(1, (columnCount * (columnCount - 1)) / 2 + columnCount * contextCount)
}

/** Returns the bins per column, from the number of columns alone. */
export function binLimitOf(columnCount: number, contextCount = 0): number {
  const bins = Math.floor(Math.sqrt(MAX_CELLS / pairCountOf(columnCount, contextCount)))
  return Math.max(MIN_BINS, Math.min(MAX_BINS, bins))
}

/** An average cell of a look at all pairs should hold this many rows per row of noise. */
const ROWS_PER_NOISE = 2.5
const MAX_SERIES_BINS = 32

/**
 * Returns the bins per column of a series, whose pairs are looked at once, bin by bin; from public facts: the pairs'
 * budget, the modeled columns, the noisy number of rows.
 */
export function seriesBinLimitOf(rho: number, columnCount: number, rowCount: number): number {
  return limitByNoise(
    rowCount,
    ROWS_PER_NOISE * sigmaOfRho(rho / pairCountOf(columnCount)),
    MIN_BINS,
    MAX_SERIES_BINS,
  )
}

/**
 * Sets the first look's share of the pairs' budget where its noise misplaces `usual` of the rows, what every doubling of that
 * adds, and the limits.
 */
const FIRST_SHARE = { least: 0.4, usual: 0.03, perDoubling: 0.15, most: 0.8 }
const MIN_GROUPS = 5
const MAX_GROUPS = 8
/**
 * Sets the limit where an average cell has that many rows per row of noise, and most pairs are looked at once: where all are
 * looked at again, finer groups only cost what the second look shows better.
 */
const FINER = { groups: 10, rowsPerNoise: 3.4 }
/** Mean distance from zero of noise of deviation 1. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI)

/**
 * Returns the first look's part of the pairs' budget, and its groups per column. The more noise hides of all pairs, the less
 * is known of where to look closer, and the larger is the first look's part.
 */
export function planLooks(
  rho: number,
  pairCount: number,
  rowCount: number,
): { rhoOfFirst: number; groupLimit: number } {
  const sigmaAt = (share: number) => sigmaOfRho((share * rho) / Math.max(1, pairCount))
  const { least, usual, perDoubling, most } = FIRST_SHARE
  const misplaced = (MEAN_ABSOLUTE * sigmaAt(least) * MAX_GROUPS ** 2) / 2 / Math.max(1, rowCount)
  const share = least + perDoubling * Math.log2(misplaced / usual)
  const ofFirst = Math.max(least, Math.min(most, share))
  const noise = sigmaAt(ofFirst)
  const groups = (rowsPerNoise: number, limit: number) =>
    limitByNoise(rowCount, rowsPerNoise * noise, MIN_GROUPS, limit)
  const coarse = groups(ROWS_PER_NOISE, MAX_GROUPS)
  const areAllSeenAgain = pairsSeenAgain((1 - ofFirst) * rho, rowCount) >= pairCount
  return {
    rhoOfFirst: ofFirst * rho,
    groupLimit: areAllSeenAgain
      ? coarse
      : Math.max(coarse, groups(FINER.rowsPerNoise, FINER.groups)),
  }
}

/** The side of a square table of which each cell has at least `rowsPerCell`, within limits. */
function limitByNoise(rowCount: number, rowsPerCell: number, least: number, most: number): number {
  const bins = Math.floor(Math.sqrt(Math.max(0, rowCount) / rowsPerCell))
  return Math.max(least, Math.min(most, bins))
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
  const affordable = affordablePairs((1 - CHOICE_SHARE) * rho, meanCells, MAX_MISPLACED * rowCount)
  if (affordable >= pairCount) {
    return { count: pairCount, rhoOfChoice: 0, sigma: sigmaOfRho(rho / Math.max(1, pairCount)) }
  }
  const count = Math.max(1, affordable)
  const rhoOfChoice = CHOICE_SHARE * rho
  return { count, rhoOfChoice, sigma: sigmaOfRho((rho - rhoOfChoice) / count) }
}

/** Pairs whose tables' noise misplaces at most so many rows each. */
function affordablePairs(rho: number, cells: number, misplacedRows: number): number {
  const sigma = (2 * misplacedRows) / (MEAN_ABSOLUTE * cells)
  return Math.floor(2 * rho * sigma ** 2)
}

/** Describes what the first look says of a pair. */
export type FirstImpression = {
  /** Distance from independence beyond noise, in rows. */
  strength: number
  /** Squared distance from independence beyond noise, in standard deviations of what noise alone makes of it. */
  deviations: number
}

/** Describes a pair that is looked at again, by its place in the list of impressions. */
export type SecondLook = { pair: number; sigma: number; rho: number; limit: number }

/** Deviations from which a pair is surely dependent. */
const SURE_DEVIATIONS = 4
/** Returns true if the columns of a pair are surely dependent. */
export const isSure = ({ deviations }: Pick<FirstImpression, 'deviations'>): boolean =>
  deviations > SURE_DEVIATIONS
/** The noise of a usual table of the second look may misplace this share of the rows. */
const MAX_MISPLACED_SECOND = 0.07
const USUAL_CELLS = 16 * 16
const ROWS_PER_NOISE_SECOND = 3
const MIN_LIMIT = 4
const MAX_LIMIT = 32

/** Pairs that a second look of `rho` measures well. */
function pairsSeenAgain(rho: number, rowCount: number): number {
  return affordablePairs(rho, USUAL_CELLS, MAX_MISPLACED_SECOND * rowCount)
}

/**
 * Chooses the pairs of the second look, the strongest first: those that are surely dependent, as many as can be measured
 * well, at least one per column. A pair's budget grows with the root of its strength; `limit` is the side of its table.
 */
export function planSecondLook(
  impressions: FirstImpression[],
  rho: number,
  columnCount: number,
  rowCount: number,
): SecondLook[] {
  const limit = Math.max(columnCount, pairsSeenAgain(rho, rowCount))
  const chosen = impressions
    .map(({ strength, deviations }, pair) => ({ pair, strength, deviations }))
    .filter(isSure)
    .sort((p, q) => q.strength - p.strength)
    .slice(0, limit)
  const weightOf = (strength: number) => Math.sqrt(Math.max(1, strength))
  const sum = chosen.reduce((total, { strength }) => total + weightOf(strength), 0)
  return chosen.map(({ pair, strength }) => {
    const ownRho = (rho * weightOf(strength)) / sum
    const sigma = sigmaOfRho(ownRho)
    const side = limitByNoise(rowCount, ROWS_PER_NOISE_SECOND * sigma, MIN_LIMIT, MAX_LIMIT)
    return { pair, sigma, rho: ownRho, limit: side }
  })
}
