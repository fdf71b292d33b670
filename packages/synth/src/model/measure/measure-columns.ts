import { discreteGaussian } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { type ColumnSchema, isModeled, isOrdered } from '../../schema/column-schema.ts'
import type { ColumnUse, RulePlan } from '../../schema/rules/rule-plan.ts'
import { throwIfAborted } from '../../schema/synthesis-error.ts'
import type { CellValues, FittedColumn, FittedColumns } from '../fitted-model.ts'
import { type BudgetPlan, COMPUTED_WEIGHT, NULL_FLAG_WEIGHT } from '../private/budget.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { type PrivacyLedger, spend } from '../private/privacy-ledger.ts'
import { mergeBins, type NoisyMargin, PRESENCE_DEVIATIONS } from '../protected/merge-bins.ts'
import { measureTime } from '../series/measure-time.ts'
import { countDeclared, discoverCategories } from './discover-categories.ts'
import type { FineMarginal } from './fine-marginal.ts'
import type { BinSource, Measure } from './measure.ts'
import { buildContextAxis, type FittedParent, measureContext } from './measure-context.ts'
import { measureNumbers } from './measure-numbers.ts'
import { binLimitOf, seriesBinLimitOf } from './plan-pairs.ts'

/**
 * Bundles the inputs of measuring. Measuring and `fit-model` are the only path from training rows to
 * the model; they add noise to counts at once.
 */
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
  linked: 0,
}

export type MeasuredColumns = FittedColumns & { contextMargins: NoisyMargin[] }

/** Holds every column's own distribution; joint ones come later. */
export type Marginals = Pick<
  MeasuredColumns,
  'total' | 'missingShares' | 'context' | 'contextMargins'
> & {
  columns: FittedColumn[]
}

/** Measures every column of the training rows on its own, and of those of a parent, and lays its bins. */
export async function measureColumns(
  measuring: Measuring,
  plan: Pick<RulePlan, 'schemas' | 'uses'>,
  parent: FittedParent | null = null,
  isSeries = false,
): Promise<Marginals> {
  const total = await measureTotal(measuring)
  const weights = plan.uses.map((use) => WEIGHTS[use])
  const contextWeight = COMPUTED_WEIGHT * (parent?.columns.length ?? 0)
  const rhoPerWeight =
    measuring.plan.share.marginals / weights.reduce((sum, weight) => sum + weight, contextWeight)
  const modeledCount = plan.uses.filter((use) => use === 'modeled' || use === 'looked-up').length
  const { pairs } = measuring.plan.share
  const binLimit = isSeries
    ? seriesBinLimitOf(pairs, modeledCount, total.count)
    : binLimitOf(modeledCount, parent?.columns.length)
  const rhos = weights.map((weight) => rhoPerWeight * weight)
  const marginals = await measureMarginals(measuring, plan, rhos, total, binLimit)
  const context = parent ? buildContextAxis(parent, plan.schemas.length, binLimit) : []
  await binColumns(measuring, [...context, ...marginals.columns])
  const rhoOfContext = rhoPerWeight * COMPUTED_WEIGHT
  const contextMargins = await measureContext(measuring, context, rhoOfContext)
  return { total, ...marginals, context, contextMargins }
}

/** Replaces the columns' cells by bins, by which they are counted from here on. */
export async function binColumns({ measure }: Measuring, columns: FittedColumn[]): Promise<void> {
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
  rhos: number[],
  total: Total,
  binLimit: number,
): Promise<Pick<Marginals, 'columns' | 'missingShares'>> {
  const { plan } = measuring
  const delta = plan.deltaKeys / schemas.filter(isSearched).length
  let done = 0
  const measureOne = async (
    schema: ColumnSchema,
    index: number,
  ): Promise<FittedColumn | number> => {
    throwIfAborted(measuring.signal)
    const rho = rhos[index]!
    if (uses[index] === 'linked') return 0
    if (uses[index] === 'outside') return measureMissing(measuring, index, schema, rho, total)
    const { marginal, values } = isOrdered(schema.kind)
      ? await measureOrdered(measuring, index, schema, { rho, delta }, total)
      : await measureCategories(measuring, index, schema, { rho, delta }, total)
    const binning = mergeBins(marginal, total.count, binLimit)
    return { index, schema, marginal, values, binning }
  }
  const measured = await forEachColumn(measuring.measure, schemas, async (schema, index) => {
    const column = await measureOne(schema, index)
    measuring.onFraction(++done / schemas.length)
    return column
  })
  const missing = [...measured.entries()].filter((entry) => typeof entry[1] === 'number')
  return {
    columns: measured.filter((column) => typeof column !== 'number'),
    missingShares: new Map(missing as [number, number][]),
  }
}

/** Takes the columns in turn, or all at once where their counts are joined. */
async function forEachColumn<Result>(
  { joinsCounts }: Measure,
  schemas: ColumnSchema[],
  measureOne: (schema: ColumnSchema, index: number) => Promise<Result>,
): Promise<Result[]> {
  if (joinsCounts) return Promise.all(schemas.map(measureOne))
  const results: Result[] = []
  for (const [index, schema] of schemas.entries()) results.push(await measureOne(schema, index))
  return results
}

/** Returns true if values of the column are published because many rows hold them, which takes a share of delta. */
function isSearched({ kind, values }: ColumnSchema): boolean {
  return isOrdered(kind) ? !isTime(kind) : isModeled(kind) && !values
}

const isTime = (kind: ColumnSchema['kind']) => kind === 'date' || kind === 'timestamp'

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
  return noisy < PRESENCE_DEVIATIONS * sigma ? 0 : Math.min(1, noisy / total.count)
}

type Measured = { marginal: FineMarginal; values: CellValues }

/** Bounds the cost of a column. */
type Cost = { rho: number; delta: number }

async function measureOrdered(
  measuring: Measuring,
  index: number,
  schema: ColumnSchema,
  { rho, delta }: Cost,
  total: Total,
): Promise<Measured> {
  const { name, kind, bounds } = schema
  const budget = { rho, delta, rowsPerUnit: measuring.plan.unit.rows }
  const { grid, marginal } = isTime(kind)
    ? await measureTime(measuring, index, schema, rho, total.count)
    : await measureNumbers(measuring, { index, name, bounds }, budget, total.count)
  return { marginal, values: { type: 'grid', grid } }
}

async function measureCategories(
  { measure, plan, ledger, random }: Measuring,
  index: number,
  schema: ColumnSchema,
  { rho, delta }: Cost,
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

export function binSource({ values, binning }: FittedColumn): BinSource {
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
