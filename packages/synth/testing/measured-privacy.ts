import { upperNormalQuantile } from '../src/model/private/normal-quantile.ts'
import { epsilonOfRhoDelta } from '../src/model/private/privacy-accountant.ts'

/** Each bound holds with this probability of error. */
const RISK = 0.025

export type MeasuredPrivacy = {
  /** Rates at which the test detects the row, when it was present and when not. */
  truePositives: number
  falsePositives: number
  /** Lower bound on epsilon for any mechanism: (epsilon, delta) cannot hold for a smaller one. */
  epsilonAtLeast: number
  /**
   * The distance of the two means in standard deviations, if the scores are Gaussian, as those of Gaussian noise are;
   * a mechanism of rho has at most sqrt(2 rho). Source: Nasr et al., "Tight Auditing", 2023.
   */
  distance: { atLeast: number; atMost: number }
}

/**
 * Measures an attack on the scores of as many runs with a row as without it. One half of the runs
 * sets the threshold, the other is evaluated by it.
 */
export function measurePrivacy(
  withRow: number[],
  withoutRow: number[],
  delta: number,
): MeasuredPrivacy {
  const half = withRow.length >> 1
  const threshold = (mean(withRow.slice(0, half)) + mean(withoutRow.slice(0, half))) / 2
  const isAbove = (score: number) => score > threshold
  const trials = withRow.length - half
  const found = withRow.slice(half).filter(isAbove).length
  const wrong = withoutRow.slice(half).filter(isAbove).length
  const [truly, falsely] = [boundsOf(found, trials), boundsOf(wrong, trials)]
  const epsilon = Math.max(
    Math.log((truly.low - delta) / falsely.high),
    Math.log((1 - falsely.high - delta) / (1 - truly.low)),
  )
  return {
    truePositives: found / trials,
    falsePositives: wrong / trials,
    epsilonAtLeast: Math.max(0, epsilon || 0),
    distance: {
      atLeast: quantile(truly.low) - quantile(falsely.high),
      atMost: quantile(truly.high) - quantile(falsely.low),
    },
  }
}

/** Returns the epsilon that Gaussian noise with this distance of means has at `delta`. */
export function epsilonOfDistance(distance: number, delta: number): number {
  return distance > 0 ? epsilonOfRhoDelta(distance ** 2 / 2, delta) : 0
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The standard normal quantile. */
function quantile(p: number): number {
  if (p <= 0 || p >= 1) return p <= 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return p > 0.5 ? upperNormalQuantile(1 - p) : -upperNormalQuantile(p)
}

/** Returns the confidence interval of a success probability. Source: Clopper and Pearson, 1934. */
export function boundsOf(successes: number, trials: number): { low: number; high: number } {
  return {
    low: leastProbability(successes, trials),
    high: 1 - leastProbability(trials - successes, trials),
  }
}

/** The probability at which so many successes, or more, would have a chance of `RISK`. */
function leastProbability(successes: number, trials: number): number {
  if (successes === 0) return 0
  let [low, high] = [0, 1]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (atLeast(successes, trials, middle) < RISK) low = middle
    else high = middle
  }
  return low
}

/** P(X >= successes) of a binomial X, summed from its largest term. */
function atLeast(successes: number, trials: number, p: number): number {
  const terms = (from: number, step: 1 | -1) => {
    let sum = 0
    for (let k = from; k >= 0 && k <= trials; k += step) {
      const term = Math.exp(logChoose(trials, k) + k * Math.log(p) + (trials - k) * Math.log1p(-p))
      sum += term
      if (term < 1e-18 * sum) break
    }
    return sum
  }
  return successes > p * trials ? terms(successes, 1) : 1 - terms(successes - 1, -1)
}

function logChoose(n: number, k: number): number {
  let sum = 0
  for (let i = 1; i <= Math.min(k, n - k); i++) sum += Math.log((n - i + 1) / i)
  return sum
}
