import { judge, type Measured } from '@semblance/plots'
import type { PersonalDataScan } from '../evaluation.ts'
import { around, figureOf, shareOfRows, withoutValue } from '../publish/check-figure.ts'
import type { PrivacyCheck } from '../report.ts'
import { realShareDeviation, realShareLimit } from './closest-record.ts'
import type { BothSides } from './evaluate-privacy.ts'
import { type ExactMatches, matchDeviation, matchTolerance } from './exact-matches.ts'

/**
 * Describes an attack's successes on both sides among about `rows` tries each, with noise of
 * `sigma`.
 */
export type NoisyAttack = BothSides & {
  id: 'singling-out' | 'linkability' | 'inference'
  rows: number
  sigma: number
}

/**
 * Counts exact matches among about `rows` training rows, with noise of `sigma` on each count; at most `together` rows are
 * held out as one.
 */
type NoisyMatches = ExactMatches & { rows: number; sigma: number; together: number }

export type NoisyFindings = {
  /**
   * Null in protected mode, which has no budget: counts are then exact, and only verdicts on them
   * are published.
   */
  rho: { spent: number; budget: number } | null
  closest: { value: number; sampleSize: number; sigma: number }
  /** Null where the check could not have failed. */
  matches: NoisyMatches | null
  attacks: NoisyAttack[]
  /** Rows of the original whose value in a `compared` column occurs in the twin, and those that chance explains. */
  identifiers: {
    compared: string[]
    shared: number
    sigma: number
    expected: number
    inCategories: number
  }
}

/** Returns a scan's exact findings; columns whose values many people share are not evaluated. */
export function identifiersFound({
  columns,
  sharedRows,
  identifiers,
}: PersonalDataScan): NoisyFindings['identifiers'] {
  const judged = columns.filter(({ expected }) => expected !== null)
  return {
    compared: judged.map(({ name }) => name),
    shared: sharedRows,
    sigma: 0,
    expected: judged.reduce((sum, { expected }) => sum + expected!, 0),
    inCategories: identifiers,
  }
}

const ATTACKS = {
  'singling-out': {
    label: 'Nobody singled out',
    detail:
      'A description that fits one row of the twin alone might point at one real person. It should fit rows used for learning no more often than rows kept aside.',
  },
  linkability: {
    label: 'Separate facts not linked',
    detail:
      'Somebody who holds two halves of a record may try to join them with the help of the twin. It should help no more for rows used for learning than for rows kept aside.',
  },
  inference: {
    label: 'Nothing inferred about single rows',
    detail:
      'Somebody who knows all of a row but one value may guess it from the twin. The guess should be right no more often for rows used for learning than for rows kept aside.',
  },
} as const

const LEAD = 'lead of rows used for learning over rows kept aside'

/**
 * Evaluates the checks for the buyer, from figures that already carry noise, and publishes only the
 * permitted ones.
 */
export function privacyChecks(findings: NoisyFindings): PrivacyCheck[] {
  const { rho, closest, matches, attacks, identifiers } = findings
  const others = [
    ...(matches ? [matchCheck(matches)] : []),
    ...attacks.map(attackCheck),
    identifierCheck(identifiers),
  ]
  return rho
    ? [budgetCheck(rho), closestCheck(closest), ...others]
    : [
        closestCheck(closest),
        ...others.map((check) => ({ ...check, figure: withoutValue(check.figure) })),
      ]
}

function budgetCheck({ spent, budget }: { spent: number; budget: number }): PrivacyCheck {
  return {
    id: 'budget',
    label: 'Privacy budget kept',
    detail:
      'Each look at the original tells a little of it, and costs part of a budget that was fixed before. What is promised holds while the budget does.',
    ...counted(spent <= budget * (1 + 1e-9)),
    figure: figureOf('spent', {
      unit: 'rho',
      value: spent,
      interval: null,
      ideal: 0,
      limit: budget,
    }),
  }
}

function closestCheck({ value, sampleSize, sigma }: NoisyFindings['closest']): PrivacyCheck {
  const [limit, deviation] = [
    realShareLimit(sampleSize, sigma),
    realShareDeviation(sampleSize, sigma),
  ]
  return {
    id: 'closest-record',
    label: 'No closer to the rows it learned from',
    detail: `A twin that has memorized rows lies nearer to those than to rows kept aside. Of two such rows, either should be the nearer one half of the time.`,
    ...judged({ value, ideal: 0.5, limit, deviation }),
    figure: figureOf('of comparisons find the row used for learning nearer', {
      unit: 'share',
      value,
      interval: around(value, deviation, { least: 0, most: 1 }),
      ideal: 0.5,
      limit: Math.min(1, limit),
    }),
  }
}

