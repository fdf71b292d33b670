import { rhoOfEpsilonDelta } from './privacy-accountant.ts'

/** The share of delta kept for discovering category names; the rest converts rho to epsilon. */
const DELTA_SHARE_KEYS = 0.1

/** Shares of rho. Chosen on Adult (docstring of `planBudget`); they sum to 1. */
const SHARES = {
  rowCount: 0.01,
  marginals: 0.2,
  tree: 0.03,
  edges: 0.34,
  growthChoice: 0.05,
  growth: 0.29,
  correlations: 0.03,
  fidelity: 0.02,
  privacyChecks: 0.03,
} as const

/** How much of a column's marginal share a null flag and a coarse time grid take. */
export const NULL_FLAG_WEIGHT = 0.1
export const COARSE_TIME_SHARE = 0.2

export type BudgetPlan = {
  epsilon: number
  delta: number
  /** Spent on category names, in all columns together; part of `delta`. */
  deltaKeys: number
  rho: number
  share: Record<keyof typeof SHARES, number>
}

/**
 * Splits a stated (epsilon, delta) into rho per purpose. Selection gets little because one wrong
 * edge costs less than noise on all of them (synthesis.md, "MST's thirds waste selection").
 */
export function planBudget(epsilon: number, delta: number): BudgetPlan {
  const deltaKeys = delta * DELTA_SHARE_KEYS
  const rho = rhoOfEpsilonDelta(epsilon, delta - deltaKeys)
  const share = { ...SHARES } as Record<keyof typeof SHARES, number>
  for (const key of Object.keys(share) as (keyof typeof SHARES)[]) share[key] *= rho
  return { epsilon, delta, deltaKeys, rho, share }
}

/** delta = min(1e-6, 1 / (10 n)), with n rounded up to a power of two so it does not tell n. */
export function defaultDelta(rowCount: number): number {
  return Math.min(1e-6, 1 / (10 * 2 ** Math.ceil(Math.log2(Math.max(1, rowCount)))))
}
