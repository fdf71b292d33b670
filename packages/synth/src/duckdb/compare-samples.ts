import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { judgePrivacy } from '../evaluate/evaluate-privacy.ts'
import { evaluateTwin } from '../evaluate/evaluate-twin.ts'
import type { Evaluation } from '../evaluate/evaluation.ts'
import type { Findings } from '../evaluate/publish-report.ts'
import type { Samples } from '../evaluate/samples.ts'
import { throwIfAborted } from '../schema/synthesis-error.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import { measurePrivacyAside } from './privacy-thread.ts'
import { readLabels } from './read-labels.ts'
import type { ModeledColumn } from './read-samples.ts'
import { readSeries } from './read-series.ts'
import { scanPersonalData } from './scan-personal-data.ts'

type Comparison<Holdout> = {
  connection: DuckDBConnection
  schema: TableSchema
  /** What the samples' columns are. */
  modeled: ModeledColumn[]
  samples: Omit<Samples, 'holdout'> & { holdout: Holdout }
  /** The position in `modeled` of what models should predict; by default chosen. */
  target?: number | null
  /** `fraction` of the comparison. */
  onFraction: (fraction: number) => void
  signal?: AbortSignal | undefined
}

/** Compares samples of original and twin, and the tables `raw` and `twin` they come from, in full. */
export async function compareSamples<Holdout extends Samples['holdout'] | null>(
  comparison: Comparison<Holdout>,
): Promise<{ evaluation: Evaluation; findings: Holdout extends null ? null : Findings }> {
  const { connection, schema, modeled, samples, target, onFraction, signal } = comparison
  const columns = await Promise.all(
    modeled.map(async (column, i) => ({
      schema: column.schema,
      labels: await readLabels(connection, column.index, samples.train.columns[i]!),
    })),
  )
  const series = await readSeries(connection, schema.series, modeled)
  const names = modeled.map((column) => column.schema.name)
  const { holdout } = samples
  const personalData = holdout && (await scanPersonalData(connection, schema.columns))
  const [privacy, evaluation] = await Promise.all([
    holdout && measurePrivacyAside({ samples: { ...samples, holdout }, names }, signal),
    nextTurn().then(() => {
      throwIfAborted(signal)
      return evaluateTwin({ ...samples, columns }, { target: target ?? null, series })
    }),
  ])
  onFraction(1)
  await nextTurn() // computing blocks the thread: here it can be told to stop
  throwIfAborted(signal)
  const findings = privacy && personalData && { privacy, personalData }
  return {
    evaluation: { ...evaluation, privacy: findings && judgePrivacy(privacy, personalData) },
    findings: findings as Holdout extends null ? null : Findings,
  }
}
