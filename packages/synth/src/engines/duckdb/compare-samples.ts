import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { evaluateTwin } from '../../evaluate/evaluate-twin.ts'
import type { Evaluation } from '../../evaluate/evaluation.ts'
import type { Ceiling } from '../../evaluate/fidelity/accuracy.ts'
import { type ComparedColumn, plottedCodes } from '../../evaluate/fidelity/exact-plot.ts'
import { evaluatePrivacy } from '../../evaluate/privacy/evaluate-privacy.ts'
import type { Findings } from '../../evaluate/publish/publish-report.ts'
import type { Samples } from '../../evaluate/samples.ts'
import type { SampleColumn } from '../../evaluate/table-sample.ts'
import { measurePrivacyInWorker } from '../../run/privacy-worker-client.ts'
import { scanPersonalData } from '../../run/scan-personal-data.ts'
import { throwIfAborted } from '../../schema/synthesis-error.ts'
import type { TableSchema } from '../../schema/table-schema.ts'
import { queryRows } from './database.ts'
import type { ModeledColumn } from './read-samples.ts'
import { readSeries } from './read-series.ts'

type Comparison<Holdout> = {
  connection: DuckDBConnection
  schema: TableSchema
  /** The columns of the samples. */
  modeled: ModeledColumn[]
  samples: Omit<Samples, 'holdout'> & { holdout: Holdout }
  /** The position in `modeled` of what models should predict; by default chosen. */
  target?: number | null
  /** The table by which accuracy lays its bins and has its ceiling; by default the original. */
  ceiling?: Ceiling
  /** `fraction` of the comparison. */
  onFraction: (fraction: number) => void
  signal?: AbortSignal | undefined
}

/** Compares samples of original and twin, and the tables `raw` and `twin` they come from, in full. */
export async function compareSamples<Holdout extends Samples['holdout'] | null>(
  comparison: Comparison<Holdout>,
): Promise<{ evaluation: Evaluation; findings: Holdout extends null ? null : Findings }> {
  const { connection, schema, modeled, samples, target, onFraction, signal } = comparison
  const { ceiling = { from: 'original' } } = comparison
  const columns: ComparedColumn[] = []
  for (const [i, { schema, index }] of modeled.entries())
    columns.push({ schema, labels: await readLabels(connection, index, samples.train.columns[i]!) })
  const series = await readSeries(connection, schema.series, modeled)
  const names = modeled.map((column) => column.schema.name)
  const { holdout } = samples
  const personalData = holdout && (await scanPersonalData(connection, schema.columns))
  const [privacy, evaluation] = await Promise.all([
    holdout && measurePrivacyInWorker({ samples: { ...samples, holdout }, names }, signal),
    nextTurn().then(() => {
      throwIfAborted(signal)
      return evaluateTwin({ ...samples, columns }, { target: target ?? null, series, ceiling })
    }),
  ])
  onFraction(1)
  await nextTurn() // computing blocks the thread: an abort can take effect here
  throwIfAborted(signal)
  const findings = privacy && personalData && { privacy, personalData }
  return {
    evaluation: { ...evaluation, privacy: findings && evaluatePrivacy(privacy, personalData) },
    findings: findings as Holdout extends null ? null : Findings,
  }
}

/** The texts of the categories that a plot of column `j` shows. */
async function readLabels(
  connection: DuckDBConnection,
  j: number,
  original: SampleColumn,
): Promise<Map<number, string>> {
  if (original.type === 'continuous') return new Map()
  const codes = plottedCodes(original.values)
  if (codes.length === 0) return new Map()
  const rows = await queryRows(
    connection,
    `select code, any_value(value) from dictionary${j} where code in (${codes.join(', ')}) group by code`,
  )
  return new Map(rows.map(([code, label]) => [Number(code), String(label)]))
}
