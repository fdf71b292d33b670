import type { DuckDBConnection } from '@duckdb/node-api'
import { compareSamples } from '../engines/duckdb/compare-samples.ts'
import { readSamples, twinFigures, twinMissingShares } from '../engines/duckdb/read-samples.ts'
import type { Evaluation } from '../evaluate/evaluation.ts'
import { measuredCorrelations } from '../evaluate/fidelity/measured-correlations.ts'
import { plotMeasuredPairs } from '../evaluate/fidelity/measured-pairs.ts'
import { plotGuardedPairs } from '../evaluate/privacy/guarded-pairs.ts'
import { heldTogether } from '../evaluate/publish/publish-privacy.ts'
import { publishProtected } from '../evaluate/publish/publish-protected.ts'
import { publishReport } from '../evaluate/publish/publish-report.ts'
import type { PublishedReport } from '../evaluate/report.ts'
import { comparedRows } from '../evaluate/samples.ts'
import type { SampleColumn, TableSample } from '../evaluate/table-sample.ts'
import type { FittedColumn } from '../model/fitted-model.ts'
import { asDelivered } from '../model/fitted-rules.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import type { FittedTable } from './fit-table.ts'

type Run = {
  connection: DuckDBConnection
  schema: TableSchema
  fitted: FittedTable
  twinRows: number
  onFraction: (fraction: number) => void
  signal?: AbortSignal | undefined
}

/**
 * Compares a delivered twin, read back, with its original: in full for the owner, with paid noise for the buyer, whose report
 * is to be written when all tables that pay from the same budget have done so.
 */
export async function evaluateRun(
  run: Run,
): Promise<{ publish: () => PublishedReport; evaluation: Evaluation }> {
  const { connection, schema, fitted, onFraction, signal } = run
  const model = asDelivered(fitted.model)
  const samples = await readSamples(connection, model)
  const { evaluation, findings } = await compareSamples({
    connection,
    schema,
    modeled: model.columns,
    samples,
    ceiling:
      'ledger' in fitted
        ? { from: 'twin', originalRows: comparedRows(model) }
        : { from: 'original' },
    onFraction: (fraction) => onFraction(0.1 + 0.8 * fraction),
    signal,
  })
  const missingShares = await twinMissingShares(connection, [...model.missingShares.keys()])
  const pairs =
    'pairs' in fitted.model
      ? plotMeasuredPairs(fitted.model, byIndex(model.columns, samples.twin))
      : plotGuardedPairs(model.columns, samples)
  const figures = await twinFigures(connection, model.columns)
  const correlations =
    'ledger' in fitted && 'pairs' in fitted.model
      ? measuredCorrelations(
          fitted.model,
          byIndex(model.columns, samples.twin),
          heldTogether(fitted),
        )
      : null
  const twin = { rowCount: run.twinRows, missingShares, figures, pairs, correlations }
  const publish =
    'ledger' in fitted
      ? publishReport({ ...fitted, model }, samples, { ...findings, evaluation }, twin)
      : () => publishProtected(model, samples, findings, evaluation, twin)
  return { publish, evaluation }
}

/** A sample's columns by their places in the table. */
function byIndex(columns: FittedColumn[], sample: TableSample): Map<number, SampleColumn> {
  return new Map(columns.map(({ index }, j) => [index, sample.columns[j]!]))
}
