import { DELTA_SHARE_KEYS, REPORT_SHARE } from './budget.ts'
import { epsilonOfRhoDelta, rhoOfEpsilonDelta } from './privacy-accountant.ts'

/**
 * Describes the privacy budget that a run on an original spent; null after protected mode, which
 * has no bound.
 */
export type SpentBudget = { rhoSpent: number | null; delta: number | null }

/** Describes the budget of an earlier run: on the only table there is, or on each of several by name. */
export type EarlierRun = SpentBudget | { tables: Record<string, SpentBudget> }

/** Returns the rho that a run may spend at most which promises (epsilon, delta)-DP. */
export function rhoOfRun(epsilon: number, delta: number): number {
  return rhoOfEpsilonDelta(epsilon, delta * (1 - DELTA_SHARE_KEYS))
}

/** Returns the rho that evaluating one more twin may spend at most, of a model that a run at (epsilon, delta) has paid for. */
export function rhoOfReport(epsilon: number, delta: number): number {
  return REPORT_SHARE * rhoOfRun(epsilon, delta)
}

/** Returns the budgets that earlier runs spent on one table. */
export function spentOn(table: string, runs: EarlierRun[]): SpentBudget[] {
  return runs.flatMap((run) => {
    const spent = 'tables' in run ? run.tables[table] : run
    return spent ? [spent] : []
  })
}

export type TotalSpent = { rhoSpent: number; delta: number; epsilon: number }

/**
 * Returns the budget that several runs on one original spent together, such as the `privacy` of
 * their published reports. Rho adds up, and so does delta, of which a share is reserved for
 * category names. Null if any of them has no bound, for then the sum has none.
 */
export function totalSpent(runs: SpentBudget[]): TotalSpent | null {
  let [rhoSpent, delta] = [0, 0]
  for (const run of runs) {
    if (run.rhoSpent === null || run.delta === null) return null
    rhoSpent += run.rhoSpent
    delta += run.delta
  }
  const deltaOfRho = delta * (1 - DELTA_SHARE_KEYS)
  return { rhoSpent, delta, epsilon: delta > 0 ? epsilonOfRhoDelta(rhoSpent, deltaOfRho) : 0 }
}
