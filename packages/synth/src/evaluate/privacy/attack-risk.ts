import { upperNormalQuantile } from '../../model/private/normal-quantile.ts'
import type { Attack, AttackKind, Interval } from '../evaluation.ts'

/** Two-sided 95 %. */
const DEVIATIONS = 1.96
/** An attack passes only if its interval holds no risk beyond ten points. */
const MOST_UNSEEN = 0.1

/** Describes an estimated rate and the half-width of its interval. */
export type Rate = { value: number; error: number }

/** Returns Wilson's estimate of a success rate, which is also valid for few successes. */
export function wilsonRate(successes: number, attacks: number, deviations = DEVIATIONS): Rate {
  if (attacks === 0) return { value: 0.5, error: 0.5 }
  const square = deviations * deviations
  const spread = (successes * (attacks - successes)) / attacks + square / 4
  return {
    value: (successes + square / 2) / (attacks + square),
    error: (deviations / (attacks + square)) * Math.sqrt(spread),
  }
}

/**
 * Returns the excess success rate of an attack on training rows over held-out rows, as a share of
 * the remaining room for success. Errors propagate to first order. Source: Giomi et al., "A Unified
 * Framework for Quantifying Privacy Risk in Synthetic Data" (Anonymeter).
 */
export function residualRisk(train: Rate, control: Rate): Rate {
  const room = Math.max(1e-9, 1 - control.value)
  return {
    value: (train.value - control.value) / room,
    error: Math.hypot(train.error / room, (control.error * (1 - train.value)) / (room * room)),
  }
}

function clippedInterval({ value, error }: Rate): Interval {
  const clip = (bound: number) => Math.max(0, Math.min(1, bound))
  return { value: clip(value), low: clip(value - error), high: clip(value + error) }
}

/**
 * Counts the successes among `attacks` tries on each side; `column` is the secret of an inference.
 */
export type TriedAttack = {
  kind: AttackKind
  column?: string
  attacks: number
  train: number
  control: number
}

/** Judges all attacks on a twin with intervals so wide that they hold together with 95 % confidence (Bonferroni). */
export function evaluateAttacks(tried: TriedAttack[]): Attack[] {
  const deviations = upperNormalQuantile(0.025 / Math.max(1, tried.length))
  return tried.map(({ kind, column = null, attacks, train, control }) => {
    const trainRate = wilsonRate(train, attacks, deviations)
    const controlRate = wilsonRate(control, attacks, deviations)
    const risk = clippedInterval(residualRisk(trainRate, controlRate))
    return {
      kind,
      column,
      attacks,
      trainRate: train / Math.max(1, attacks),
      controlRate: control / Math.max(1, attacks),
      risk,
      outcome: risk.low > 0 ? 'failed' : risk.high <= MOST_UNSEEN ? 'passed' : 'inconclusive',
    }
  })
}
