import { measureInDuckdb } from '../engines/duckdb/measure.ts'
import { readTrainingRows } from '../engines/duckdb/read-training-rows.ts'
import type { Publishing } from '../evaluate/publish/release.ts'
import { fitModel } from '../model/fit-model.ts'
import type { ProtectedModel } from '../model/fitted-model.ts'
import { measureByRules } from '../model/measure/measure-by-rules.ts'
import type { FittedParent } from '../model/measure/measure-context.ts'
import { spentOn } from '../model/private/spent-budget.ts'
import { fitProtected } from '../model/protected/fit-protected.ts'
import { fitSeries } from '../model/series/fit-series.ts'
import type { RandomSource } from '../random/random-source.ts'
import type { Account } from './table-budgets.ts'
import type { CodedTable } from './table-task.ts'

/**
 * Holds a fitted model; a private one with the means to pay for published figures of the original,
 * a protected one without.
 */
export type FittedTable = Publishing | { model: ProtectedModel }

/** Fits the mode's model to the training rows of `coded`, given the parent table's model. */
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
 * Method: noisy counts of every column, of pairs of columns, and of dependent pairs more closely. Rows are drawn from the
 * tree of the strongest pairs, then swap values until all pairs count as measured; see model/measure/measure-pairs.ts and
 * draw/sample-pairs.ts.
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
  const isSeries = series !== null
  const measured = await measureByRules(measuring, series?.rules ?? rules, parent, isSeries)
  await source.sample?.confirmState()
  progress.enter('modeling')
  const model = series
    ? await fitSeries(measured.measuring, measured.columns, { ...series.plan, usualStep })
    : await fitModel(measured.measuring, measured.columns)
  return { model, plan, ledger, spentBefore: spentOn(schema.name, spentBefore), random }
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
  await sample?.confirmState()
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
