import { tmpdir } from 'node:os'
import type { NotJudged, TableAgainstModel } from '../evaluate/against/compare-with-model.ts'
import type { Agreement } from '../evaluate/against/noisy-distance.ts'
import { evaluateAgainstModel } from '../run/released/evaluate-against-model.ts'
import { readModel } from '../run/released/model-file.ts'
import type { AgainstModelArguments } from './arguments.ts'
import { writeWhole } from './prepare-output.ts'
import { progressBar } from './progress-bar.ts'
import type { Terminal } from './terminal.ts'

/** Compares twins with a model, and prints for each table what came out. */
export async function againstModelCommand(
  { modelPath, twins, reportPath }: AgainstModelArguments,
  { out, error, isWatched, signal }: Terminal,
): Promise<void> {
  const bar = progressBar(error, isWatched)
  const tables = await evaluateAgainstModel({
    model: await readModel(modelPath),
    twins,
    tempDir: tmpdir(),
    signal,
    onProgress: (fraction) => bar.show(fraction, 'comparing'),
  }).finally(bar.clear)
  if (reportPath !== undefined)
    await writeWhole(reportPath, `${JSON.stringify({ tables }, null, 2)}\n`)
  out(tables.map(summary).join('\n'))
}

/** So many columns and pairs are listed, those first that agree least. */
const LISTED = 3

function summary({ name, rows, accuracy, columns, pairs, notJudged }: TableAgainstModel): string {
  const count = (value: number) => Math.round(value).toLocaleString('en')
  const { univariate, bivariate, overall, pairGroups } = accuracy
  const least = [
    ...columns.map((column) => ({ of: column.name, agreement: column.agreement })),
    ...pairs.map((pair) => ({ of: pair.columns.join(' and '), agreement: pair.agreement })),
  ]
    .toSorted((a, b) => a.agreement.high - b.agreement.high)
    .slice(0, LISTED)
  const lines = [
    ['Rows', `${count(rows.twin)}; measured were about ${count(rows.measured.value)}`],
    ['Accuracy', shareText(overall)],
    ['  of columns', shareText(univariate)],
    ...(bivariate ? [[`  of pairs, ${pairGroups} groups each`, shareText(bivariate)]] : []),
    ...least.map(({ of, agreement }) => [`  ${of}`, shareText(agreement)]),
    ['Not judged', notJudged.map((part) => PARTS[part]).join('; ')],
  ]
  return `${name}\n${lines.map(([label = '', value]) => `  ${label.padEnd(34)}${value}\n`).join('')}`
}

const PARTS: Record<NotJudged, string> = {
  attacks: 'attacks on privacy, which need the original',
  pairs: 'pairs of columns, which the model does not hold',
  triples: 'triples of columns',
  order_of_rows: 'how rows follow each other',
}

function shareText({ value, low, high }: Agreement): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  const interval = `with 95% confidence between ${percent(low)} and ${percent(high)}`
  return value === null
    ? `cannot tell: the noise of the model hides it (${interval})`
    : `${percent(value)} (${interval})`
}
