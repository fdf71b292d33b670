import type { Evaluation } from '../evaluation.ts'
import { boundsOfArea } from '../fidelity/roc.ts'
import { measureUtility, type Utility } from '../fidelity/utility.ts'
import type { PublishedReport } from '../report.ts'
import { comparedRows, type Samples } from '../samples.ts'
import { concatTables } from '../table-sample.ts'
import { around } from './check-figure.ts'
import { clampShare, type Publishing, release } from './release.ts'

/** Divides the budget's share for fidelity. */
export const FIDELITY_PARTS = { shapes: 0.35, accuracy: 0.35, classes: 0.1, usefulness: 0.2 }
/** A figure with more noise than this would mislead. */
const MAX_USEFULNESS_NOISE = 0.05
/** A bound that noise of this many standard deviations keeps: missed once in a billion runs. */
const CERTAIN_DEVIATIONS = 6

export type PublishedFidelity = Pick<PublishedReport, 'fidelity' | 'usefulness'> & {
  /** Holds a figure per modeled column. */
  shapes: number[]
}

/**
 * Publishes fidelity for the buyer. Distances are summed over rows before noise is added, because
 * such a sum changes by at most 1 with one row regardless of their number, and then divided by the
 * noisy number of rows. Bins and the ceiling are those of the twin itself, so neither costs
 * anything; the owner's exact figures have the same, so that the buyer's differ by noise alone.
 */
export function publishFidelity(
  publishing: Publishing,
  samples: Samples,
  evaluation: Pick<Evaluation, 'accuracy' | 'columns'>,
): PublishedFidelity {
  const { accuracy: raw, columns } = evaluation
  if (raw.binsFrom !== 'twin') throw new TypeError('Bins of the original are not covered')
  const original = concatTables(samples.train, samples.holdout)
  const { likenesses: shapes } = releaseLikenesses(publishing, original.rowCount, {
    label: 'shapes of columns in the report',
    distances: columns.map(({ shape }) => 1 - shape),
    part: 'shapes',
  })
  const { likenesses, noise, relativeError } = releaseLikenesses(publishing, original.rowCount, {
    label: 'accuracy in the report',
    distances: [raw.univariate, raw.bivariate, raw.trivariate].map(({ value }) => 1 - value),
    part: 'accuracy',
  })
  const [univariate, bivariate, trivariate] = likenesses as [number, number, number]
  const accuracy = { univariate, bivariate, trivariate }
  const overall = (univariate + bivariate + trivariate) / 3
  const ceiling = Math.max(1e-9, raw.overall.ceiling)
  const deviation = Math.hypot(noise / Math.sqrt(3), relativeError * (1 - overall))
  return {
    shapes,
    fidelity: {
      shapes: shapes.reduce((sum, shape) => sum + shape, 0) / shapes.length,
      pairs: accuracy.bivariate,
      accuracy,
      overall,
      ceiling,
      relative: Math.min(1, overall / ceiling),
      interval: around(overall / ceiling, deviation / ceiling, { least: 0, most: 1 }),
    },
    usefulness: publishUtility(publishing, measureUtility(original, samples.twin)),
  }
}

/**
 * `distances` are means over `rowCount` rows, each of which one row moves by its share. Returns
 * with them the deviation of each from noise, and that of the number of rows, as a share of it.
 */
function releaseLikenesses(
  publishing: Publishing,
  rowCount: number,
  { label, distances, part }: { label: string; distances: number[]; part: 'shapes' | 'accuracy' },
): { likenesses: number[]; noise: number; relativeError: number } {
  const { model, plan } = publishing
  const { values, sigma } = release(publishing, {
    label,
    values: distances.map((distance) => distance * rowCount),
    sensitivity: Math.sqrt(distances.length),
    rho: FIDELITY_PARTS[part] * plan.share.fidelity,
  })
  const rows = comparedRows(model)
  // The number of rows has noise too, and the split into training and held-out rows.
  const relativeError = Math.hypot(
    Math.sqrt(model.total.variance) / model.total.count,
    Math.sqrt(plan.unit.rows / (4 * rows)),
  )
  return {
    likenesses: values.map((sum) => clampShare(1 - sum / rows)),
    noise: sigma / rows,
    relativeError,
  }
}

/** One row of a class of n moves the area by at most 1 / n; n is taken from noisy counts, without a unit's other rows. */
function publishUtility(
  publishing: Publishing,
  raw: Utility | null,
): PublishedReport['usefulness'] {
  if (!raw) return null
  const { model, plan } = publishing
  const counted = release(publishing, {
    label: 'classes to predict in the report',
    values: raw.classes,
    sensitivity: 1,
    rho: FIDELITY_PARTS.classes * plan.share.fidelity,
  })
  const least =
    Math.min(...counted.values) - CERTAIN_DEVIATIONS * counted.sigma - (plan.unit.rows - 1)
  if (least < 1) return null
  const { values, sigma } = release(publishing, {
    label: 'usefulness in the report',
    values: [raw.auc],
    sensitivity: 1 / least,
    rho: FIDELITY_PARTS.usefulness * plan.share.fidelity,
  })
  if (sigma > MAX_USEFULNESS_NOISE) return null
  const auc = clampShare(values[0]!)
  const [positives, negatives] = counted.values as [number, number]
  return {
    column: model.columns[raw.column]!.schema.name,
    auc,
    interval: boundsOfArea(auc, { positives, negatives, noise: sigma }),
    real: null,
  }
}
