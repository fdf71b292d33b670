import { addNoise, discreteGaussian } from '../rng/discrete-gaussian.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { type ColumnSchema, isModeled, isOrdered } from '../schema/column-schema.ts'
import { coarseTimeGrid, fineTimeGrid, type Grid, logGrid } from '../schema/grid.ts'
import { throwIfAborted } from '../schema/synthesis-error.ts'
import { type BudgetPlan, COARSE_TIME_SHARE, NULL_FLAG_WEIGHT } from './budget.ts'
import { discoverCategories } from './discover-categories.ts'
import type { FittedColumn, FittedModel } from './fitted-model.ts'
import { type PrivacyLedger, spend } from './ledger.ts'
import type { BinSource, Measure } from './measure.ts'
import { type FineMarginal, maxBins, mergeBins, presentCells } from './merge-bins.ts'
import { sigmaOfRho } from './privacy-accountant.ts'

/** With `fit-model` the only way from training rows to the model: counts in, noise on at once. */
export type Measuring = {
  measure: Measure
  plan: BudgetPlan
  ledger: PrivacyLedger
  random: RandomSource
  onFraction: (fraction: number) => void
  signal: AbortSignal | undefined
}

type Total = FittedModel['total']

export type MeasuredColumns = Omit<FittedModel, 'cliques'>

/** Measures every column of the training rows on its own and lays its bins. */
export async function measureColumns(
  measuring: Measuring,
  schemas: ColumnSchema[],
): Promise<MeasuredColumns> {
  const total = await measureTotal(measuring)
  const { columns, missingShares } = await measureMarginals(measuring, schemas, total)
  await measuring.measure.bin(new Map(columns.map((c) => [c.index, binSource(c)])))
  return { schemas, total, columns, missingShares }
}

async function measureTotal({ measure, plan, ledger, random }: Measuring): Promise<Total> {
  const sigma = sigmaOfRho(plan.share.rowCount)
  spend(ledger, 'number of rows', plan.share.rowCount)
  const count = (await measure.countRows()) + discreteGaussian(random, sigma)
  return { count: Math.max(1, count), variance: sigma * sigma }
}

async function measureMarginals(
  measuring: Measuring,
  schemas: ColumnSchema[],
  total: Total,
): Promise<{ columns: FittedColumn[]; missingShares: Map<number, number> }> {
  const { plan } = measuring
  const weights = schemas.map(({ kind }) => (isModeled(kind) ? 1 : NULL_FLAG_WEIGHT))
  const rhoPerWeight = plan.share.marginals / weights.reduce((sum, weight) => sum + weight, 0)
  const categoryCount = schemas.filter(({ kind }) => isModeled(kind) && !isOrdered(kind)).length
  const modeledCount = schemas.filter(({ kind }) => isModeled(kind)).length
  const sigmaEdge = sigmaOfRho(plan.share.edges / Math.max(1, modeledCount - 1))
  const binLimit = maxBins(total.count, sigmaEdge)
  const columns: FittedColumn[] = []
  const missingShares = new Map<number, number>()
  for (const [index, schema] of schemas.entries()) {
    throwIfAborted(measuring.signal)
    const rho = rhoPerWeight * weights[index]!
    if (!isModeled(schema.kind)) {
      missingShares.set(index, await measureMissing(measuring, index, schema, rho, total))
      continue
    }
    const { marginal, values } = isOrdered(schema.kind)
      ? await measureOrdered(measuring, index, schema, rho, total)
      : await measureCategories(
          measuring,
          index,
          schema,
          rho,
          plan.deltaKeys / categoryCount,
          total,
        )
    const binning = mergeBins(marginal, total.count, binLimit)
    columns.push({ index, schema, marginal, values, binning })
    measuring.onFraction((index + 1) / schemas.length)
  }
  return { columns, missingShares }
}

async function measureMissing(
  { measure, ledger, random }: Measuring,
  index: number,
  schema: ColumnSchema,
  rho: number,
  total: Total,
): Promise<number> {
  const sigma = sigmaOfRho(rho)
  spend(ledger, `missing values of ${schema.name}`, rho)
  const missing = await measure.countMissing(index)
  const noisy = missing + discreteGaussian(random, sigma)
  return noisy < 3 * sigma ? 0 : Math.min(1, noisy / total.count)
}

type Measured = { marginal: FineMarginal; values: FittedColumn['values'] }

async function measureOrdered(
  measuring: Measuring,
  index: number,
  schema: ColumnSchema,
  rho: number,
  total: Total,
): Promise<Measured> {
  const isTime = schema.kind === 'date' || schema.kind === 'timestamp'
  const grid = isTime
    ? await measureTimeGrid(measuring, index, schema, rho * COARSE_TIME_SHARE)
    : logGrid(total.count)
  const spentOnGrid = isTime ? rho * COARSE_TIME_SHARE : 0
  const marginal = await measureGrid(measuring, index, grid, schema.name, rho - spentOnGrid)
  return { marginal, values: { type: 'grid', grid } }
}

/** Finds a date column's bounds on a coarse public grid first, then lays a finer one over them. */
async function measureTimeGrid(
  measuring: Measuring,
  index: number,
  schema: ColumnSchema,
  rho: number,
): Promise<Grid> {
  const coarse = coarseTimeGrid(schema.unitSeconds)
  const marginal = await measureGrid(measuring, index, coarse, `${schema.name} (range)`, rho)
  const present = presentCells(marginal)
  const [low, high] = [Math.max(0, present.indexOf(1)), present.lastIndexOf(1)]
  const end = high < 0 ? present.length : high + 1
  return fineTimeGrid(coarse.starts[low]!, coarse.starts[end]!, schema.unitSeconds)
}

async function measureGrid(
  { measure, ledger, random }: Measuring,
  index: number,
  grid: Grid,
  label: string,
  rho: number,
): Promise<FineMarginal> {
  const sigma = sigmaOfRho(rho)
  spend(ledger, `values of ${label}`, rho)
  const noisy = addNoise(await measure.countCells(index, grid), sigma, random)
  const variances = new Float64Array(noisy.length).fill(sigma * sigma)
  return { noisy, variances, ordered: true }
}

async function measureCategories(
  { measure, ledger, random }: Measuring,
  index: number,
  schema: ColumnSchema,
  rho: number,
  delta: number,
  total: Total,
): Promise<Measured> {
  spend(ledger, `categories of ${schema.name}`, rho)
  const counts = await measure.countCategories(index)
  const { labels, codes, marginal } = discoverCategories(
    counts,
    sigmaOfRho(rho),
    delta,
    total,
    random,
  )
  return { marginal, values: { type: 'labels', labels, codes } }
}

function binSource({ values, binning }: FittedColumn): BinSource {
  if (values.type === 'grid')
    return { type: 'grid', grid: values.grid, binOfCell: binning.binOfCell }
  const labelCount = values.labels.length
  return {
    type: 'codes',
    codes: values.codes,
    bins: [...binning.binOfCell.subarray(0, labelCount)],
    otherBin: binning.binOfCell[labelCount]!,
    missingBin: binning.binOfCell[labelCount + 1]!,
  }
}
