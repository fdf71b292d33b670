import type { RandomSource } from '../../random/random-source.ts'
import type { RulePlan } from '../../schema/rules/rule-plan.ts'
import { SynthesisError, throwIfAborted } from '../../schema/synthesis-error.ts'
import type { FittedColumn, ProtectedModel } from '../fitted-model.ts'
import { fittedRules } from '../lookup-results.ts'
import { cellsOf } from '../measure/cells-of-values.ts'
import { buildContextAxis, type FittedParent } from '../measure/measure-context.ts'
import type { TrainingRows } from '../training-rows.ts'
import type { BinMatrix, MatrixColumn } from './bin-matrix.ts'
import { guardLookups } from './guard-lookups.ts'
import { MIN_BIN_ROWS } from './guarded-cells.ts'
import { type GuardedColumn, guardColumn } from './guarded-columns.ts'
import { fitTree, type Tree } from './protected-tree.ts'
import { strongestFeatures } from './strongest-features.ts'

export type ProtectedFitting = {
  rows: TrainingRows
  plan: RulePlan
  /** The fitted parent table, if any. */
  parent?: FittedParent | null
  random: RandomSource
  onFraction: (fraction: number) => void
  signal: AbortSignal | undefined
}

/** The share of the time that laying bins takes. */
const BINNING_FRACTION = 0.2

/**
 * Fits one tree per modeled column on the columns before it, as synthpop does, under guards that keep single rows from
 * showing: leaves, bins and labels of many rows, extremes cut off, values redrawn. The guards lower the risk; they
 * prove nothing, so there is no epsilon. Sources: Reiter, "Using CART to Generate Partially Synthetic Public Use
 * Microdata", 2005; Nowok, Raab and Dibben, "synthpop", 2016.
 */
export async function fitProtected(fitting: ProtectedFitting): Promise<ProtectedModel> {
  const { rows, plan, random } = fitting
  if (rows.rowCount < MIN_BIN_ROWS) {
    throw new SynthesisError(
      'too_few_rows',
      `Protected mode needs at least ${MIN_BIN_ROWS} rows to learn from.`,
    )
  }
  const guarded = await guardColumns(fitting)
  const columns = new Map([...guarded].map(([index, { column }]) => [index, column]))
  const lookups = await guardLookups(rows, plan, columns, random)
  const context = await readContext(fitting)
  const modeled = [...guarded.values()].filter(({ column }) => isModeled(plan, column))
  return {
    schemas: plan.schemas.slice(0, plan.width),
    total: { count: rows.total, variance: 0 },
    columns: modeled.map(({ column }) => column),
    missingShares: await missingShares(rows, plan),
    rules: fittedRules(plan, columns, lookups),
    context: context.map(({ column }) => column),
    trees: await fitTrees(context, modeled, rows.rowCount, fitting),
  }
}

/** The parent's columns as they are guarded there, in the rows of this table. */
async function readContext({ rows, plan, parent }: ProtectedFitting): Promise<GuardedColumn[]> {
  const guarded: GuardedColumn[] = []
  for (const column of parent ? buildContextAxis(parent, plan.schemas.length) : []) {
    const cells = cellsOf(column, { values: await rows.readColumn(column.index) })
    const bins = Uint8Array.from(cells, (cell) => column.binning.binOfCell[cell]!)
    guarded.push({ column, bins })
  }
  return guarded
}

const isModeled = ({ uses }: RulePlan, { index }: FittedColumn) => uses[index] === 'modeled'

/** Every column of the plan but those outside the model, by position. */
async function guardColumns(fitting: ProtectedFitting): Promise<Map<number, GuardedColumn>> {
  const { rows, plan, signal } = fitting
  const guarded = new Map<number, GuardedColumn>()
  for (const [index, schema] of plan.schemas.entries()) {
    throwIfAborted(signal)
    if (plan.uses[index] === 'outside' || plan.uses[index] === 'linked') continue
    const values = await rows.readColumn(index)
    guarded.set(index, guardColumn(index, schema, values, await rows.readLabels(index)))
    fitting.onFraction((BINNING_FRACTION * (index + 1)) / plan.schemas.length)
  }
  return guarded
}

async function missingShares(rows: TrainingRows, plan: RulePlan): Promise<Map<number, number>> {
  const shares = new Map<number, number>()
  for (const [index, use] of plan.uses.entries()) {
    if (use === 'linked') shares.set(index, 0)
    if (use !== 'outside') continue
    const flags = await rows.readColumn(index)
    const missing = flags.reduce((sum, flag) => sum + flag, 0)
    shares.set(index, missing < MIN_BIN_ROWS ? 0 : missing / flags.length)
  }
  return shares
}

/** One tree for each of `modeled`, on the context and the columns before it. */
async function fitTrees(
  context: GuardedColumn[],
  modeled: GuardedColumn[],
  rowCount: number,
  { onFraction, signal }: ProtectedFitting,
): Promise<Tree[]> {
  const guarded = [...context, ...modeled]
  const matrix = matrixOf(guarded, rowCount)
  const described = guarded.map(
    ({ column: { binning, marginal } }, column): MatrixColumn => ({
      column,
      binCount: binning.binCount,
      ordered: marginal.ordered,
    }),
  )
  const trees: Tree[] = []
  for (const target of described.slice(context.length)) {
    // Allows an abort to take effect: a tree may take seconds.
    await new Promise((resolve) => setTimeout(resolve))
    throwIfAborted(signal)
    const features = strongestFeatures(matrix, target, described.slice(0, target.column))
    trees.push(fitTree(matrix, target, features))
    onFraction(BINNING_FRACTION + (1 - BINNING_FRACTION) * (trees.length / modeled.length) ** 2)
  }
  return trees
}

function matrixOf(guarded: GuardedColumn[], rowCount: number): BinMatrix {
  const width = guarded.length
  const bins = new Uint8Array(rowCount * width)
  for (const [c, column] of guarded.entries())
    for (let row = 0; row < rowCount; row++) bins[row * width + c] = column.bins[row]!
  return { rowCount, width, bins }
}
