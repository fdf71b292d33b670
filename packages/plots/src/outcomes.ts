/** Judges privacy checks, and words their outcomes for page, PDF, HTML report, command line and certificate. */

/** Lists what a check may find: nothing amiss, a leak, or too much noise to say either. */
export const outcomes = ['passed', 'failed', 'inconclusive'] as const

export type Outcome = (typeof outcomes)[number]

export const outcomeLabels: Record<Outcome, string> = {
  passed: 'Passed',
  failed: 'Not passed',
  inconclusive: 'Cannot tell',
}

/** Counts checks by outcome in words, failed ones first. */
export function outcomesText(found: Outcome[]): string {
  const count = (outcome: Outcome) => found.filter((one) => one === outcome).length
  const parts = [
    { count: count('failed'), text: 'not passed' },
    { count: count('passed'), text: 'passed' },
    { count: count('inconclusive'), text: 'cannot tell: noise could hide a leak of 10 points' },
  ].filter((part) => part.count > 0)
  if (parts.length === 0) return 'No check was made'
  return parts
    .map(
      (part, i) =>
        `${part.count}${i > 0 ? '' : part.count === 1 ? ' check' : ' checks'} ${part.text}`,
    )
    .join(', ')
}

/** Names checks that were not made. */
const untestedLabels: Record<string, string> = {
  'exact-matches': 'exact matches',
  'singling-out': 'singling out',
  linkability: 'linking of separate facts',
  inference: 'inference about single rows',
}

/** Returns which checks were not made, and why; null if all were. Earlier reports do not list them. */
export function untestedText(ids: readonly string[] | undefined): string | null {
  if (!ids?.length) return null
  const names = ids.map((id) => untestedLabels[id] ?? id).join(', ')
  return `Not tested: ${names}. With so few rows under that much noise, no result could fail such a check.`
}

/** Returns the outcome of several tables' or checks' outcomes: a failure decides, then a doubt. */
export function worstOutcome(found: Outcome[]): Outcome {
  if (found.includes('failed')) return 'failed'
  return found.includes('inconclusive') ? 'inconclusive' : 'passed'
}

/** Two-sided 95 %. */
const INTERVAL_DEVIATIONS = 1.96
/** Deviations by which an effect has to lie above the limit to be found in four of five runs. */
const POWER_DEVIATIONS = 0.84
/** A check passes only if it would have found a leak of ten points. */
const MOST_UNSEEN = 0.1

/** Shares of 1: the measured value, what is ideal, the most that passes, and the standard deviation of the value. */
export type Measured = { value: number; ideal: number; limit: number; deviation: number }

/**
 * Judges a measured share: above its limit it fails; below, it passes if the smallest effect that the check finds in four of
 * five runs is at most ten points, else nothing can be said.
 */
export function judge({ value, ideal, limit, deviation }: Measured): {
  outcome: Outcome
  minimumDetectableEffect: number
} {
  const minimumDetectableEffect = limit - ideal + POWER_DEVIATIONS * deviation
  if (value > limit) return { outcome: 'failed', minimumDetectableEffect }
  const isTelling = minimumDetectableEffect <= MOST_UNSEEN
  return { outcome: isTelling ? 'passed' : 'inconclusive', minimumDetectableEffect }
}

/** A check as a report states it; earlier reports have no outcome. */
type StatedCheck = {
  id: string
  pass: boolean
  outcome?: Outcome | undefined
  figure?: {
    unit: 'share' | 'rows' | 'rho'
    value: number | null
    interval: { low: number; high: number } | null
    ideal: number
    limit: number | null
  } | null
}

/** Checks that compare no samples. */
const COUNTED = ['budget', 'identifiers']

/**
 * Returns the outcome of a check of any report or certificate. One that an earlier report calls passed is judged by its
 * interval; without one nothing can be said, unless the check compares no samples.
 */
export function outcomeOf({ id, pass, outcome, figure }: StatedCheck): Outcome {
  if (outcome) return outcome
  if (!pass) return 'failed'
  if (COUNTED.includes(id)) return 'passed'
  if (!figure?.interval || figure.value === null || figure.limit === null) return 'inconclusive'
  const { value, interval, ideal, limit } = figure
  const deviation = (interval.high - interval.low) / (2 * INTERVAL_DEVIATIONS)
  return judge({ value, ideal, limit, deviation }).outcome
}
