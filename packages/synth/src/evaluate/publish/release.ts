import type { FittedModel } from '../../model/fitted-model.ts'
import type { BudgetPlan } from '../../model/private/budget.ts'
import { sigmaOfRho } from '../../model/private/privacy-accountant.ts'
import { type PrivacyLedger, spend } from '../../model/private/privacy-ledger.ts'
import type { SpentBudget } from '../../model/private/spent-budget.ts'
import { withNoise } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'

/** Holds the inputs of the published report, and the budget that pays for it. */
export type Publishing = {
  model: FittedModel
  plan: BudgetPlan
  ledger: PrivacyLedger
  /** Budget that earlier runs spent on the same original. */
  spentBefore: SpentBudget[]
  random: RandomSource
}

/**
 * Holds figures of the original that one row moves by at most `sensitivity` (L2), at a cost of
 * `rho`.
 */
export type Figures = { label: string; values: number[]; sensitivity: number; rho: number }

export type Released = { values: number[]; sigma: number }

/** Pays for figures and adds the noise that the price buys. */
export function release({ ledger, random }: Publishing, figures: Figures): Released {
  const { label, values, sensitivity, rho } = figures
  const sigma = sigmaOfRho(rho, sensitivity)
  spend(ledger, label, rho)
  return { values: values.map((value) => withNoise(value, sigma, random)), sigma }
}

export function clampShare(value: number): number {
  return Math.max(0, Math.min(1, value))
}