function matchCheck(matches: NoisyMatches): PrivacyCheck {
  const { train, control, ratio, rows, sigma, together } = matches
  const excess = train - ratio * control
  const tolerance = matchTolerance(matches, sigma, together)
  const deviation = matchDeviation(matches, sigma, together)
  return {
    id: 'exact-matches',
    label: 'No more exact matches than by chance',
    detail: `Some real rows come up again by chance, rows kept aside as often as rows used for learning. More of these would be copies; up to ${Math.min(rows, Math.ceil(tolerance))} of ${rows} copied would not show.`,
    ...judgedRows(rows, { value: excess, limit: tolerance, deviation }),
    figure: shareOfRows('of the rows used for learning repeated beyond chance', rows, {
      value: excess,
      deviation,
      limit: tolerance,
    }),
  }
}

/**
 * Sets a tolerance at which a handful of honest verdicts fail together in fewer than one twin of
 * twenty.
 */
const TOLERATED_DEVIATIONS = 2.6

function attackCheck({ id, train, control, rows, sigma }: NoisyAttack): PrivacyCheck {
  const rate = Math.max(1 / rows, Math.min(1 - 1 / rows, (train + control) / (2 * rows)))
  const deviation = Math.sqrt(2 * (rows * rate * (1 - rate) + sigma * sigma))
  const tolerance = TOLERATED_DEVIATIONS * deviation
  const { label, detail } = ATTACKS[id]
  const lead = { value: train - control, deviation, limit: tolerance }
  return {
    id,
    label,
    detail,
    ...judgedRows(rows, lead),
    figure: shareOfRows(LEAD, rows, lead),
  }
}

type Verdict = Pick<PrivacyCheck, 'outcome' | 'pass' | 'minimumDetectableEffect'>

/** States the outcome of a count that takes no sample. */
function counted(pass: boolean): Verdict {
  return { outcome: pass ? 'passed' : 'failed', pass, minimumDetectableEffect: null }
}

function judged(measured: Measured): Verdict {
  const { outcome, minimumDetectableEffect } = judge(measured)
  return { outcome, pass: outcome !== 'failed', minimumDetectableEffect }
}

/** Judges a number of rows as a share of `rows`. */
function judgedRows(rows: number, { value, limit, deviation }: Omit<Measured, 'ideal'>): Verdict {
  return judged({ value: value / rows, ideal: 0, limit: limit / rows, deviation: deviation / rows })
}

/**
 * Returns false if no result of an attack with noise of `sigma` on each side could be above the limit: even without a single
 * success the limit exceeds all rows.
 */
export const attackCanFail = (rows: number, sigma: number): boolean =>
  TOLERATED_DEVIATIONS * Math.SQRT2 * sigma < rows

/** Returns false if not even a copy of all rows could be above the limit of exact matches. */
export const matchesCanFail = (rows: number, ratio: number, sigma: number): boolean =>
  matchTolerance({ train: 0, control: 0, ratio }, sigma) < rows

function identifierCheck({
  compared,
  shared,
  sigma,
  expected,
  inCategories,
}: NoisyFindings['identifiers']): PrivacyCheck {
  const tolerance = TOLERATED_DEVIATIONS * Math.sqrt(expected + sigma * sigma)
  const followsRowCount = sigma > 0 && expected > 0
  return {
    id: 'identifiers',
    label: 'No identifiers or free text passed on',
    detail:
      compared.length > 0
        ? `What names people is made up afresh or withheld, and should be found in the original by chance at most. Compared: ${compared.join(', ')}.`
        : 'No column holds identifiers or free text to compare: keys are numbered afresh, and names come from public lists.',
    ...counted(inCategories === 0 && shared <= expected + tolerance),
    figure: figureOf('of the original with an identifier or text that the twin has too', {
      unit: 'rows',
      value: Math.max(0, shared),
      interval:
        sigma > 0 ? around(shared, sigma, { least: 0, most: Number.POSITIVE_INFINITY }) : null,
      ideal: 0,
      limit: followsRowCount ? null : expected + tolerance,
    }),
  }
}
