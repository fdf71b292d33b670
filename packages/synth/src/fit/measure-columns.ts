import { discreteGaussian } from '../rng/discrete-gaussian.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { type ColumnSchema, isModeled, isOrdered } from '../schema/column-schema.ts'
import { decimalGrid, fineLinearGrid, type Grid } from '../schema/grid.ts'
import type { ColumnUse, RulePlan } from '../schema/rule-plan.ts'
import { throwIfAborted } from '../schema/synthesis-error.ts'
import { noisyCellsAndBlocks } from './blocks.ts'
import { type BudgetPlan, COMPUTED_WEIGHT, NULL_FLAG_WEIGHT } from './budget.ts'
import { countDeclared, discoverCategories } from './discover-categories.ts'
import type { FineMarginal } from './fine-marginal.ts'
import type { CellValues, FittedColumn, FittedColumns } from './fitted-model.ts'
import { type PrivacyLedger, spend } from './ledger.ts'
import type { BinSource, Measure } from './measure.ts'
import { measureTime } from './measure-time.ts'
import { mergeBins } from './merge-bins.ts'
import { binLimitOf } from './plan-pairs.ts'
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

type Total = FittedColumns['total']

/** Shares of the marginals' budget: what is not modeled is measured only as well as its use needs. */
const WEIGHTS: Record<ColumnUse, number> = {
  modeled: 1,
  'looked-up': 1,
  computed: COMPUTED_WEIGHT,
  outside: NULL_FLAG_WEIGHT,
}

export type MeasuredColumns = FittedColumns

/** Every column on its own; columns that go together come later. */
export type Marginals = Pick<FittedColumns, 'total' | 'missingShares'> & {
  columns: FittedColumn<Grid>[]
}

/** Measures every column of the training rows on its own and lays its bins. */
export async function measureColumns(
  measuring: Measuring,
  plan: Pick<RulePlan, 'schemas' | 'uses'>,
): Promise<Marginals> {
  const total = await measureTotal(measuring)
  const marginals = await measureMarginals(measuring, plan, total)
  await binColumns(measuring, marginals.columns)
  return { total, ...marginals }
}

/** Columns are counted by their bins from here on. */
export async function binColumns(
  { measure }: Measuring,
  columns: FittedColumn<Grid>[],
): Promise<void> {
  await measure.bin(new Map(columns.map((column) => [column.index, binSource(column)])))
}

async function measureTotal({ measure, plan, ledger, random }: Measuring): Promise<Total> {
  const sigma = sigmaOfRho(plan.share.rowCount)
  spend(ledger, 'number of rows', plan.share.rowCount)
  const count = (await measure.countRows()) + discreteGaussian(random, sigma)
  return { count: Math.max(1, count), variance: sigma * sigma }
}

async function measureMarginals(
  measuring: Measuring,
  { schemas, uses }: Pick<RulePlan, 'schemas' | 'uses'>,
  total: Total,
): Promise<Omit<Marginals, 'total'>> {
  const { plan } = measuring
  const weights = uses.map((use) => WEIGHTS[use])
  const rhoPerWeight = plan.share.marginals / weights.reduce((sum, weight) => sum + weight, 0)
  const discoveredCount = schemas.filter(
    ({ kind, values }) => isModeled(kind) && !isOrdered(kind) && !values,
  ).length
  const modeledCount = uses.filter((use) => use === 'modeled' || use === 'looked-up').length
  const binLimit = binLimitOf(plan.share.pairs, modeledCount, total.count)
  const columns: FittedColumn<Grid>[] = []
  const missingShares = new Map<number, number>()
  for (const [index, schema] of schemas.entries()) {
    throwIfAborted(measuring.signal)
    const rho = rhoPerWeight * weights[index]!
    if (uses[index] === 'outside') {
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
          plan.deltaKeys / discoveredCount,
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

type Measured = { marginal: FineMarginal; values: CellValues<Grid> }

async function measureOrdered(
  measuring: Measuring,
  index: number,
  schema: ColumnSchema,
  rho: number,
  total: Total,
): Promise<Measured> {
  if (schema.kind === 'date' || schema.kind === 'timestamp') {
    const { grid, marginal } = await measureTime(measuring, index, schema, rho, total.count)
    return { marginal, values: { type: 'grid', grid } }
  }
  const { bounds, name } = schema
  const grid = bounds ? fineLinearGrid(bounds.low, bounds.high) : decimalGrid(total.count)
  spend(measuring.ledger, `values of ${name}`, rho)
  const exact = await measuring.measure.countCells(index, grid)
  const marginal = noisyCellsAndBlocks(exact, grid, rho, measuring.random)
  return { marginal, values: { type: 'grid', grid } }
}

async function measureCategories(
  { measure, plan, ledger, random }: Measuring,
  index: number,
  schema: ColumnSchema,
  rho: number,
  delta: number,
  total: Total,
): Promise<Measured> {
  spend(ledger, `categories of ${schema.name}`, rho)
  const counts = await measure.countCategories(index)
  const sigma = sigmaOfRho(rho)
  const { labels, codes, marginal } = schema.values
    ? countDeclared(counts, schema.values, sigma, random)
    : discoverCategories(counts, sigma, delta, total, plan.unit.rows, random)
  return { marginal, values: { type: 'labels', labels, codes } }
}

export function binSource({ values, binning }: FittedColumn<Grid>): BinSource {
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
