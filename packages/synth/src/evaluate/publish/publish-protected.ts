import { qualityScore } from '@semblance/plots'
import type { FittedColumns } from '../../model/fitted-model.ts'
import type { Evaluation } from '../evaluation.ts'
import { protectedText } from '../privacy/guarantee.ts'
import { identifiersFound, type NoisyAttack, privacyChecks } from '../privacy/privacy-checks.ts'
import type { PublishedReport } from '../report.ts'
import { FIDELITY_SAMPLE_ROWS, type Samples } from '../samples.ts'
import { type DeliveredTwin, type Findings, publishColumns } from './publish-report.ts'

/**
 * Returns the buyer's report of a twin made in protected mode: exact figures that are means over
 * many rows, plots of the guarded columns, and only the verdicts of attacks.
 */
export function publishProtected(
  model: FittedColumns,
  samples: Samples,
  findings: Findings,
  evaluation: Evaluation,
  twin: DeliveredTwin,
): PublishedReport {
  const shapes = evaluation.columns.map(({ shape }) => shape)
  const fidelity = fidelityOf(evaluation, shapes)
  const target = evaluation.efficacy?.targets[0]
  return {
    rows: { synthetic: twin.rowCount, columns: model.schemas.length },
    columns: publishColumns(model, samples, shapes, twin),
    pairs: twin.pairs,
    // Even in twentieths, they show an attacker who knows all other rows whether one is among them.
    correlations: null,
    fidelity,
    usefulness: target ? usefulnessOf(target) : null,
    privacy: {
      mode: 'protected',
      unit: 'row',
      epsilon: null,
      delta: null,
      rhoBudget: null,
      rhoSpent: null,
      allRuns: null,
      guarantee: protectedText(),
      closestRecordShare: findings.privacy.closest.realShare,
      checks: checksOf(model, findings),
      untested: [],
    },
    qualityScore: qualityScore(fidelity),
  }
}

function usefulnessOf({
  column,
  synthetic,
  real,
  intervals,
}: NonNullable<Evaluation['efficacy']>['targets'][number]): PublishedReport['usefulness'] {
  return {
    column,
    auc: synthetic,
    interval: intervals.synthetic,
    real: { auc: real, ...intervals.real },
  }
}

function fidelityOf(
  { accuracy, summary }: Evaluation,
  shapes: number[],
): PublishedReport['fidelity'] {
  const means = {
    univariate: accuracy.univariate.value,
    bivariate: accuracy.bivariate.value,
    trivariate: accuracy.trivariate.value,
  }
  const { overall, ceiling, relative } = summary.syntheticAccuracy
  return {
    shapes: shapes.reduce((sum, shape) => sum + shape, 0) / shapes.length,
    pairs: means.bivariate,
    accuracy: means,
    overall,
    ceiling,
    relative,
    interval: null,
  }
}

/** The same checks as in private mode, on exact counts. */
function checksOf(model: FittedColumns, { privacy, personalData }: Findings) {
  const { closest, matches, counts } = privacy
  const exact = { sigma: 0 }
  const attacks: NoisyAttack[] = [
    { ...exact, ...counts.covered, id: 'singling-out', rows: counts.covered.rows },
  ]
  const { linked, guessed, targets } = counts
  if (linked) attacks.push({ ...exact, ...linked, id: 'linkability', rows: targets })
  if (guessed) attacks.push({ ...exact, ...guessed, id: 'inference', rows: targets })
  return privacyChecks({
    rho: null,
    closest: { ...exact, value: closest.realShare, sampleSize: closest.sampleSize },
    matches: {
      ...exact,
      ...matches,
      rows: Math.min(model.total.count, FIDELITY_SAMPLE_ROWS),
      together: 1,
    },
    attacks,
    identifiers: identifiersFound(personalData),
  })
}
