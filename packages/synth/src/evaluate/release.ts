import type { BudgetPlan } from '../fit/budget.ts'
import type { FittedModel } from '../fit/fitted-model.ts'
import { type PrivacyLedger, spend } from '../fit/ledger.ts'
import type { Measure } from '../fit/measure.ts'
import { sigmaOfRho } from '../fit/privacy-accountant.ts'
import type { SpentBudget } from '../fit/spent-budget.ts'
import { withNoise } from '../rng/discrete-gaussian.ts'
import type { RandomSource } from '../rng/random-source.ts'

/** What the published report is made from, and paid with. */
export type Publishing = {
  measure: Measure
  model: FittedModel
  plan: BudgetPlan
  ledger: PrivacyLedger
  /** What earlier runs spent on the same original. */
  spentBefore: SpentBudget[]
  random: RandomSource
}

/** Figures of the original that one row moves by at most `sensitivity` (L2), at a price of `rho`. */
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
