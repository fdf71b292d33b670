import type { ColumnSchema } from '../schema/column-schema.ts'
import { isModeled } from '../schema/column-schema.ts'
import type { PrivacyCheck } from './report.ts'

/** A share within this many standard errors of one half is no sign of memorizing. */
const TOLERATED_DEVIATIONS = 2

/** Above this limit a twin would have to copy outright to fail. */
const WEAK_LIMIT = 0.6

/**
 * The largest closest-record share that passes: one half plus two standard errors of the
 * measurement, sampling and published noise together.
 */
export function shareLimit(sampleSize: number, noiseSigma: number): number {
  return 0.5 + TOLERATED_DEVIATIONS * Math.sqrt(0.25 / sampleSize + noiseSigma * noiseSigma)
}

export type NoisyMatches = { train: number; holdout: number; sampleSize: number; sigma: number }

/** Pass or fail for the buyer, from figures that already carry noise. */
export function privacyChecks(
  schemas: ColumnSchema[],
  rho: { spent: number; budget: number },
  share: { value: number; limit: number },
  matches: NoisyMatches,
): PrivacyCheck[] {
  const excluded = schemas.filter(({ kind }) => !isModeled(kind)).map(({ name }) => name)
  const matchDeviation = Math.sqrt(
    Math.max(0, matches.train) + Math.max(0, matches.holdout) + 2 * matches.sigma ** 2,
  )
  return [
    {
      id: 'budget',
      label: 'Privacy budget kept',
      detail: `Every look at the original was paid for: rho ${rho.spent.toFixed(4)} of ${rho.budget.toFixed(4)}.`,
      pass: rho.spent <= rho.budget * (1 + 1e-9),
    },
    {
      id: 'closest-record',
      label: 'No closer to the rows it learned from',
      detail: `A row used for learning is nearer to the twin than an unused one in ${percent(share.value)} of comparisons; 50% is ideal, up to ${percent(share.limit)} passes.${share.limit > WEAK_LIMIT ? ' With so few rows this check can tell little.' : ''}`,
      pass: share.value <= share.limit,
    },
    {
      id: 'exact-matches',
      label: 'No more exact matches than by chance',
      detail: 'Rows used for learning reappear no more often than rows the model never saw.',
      pass: matches.train - matches.holdout <= TOLERATED_DEVIATIONS * matchDeviation,
    },
    {
      id: 'identifiers',
      label: 'No identifiers or free text passed on',
      detail:
        excluded.length > 0
          ? `Made up afresh or withheld: ${excluded.join(', ')}.`
          : 'No column looked like a key, personal identifier or free text.',
      pass: true,
    },
  ]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

/** What may be claimed, and what it does not cover, in plain words. */
export function guaranteeText(epsilon: number, delta: number): string {
  return (
    `The twin and this report together satisfy (${epsilon}, ${delta.toPrecision(2)})-differential privacy per row ` +
    '(add or remove one row), by discrete Gaussian noise and zero-concentrated accounting. ' +
    'One person with several rows is protected less. Taken as public, and not covered: column names, types and ' +
    'formats (including decimals, date formats, the sign for missing values and the usual shape of keys), ' +
    'inferred from the file by majority, and the order of magnitude of the row count. Category names are covered: rare ones ' +
    `are pooled as "Other". Every further run on the same original spends again.`
  )
}
