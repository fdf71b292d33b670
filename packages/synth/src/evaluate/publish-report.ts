import type { FittedModel } from '../fit/fitted-model.ts'
import { rhoSpent, spend } from '../fit/ledger.ts'
import { sigmaOfRho } from '../fit/privacy-accountant.ts'
import { discreteGaussian, withNoise } from '../rng/discrete-gaussian.ts'
import type { ClosestRecord } from './closest-record.ts'
import { columnPlot } from './column-plot.ts'
import { type BoundedFidelity, boundedFidelity } from './fidelity.ts'
import { measureCorrelations, type Publishing } from './measure-correlations.ts'
import { guaranteeText, privacyChecks, shareLimit } from './privacy-checks.ts'
import type { PublishedReport } from './report.ts'
import { HOLDOUT_ONE_IN, type Samples, sampledShare } from './samples.ts'

/** The buyer's report: raw figures in, noise on, then only post-processing. */
export async function publishReport(
  publishing: Publishing,
  samples: Samples,
  closest: ClosestRecord,
  twin: { rowCount: number; missingShares: Map<number, number> },
): Promise<PublishedReport> {
  const { model } = publishing
  const rows = certainRows(model)
  const noisy = publishFidelity(publishing, boundedFidelity(model, samples), rows)
  const correlations = await measureCorrelations(publishing, samples.twin)
  const privacy = publishPrivacy(publishing, closest, Math.min(rows.holdout, closest.sampleSize))
  const columns: PublishedReport['columns'] = []
  for (const [index, { name, kind }] of model.schemas.entries()) {
    const position = model.columns.findIndex((column) => column.index === index)
    const isModeled = position >= 0
    columns.push({
      name,
      kind,
      shape: isModeled
        ? noisy.shapes[position]!
        : 1 -
          Math.abs((model.missingShares.get(index) ?? 0) - (twin.missingShares.get(index) ?? 0)),
      plot: isModeled
        ? columnPlot(model.columns[position]!, samples.twin.columns[position]!)
        : null,
    })
  }
  return {
    rows: { synthetic: twin.rowCount, columns: model.schemas.length },
    columns,
    correlations,
    fidelity: noisy.fidelity,
    privacy,
    qualityScore: Math.round(1000 * noisy.fidelity.overall) / 10,
  }
}

/**
 * Row counts of the samples that the noisy total all but guarantees (4 standard deviations): noise
 * is scaled to these, because the true counts are not ours to use.
 */
function certainRows(model: FittedModel): { train: number; holdout: number } {
  const train = Math.max(1, model.total.count - 4 * Math.sqrt(model.total.variance))
  const expected = train / (HOLDOUT_ONE_IN - 1)
  const share = sampledShare(model)
  return {
    train: train * share,
    holdout: Math.max(1, expected - 4 * Math.sqrt(expected)) * share,
  }
}

/** A ceiling noisier than this is no yardstick; 1 is used instead, which understates the twin. */
const MAX_CEILING_NOISE = 0.01

/** The share is divided among the columns' shapes, the pair trends and the ceiling. */
function publishFidelity(
  { plan, ledger, random }: Publishing,
  raw: BoundedFidelity,
  rows: { train: number; holdout: number },
): { shapes: number[]; fidelity: PublishedReport['fidelity'] } {
  const rho = plan.share.fidelity / 3
  spend(ledger, 'shapes of columns in the report', rho)
  const shapeSigma = sigmaOfRho(rho, Math.sqrt(raw.shapes.length) / rows.train)
  const shapes = raw.shapes.map((shape) => clamp(withNoise(shape, shapeSigma, random)))
  spend(ledger, 'pair trends in the report', rho)
  const pairs = clamp(withNoise(raw.pairs, sigmaOfRho(rho, 1 / rows.train), random))
  spend(ledger, 'ceiling in the report', rho)
  const ceilingSigma = sigmaOfRho(rho, 1 / Math.min(rows.train, rows.holdout))
  const noisyCeiling = clamp(withNoise(raw.ceiling, ceilingSigma, random))
  const ceiling = ceilingSigma <= MAX_CEILING_NOISE ? noisyCeiling : 1
  const meanShape = shapes.reduce((sum, shape) => sum + shape, 0) / shapes.length
  const overall = (meanShape + pairs) / 2
  const relative = Math.min(1, overall / Math.max(ceiling, 1e-9))
  return { shapes, fidelity: { shapes: meanShape, pairs, overall, ceiling, relative } }
}

function publishPrivacy(
  { model, plan, ledger, random }: Publishing,
  closest: ClosestRecord,
  sampleSize: number,
): PublishedReport['privacy'] {
  const rhoShare = 0.8 * plan.share.privacyChecks
  const rhoMatches = plan.share.privacyChecks - rhoShare
  // A row's absence may also change which rows are drawn: one leaves, one enters, on one side each.
  const shareSigma = sigmaOfRho(rhoShare, 2 / sampleSize)
  spend(ledger, 'closest records in the report', rhoShare)
  const value = clamp(withNoise(closest.realShare, shareSigma, random))
  const matchSigma = sigmaOfRho(rhoMatches, 2)
  spend(ledger, 'exact matches in the report', rhoMatches)
  const matches = {
    train: closest.exactReal.train + discreteGaussian(random, matchSigma),
    holdout: closest.exactReal.holdout + discreteGaussian(random, matchSigma),
    sampleSize,
    sigma: matchSigma,
  }
  const share = { value, limit: shareLimit(sampleSize, shareSigma) }
  const rho = { spent: rhoSpent(ledger), budget: plan.rho }
  return {
    unit: 'row',
    epsilon: plan.epsilon,
    delta: plan.delta,
    rhoBudget: rho.budget,
    rhoSpent: rho.spent,
    guarantee: guaranteeText(plan.epsilon, plan.delta),
    closestRecordShare: value,
    checks: privacyChecks(model.schemas, rho, share, matches),
  }
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value))
}
