import type { FittedColumns } from '../../model/fitted-model.ts'
import type { Evaluation } from '../evaluation.ts'
import { MAX_CORRELATED_COLUMNS } from '../fidelity/measure-correlations.ts'
import { protectedText } from '../privacy/guarantee.ts'
import { identifiersFound, type NoisyAttack, privacyChecks } from '../privacy/privacy-checks.ts'
import type { PublishedReport } from '../report.ts'
import { FIDELITY_SAMPLE_ROWS, type Samples } from '../samples.ts'
import { type DeliveredTwin, type Findings, publishColumns } from './publish-report.ts'

/**
 * Returns the buyer's report of a twin made in protected mode: exact figures that are means over
 * many rows, rounded correlations, plots of the guarded columns, and only the verdicts of attacks.
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
    correlations: coarseCorrelations(evaluation),
    fidelity,
    usefulness: target ? { column: target.column, auc: target.synthetic } : null,
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
    },
    qualityScore: Math.round((1000 * (fidelity.shapes + fidelity.pairs)) / 2) / 10,
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
  }
}

/** Below this many rows, one row may move a correlation visibly. */
const MIN_CORRELATED_ROWS = 2000
/** The original's correlations are published in steps of a twentieth. */
const CORRELATION_STEPS = 20

/**
 * Returns the first correlations, the original's rounded: exact values let an attacker find out
 * whether a known row was in the table. Null for few rows.
 */
export function coarseCorrelations({
  rows,
  correlations,
}: Pick<Evaluation, 'rows' | 'correlations'>): PublishedReport['correlations'] {
  if (!correlations || rows.train + rows.holdout < MIN_CORRELATED_ROWS) return null
  const cut = (matrix: number[][]) =>
    matrix.slice(0, MAX_CORRELATED_COLUMNS).map((row) => row.slice(0, MAX_CORRELATED_COLUMNS))
  return {
    columns: correlations.columns.slice(0, MAX_CORRELATED_COLUMNS),
    original: cut(correlations.original).map((row) =>
      row.map((r) => Math.round(CORRELATION_STEPS * r) / CORRELATION_STEPS),
    ),
    synthetic: cut(correlations.synthetic),
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
