import type { Publishing } from '../evaluate/release.ts'
import { fitModel } from '../fit/fit-model.ts'
import { fitProtected } from '../fit/fit-protected.ts'
import { fitSeries } from '../fit/fit-series.ts'
import type { ProtectedModel } from '../fit/fitted-model.ts'
import { measureByRules } from '../fit/measure-by-rules.ts'
import type { FittedParent } from '../fit/measure-context.ts'
import { spentOn } from '../fit/spent-budget.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { measureInDuckdb } from './measure.ts'
import { readTrainingRows } from './read-training-rows.ts'
import type { Account } from './table-budgets.ts'
import type { CodedTable } from './table-task.ts'

/** A private model comes with the means to pay for what is published of the original; a protected one without. */
export type FittedTable = Publishing | { model: ProtectedModel }

/** Fits the model that the mode asks for to the training rows of `coded`, given that of the table they hang on. */
export function fitTable(
  table: CodedTable,
  account: Account,
  parent: FittedParent | null,
  random: RandomSource,
): Promise<FittedTable> {
  table.progress.enter('measuring')
  return table.options.mode === 'protected'
    ? fitWithGuards(table, parent, random)
    : fitPrivately(table, account, parent, random)
}

/**
 * Method: noisy counts of every column and of pairs of columns. Rows are drawn from the tree of the strongest pairs, then
 * swap values until all pairs count as measured; see fit/measure-pairs.ts and sample/sample-pairs.ts.
 */
async function fitPrivately(
  { options, connection, source, schema, related, series, usualStep, progress }: CodedTable,
  { plan, ledger }: Account,
  parent: FittedParent | null,
  random: RandomSource,
): Promise<Publishing> {
  const { signal, spentBefore = [] } = options
  const { rules } = related
  const measure = source.sample?.measure(rules) ?? measureInDuckdb(connection)
  const measuring = { measure, plan, ledger, random, onFraction: progress.advance, signal }
  const measured = await measureByRules(measuring, series?.rules ?? rules, parent)
  progress.enter('modeling')
  const model = series
    ? await fitSeries(measured.measuring, measured.columns, { ...series.plan, usualStep })
    : await fitModel(measured.measuring, measured.columns)
  return { measure, model, plan, ledger, spentBefore: spentOn(schema.name, spentBefore), random }
}

async function fitWithGuards(
  { options, connection, source, related, progress }: CodedTable,
  parent: FittedParent | null,
  random: RandomSource,
): Promise<{ model: ProtectedModel }> {
  const { rules } = related
  const { sample } = source
  const read = await readTrainingRows(connection, rules.schemas)
  const rows = sample ? { ...read, total: (await sample.countSplit()).train } : read
  progress.enter('modeling')
  const model = await fitProtected({
    rows,
    plan: rules,
    parent,
    random,
    onFraction: progress.advance,
    signal: options.signal,
  })
  return { model }
}
