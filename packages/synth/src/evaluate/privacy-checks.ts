import type { ColumnSchema } from '../schema/column-schema.ts'
import { isModeled } from '../schema/column-schema.ts'
import { realShareLimit } from './closest-record.ts'
import type { BothSides } from './evaluate-privacy.ts'
import { type ExactMatches, matchTolerance } from './exact-matches.ts'
import type { PrivacyCheck } from './report.ts'

/** An attack's successes on both sides among about `rows` tries each, with noise of `sigma`. */
export type NoisyAttack = BothSides & {
  id: 'singling-out' | 'linkability' | 'inference'
  rows: number
  sigma: number
}

export type NoisyFindings = {
  /** Null where nothing is paid for. */
  rho: { spent: number; budget: number } | null
  closest: { value: number; sampleSize: number; sigma: number }
  /** Among about `rows` training rows, with noise of `sigma` on each count; up to `together` are held out at once. */
  matches: ExactMatches & { rows: number; sigma: number; together: number }
  attacks: NoisyAttack[]
  /** Rows of the original whose identifier occurs in the twin, and those that chance explains. */
  identifiers: { shared: number; sigma: number; expected: number; inCategories: number }
}

const ATTACKS = {
  'singling-out': ['Nobody singled out', 'Descriptions that fit one row of the twin fit'],
  linkability: ['Separate facts not linked', 'Two halves of a row can be put together for'],
  inference: ['Nothing inferred about single rows', 'A missing value can be guessed for'],
} as const

/** Pass or fail for the buyer, from figures that already carry noise. */
export function privacyChecks(schemas: ColumnSchema[], findings: NoisyFindings): PrivacyCheck[] {
  const { rho, closest, attacks } = findings
  const limit = realShareLimit(closest.sampleSize, closest.sigma)
  return [
    ...(rho ? [budgetCheck(rho)] : []),
    {
      id: 'closest-record',
      label: 'No closer to the rows it learned from',
      detail: `A row used for learning is nearer to the twin than an unused one in ${percent(closest.value)} of comparisons; 50% is ideal, up to ${percent(Math.min(1, limit))} passes.${weakness(limit > WEAK_SHARE)}`,
      pass: closest.value <= limit,
    },
    matchCheck(findings.matches),
    ...attacks.map(attackCheck),
    identifierCheck(schemas, findings.identifiers),
  ]
}

function budgetCheck({ spent, budget }: { spent: number; budget: number }): PrivacyCheck {
  return {
    id: 'budget',
    label: 'Privacy budget kept',
    detail: `Every look at the original was paid for: rho ${spent.toFixed(4)} of ${budget.toFixed(4)}.`,
    pass: spent <= budget * (1 + 1e-9),
  }
}

function matchCheck(matches: NoisyFindings['matches']): PrivacyCheck {
  const { train, control, ratio, rows, sigma, together } = matches
  const tolerance = matchTolerance(matches, sigma, together)
  return {
    id: 'exact-matches',
    label: 'No more exact matches than by chance',
    detail: `Rows used for learning reappear no more often than rows the model never saw; up to ${Math.min(rows, Math.ceil(tolerance))} of ${rows} copied would not show.${weakness(tolerance > WEAK_TOLERANCE * rows)}`,
    pass: train - ratio * control <= tolerance,
  }
}

/** Above these limits a twin would have to copy outright to fail. */
const WEAK_SHARE = 0.6
const WEAK_TOLERANCE = 0.1
/** So wide that a handful of honest verdicts fail together in fewer than one twin of twenty. */
const TOLERATED_DEVIATIONS = 2.6

function attackCheck({ id, train, control, rows, sigma }: NoisyAttack): PrivacyCheck {
  const rate = Math.max(1 / rows, Math.min(1 - 1 / rows, (train + control) / (2 * rows)))
  const deviation = Math.sqrt(2 * (rows * rate * (1 - rate) + sigma * sigma))
  const tolerance = TOLERATED_DEVIATIONS * deviation
  const [label, subject] = ATTACKS[id]
  return {
    id,
    label,
    detail: `${subject} rows used for learning no more often than for rows the model never saw.${weakness(tolerance > WEAK_TOLERANCE * rows)}`,
    pass: train - control <= tolerance,
  }
}

function weakness(isWeak: boolean): string {
  return isWeak ? ' With so few rows this check can tell little.' : ''
}

function identifierCheck(
  schemas: ColumnSchema[],
  { shared, sigma, expected, inCategories }: NoisyFindings['identifiers'],
): PrivacyCheck {
  const excluded = schemas.filter(({ kind }) => !isModeled(kind)).map(({ name }) => name)
  const tolerance = TOLERATED_DEVIATIONS * Math.sqrt(expected + sigma * sigma)
  return {
    id: 'identifiers',
    label: 'No identifiers or free text passed on',
    detail:
      excluded.length > 0
        ? `Made up afresh or withheld, and compared with the original: ${excluded.join(', ')}.`
        : 'No column looked like a key, personal identifier or free text.',
    pass: inCategories === 0 && shared <= expected + tolerance,
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
