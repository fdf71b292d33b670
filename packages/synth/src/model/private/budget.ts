import type { TableSchema } from '../../schema/table-schema.ts'
import { pairCountOf } from '../measure/plan-pairs.ts'
import { rhoOfEpsilonDelta } from './privacy-accountant.ts'

/**
 * Sets the share of delta kept for discovering category names; the rest converts rho to epsilon.
 */
export const DELTA_SHARE_KEYS = 0.1

/** Sets the part of that delta for patterns of keys, which votes name. */
const DELTA_SHARE_PATTERNS = 0.1

/**
 * Sets the share of rho for votes on kinds of columns, taken from pairs; all of it stays with pairs
 * if the owner declares what the columns are.
 */
const VOTES_SHARE = 0.02

/** Shares of rho; they sum to 1. */
const SHARES = {
  rowCount: 0.01,
  marginals: 0.24,
  pairs: 0.7,
  fidelity: 0.02,
  privacyChecks: 0.03,
} as const

/** Sets the largest share of rho that evaluating a twin takes, once its model is paid for. */
export const REPORT_SHARE = SHARES.fidelity + SHARES.privacyChecks

/** Sets the part of a column's marginal share for a null flag and for a coarse time grid. */
export const NULL_FLAG_WEIGHT = 0.1
/** Likewise of a column that rules compute: its own marginal serves the report and few values. */
export const COMPUTED_WEIGHT = 0.25
export const COARSE_TIME_SHARE = 0.2

/**
 * Describes the unit whose presence is hidden: a single row, or all rows with one value of the
 * column `entity`, or a row of a `family`'s root with all rows linked to it; at most `rows` of this
 * table count.
 */
export type PrivacyUnit = { entity: string | null; rows: number; family?: FamilyUnit }

/** A row of `root`, and of each other table at most so many rows; `isUsual` if they are as many as the file usually has. */
type FamilyUnit = { root: string; others: { table: string; rows: number; isUsual: boolean }[] }

const SINGLE_ROW: PrivacyUnit = { entity: null, rows: 1 }

/** Returns the unit of the guarantee, by the owner's declarations. */
export function unitOf({ columns, entity }: Pick<TableSchema, 'columns' | 'entity'>): PrivacyUnit {
  return entity ? { entity: columns[entity.column]!.name, rows: entity.maxRows } : SINGLE_ROW
}

/** Returns true if the unit is a single row. */
export function isRowUnit({ entity, family }: PrivacyUnit): boolean {
  return entity === null && family === undefined
}

export type BudgetPlan = {
  epsilon: number
  delta: number
  /** Spent on category names, in all columns together; part of `delta`. */
  deltaKeys: number
  /**
   * Cost of all measurements for a unit: of all tables of a family, of which `share` is this
   * table's part.
   */
  rho: number
  unit: PrivacyUnit
  /**
   * Cost of each purpose for a single row; noise and choices are scaled to it. A unit of m rows is
   * m neighbors away, which costs m^2 as much (Bun and Steinke, 2016, group privacy), so these sum
   * to rho / m^2: every deviation is m times as large as it would be for rows, and every score
   * counts an m-th.
   */
  share: Record<keyof typeof SHARES, number>
}

/**
 * Returns the budget of the votes on one of several tables, for a unit of `rows` rows: rho for a
 * single row, as in `BudgetPlan`.
 */
export function planVotes(
  epsilon: number,
  delta: number,
  rows: number,
  tables: number,
): { rho: number; delta: number; rowsPerUnit: number } {
  const { deltaKeys, rho } = planBudget(epsilon, delta)
  return {
    rho: (VOTES_SHARE * rho) / tables / rows ** 2,
    delta: (DELTA_SHARE_PATTERNS * deltaKeys) / tables,
    rowsPerUnit: rows,
  }
}

/**
 * Splits a stated (epsilon, delta), of which a table of a family has a `portion`, into rho per
 * purpose; `hasVotes` leaves out what votes on the columns cost.
 */
export function planBudget(
  epsilon: number,
  delta: number,
  unit = SINGLE_ROW,
  portion = 1,
  hasVotes = false,
): BudgetPlan {
  const deltaKeys = delta * DELTA_SHARE_KEYS
  const rho = rhoOfEpsilonDelta(epsilon, delta - deltaKeys)
  const share = { ...SHARES } as Record<keyof typeof SHARES, number>
  if (hasVotes) share.pairs -= VOTES_SHARE
  for (const key of Object.keys(share) as (keyof typeof SHARES)[])
    share[key] *= (portion * rho) / unit.rows ** 2
  const named = hasVotes ? (1 - DELTA_SHARE_PATTERNS) * deltaKeys : deltaKeys
  return { epsilon, delta, deltaKeys: portion * named, rho, unit, share }
}

/** Counts modeled columns of a table of a family, and of its parent; `depth` is 0 for the root. */
type FamilyColumns = { own: number; context: number; depth: number }

/** A row is taken to have half as many rows of a child as may count. */
const ROWS_PER_COUNTED = 0.5

/**
 * Returns each table's portion of a family's budget. The relative noise on a table's pairs is
 * sqrt(pairs / rho) times the ratio of permitted to actual rows; the portions minimize its sum over
 * the tables.
 */
export function portionsOf(tables: FamilyColumns[]): number[] {
  const weights = tables.map(({ own, context, depth }) =>
    Math.cbrt(pairCountOf(own, context) * ROWS_PER_COUNTED ** (-2 * depth)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/**
 * Returns delta = min(1e-6, 1 / (10 n)), with n rounded up to a power of two so that it does not
 * reveal n.
 */
export function defaultDelta(rowCount: number): number {
  return Math.min(1e-6, 1 / (10 * 2 ** Math.ceil(Math.log2(Math.max(1, rowCount)))))
}
