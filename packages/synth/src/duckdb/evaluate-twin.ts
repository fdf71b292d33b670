import type { DuckDBConnection } from '@duckdb/node-api'
import { type ClosestRecord, closestRecord } from '../evaluate/closest-record.ts'
import { coarseCodes, coarsen } from '../evaluate/coarse-codes.ts'
import { columnShape } from '../evaluate/column-shapes.ts'
import { meanContingencySimilarity, pairTrends } from '../evaluate/pair-trends.ts'
import type { ExactFidelity } from '../evaluate/report.ts'
import { firstRows, type SampleColumn, type TableSample } from '../evaluate/table-sample.ts'
import type { FittedModel } from '../fit/fitted-model.ts'
import { BUCKETS, countRows, dictionarySize } from './coded-tables.ts'
import { queryRows, readColumns } from './database.ts'

/** Rows per table for fidelity, as SDMetrics caps it. */
const FIDELITY_SAMPLE_ROWS = 50_000
/** Distances grow with the square of this. */
const DISTANCE_SAMPLE_ROWS = 5_000
const PAIR_CODES = 10

export type Samples = { train: TableSample; holdout: TableSample; twin: TableSample }

/**
 * Reads the modeled columns of training rows, held-out rows and the delivered twin. Every row is
 * sampled on its own by its random bucket, so one row more or less never displaces another, and
 * comes in random order.
 */
export async function readSamples(
  connection: DuckDBConnection,
  model: FittedModel,
): Promise<Samples> {
  const bucket = `bucket < ${Math.ceil(sampledShare(model) * BUCKETS)}`
  return {
    train: await readSample(
      connection,
      model,
      `from coded where not held and ${bucket} order by bucket`,
    ),
    holdout: await readSample(
      connection,
      model,
      `from coded where held and ${bucket} order by bucket`,
    ),
    twin: await readSample(
      connection,
      model,
      `from coded_twin order by bucket limit ${FIDELITY_SAMPLE_ROWS}`,
    ),
  }
}

/** The share of rows read for comparison, known from the noisy total alone. */
export function sampledShare(model: FittedModel): number {
  return Math.min(1, FIDELITY_SAMPLE_ROWS / model.total.count)
}

async function readSample(
  connection: DuckDBConnection,
  model: FittedModel,
  source: string,
): Promise<TableSample> {
  const [count] = await queryRows(connection, `select count(*) from (select 1 ${source})`)
  const rowCount = Number(count![0])
  const columns: SampleColumn[] = []
  for (const { index, values } of model.columns) {
    columns.push(
      values.type === 'grid'
        ? { type: 'continuous', values: new Float64Array(rowCount) }
        : {
            type: 'category',
            values: new Int32Array(rowCount),
            codeCount: await dictionarySize(connection, index),
          },
    )
  }
  await readColumns(
    connection,
    `select ${model.columns.map(({ index }) => `x${index}`).join(', ')} ${source}`,
    columns.map((column) => ({
      target: column.values,
      missing: column.type === 'continuous' ? Number.NaN : -1,
    })),
  )
  return { rowCount, columns }
}

/**
 * Fidelity by SDMetrics' definitions with real edges, exact. The twin is compared at the held-out
 * part's size, so that both meet the training rows on equal terms.
 */
export function exactFidelity({ train, holdout, twin }: Samples): ExactFidelity {
  const compared = firstRows(twin, holdout.rowCount)
  const shapes = mean(shapesOf(train, compared))
  const pairs = pairTrends(train, compared)
  const ceilingShapes = mean(shapesOf(train, holdout))
  const ceilingPairs = pairTrends(train, holdout)
  const overall = (shapes + pairs) / 2
  const ceiling = (ceilingShapes + ceilingPairs) / 2
  const relative = Math.min(1, overall / ceiling)
  return { shapes, pairs, overall, ceilingShapes, ceilingPairs, ceiling, relative }
}

function shapesOf(real: TableSample, other: TableSample): number[] {
  return real.columns.map((column, j) => columnShape(column, other.columns[j]!))
}

/** Raw figures whose sensitivity to one row is known; `publish-report` adds the noise. */
export type BoundedFidelity = { shapes: number[]; pairs: number; ceiling: number }

/** Like `exactFidelity`, but all pairs by contingency over published bins: one row moves it little. */
export function boundedFidelity(
  model: FittedModel,
  { train, holdout, twin }: Samples,
): BoundedFidelity {
  const coarse = model.columns.map((column) => coarsen(column, PAIR_CODES))
  const compared = firstRows(twin, holdout.rowCount)
  const [trainCodes, holdoutCodes, twinCodes] = [train, holdout, compared].map((sample) =>
    model.columns.map((column, i) => coarseCodes(column, coarse[i]!, sample.columns[i]!)),
  )
  const ceilingPairs = meanContingencySimilarity(trainCodes!, holdoutCodes!)
  return {
    shapes: shapesOf(train, compared),
    pairs: meanContingencySimilarity(trainCodes!, twinCodes!),
    ceiling: (mean(shapesOf(train, holdout)) + ceilingPairs) / 2,
  }
}

/** Closest records among equally many rows of each table. */
export function measureClosestRecord({ train, holdout, twin }: Samples): ClosestRecord {
  const rows = Math.min(DISTANCE_SAMPLE_ROWS, train.rowCount, holdout.rowCount, twin.rowCount)
  return closestRecord(firstRows(train, rows), firstRows(holdout, rows), firstRows(twin, rows))
}

/** The share of missing values the twin has in a column outside the model. */
export async function twinMissingShare(
  connection: DuckDBConnection,
  index: number,
): Promise<number> {
  const [row] = await queryRows(connection, `select avg(x${index}) from coded_twin`)
  return Number(row![0] ?? 0)
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export async function countSplit(
  connection: DuckDBConnection,
): Promise<{ train: number; holdout: number }> {
  return {
    train: await countRows(connection, 'not held'),
    holdout: await countRows(connection, 'held'),
  }
}
