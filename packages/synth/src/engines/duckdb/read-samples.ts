import type { DuckDBConnection } from '@duckdb/node-api'
import { type CodedFigures, QUANTILES } from '../../evaluate/fidelity/number-figures.ts'
import { FIDELITY_SAMPLE_ROWS, type Samples, sampledShare } from '../../evaluate/samples.ts'
import type { SampleColumn, TableSample } from '../../evaluate/table-sample.ts'
import type { FittedColumn, FittedModel } from '../../model/fitted-model.ts'
import { isOrdered } from '../../schema/column-schema.ts'
import { BUCKETS, dictionarySize } from './coded-tables.ts'
import { queryRows, readColumns } from './database.ts'
import { countRows } from './measure.ts'

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
    train: await readTableSample(
      connection,
      model.columns,
      `from coded where not held and ${bucket} order by bucket`,
    ),
    holdout: await readTableSample(
      connection,
      model.columns,
      `from coded where held and ${bucket} order by bucket`,
    ),
    twin: await readTableSample(
      connection,
      model.columns,
      `from coded_twin order by bucket limit ${FIDELITY_SAMPLE_ROWS}`,
    ),
  }
}

/** Describes a column's position in the table and what it is. */
export type ModeledColumn = Pick<FittedColumn, 'index' | 'schema'>

/** Reads some modeled columns of the rows of `source`, a from clause over coded tables. */
export async function readTableSample(
  connection: DuckDBConnection,
  wanted: ModeledColumn[],
  source: string,
): Promise<TableSample> {
  const [count] = await queryRows(connection, `select count(*) from (select 1 ${source})`)
  const rowCount = Number(count![0])
  const columns: SampleColumn[] = []
  for (const { index, schema } of wanted) {
    columns.push(
      isOrdered(schema.kind)
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
    `select ${wanted.map(({ index }) => `x${index}`).join(', ')} ${source}`,
    columns.map((column) => ({
      target: column.values,
      missing: column.type === 'continuous' ? Number.NaN : -1,
    })),
  )
  return { rowCount, columns }
}

/** Returns the share of missing values the twin has in columns outside the model, by position. */
export async function twinMissingShares(
  connection: DuckDBConnection,
  indexes: number[],
): Promise<Map<number, number>> {
  if (indexes.length === 0) return new Map()
  const shares = indexes.map((index) => `avg(x${index})`).join(', ')
  const [row] = await queryRows(connection, `select ${shares} from coded_twin`)
  return new Map(indexes.map((index, i) => [index, Number(row![i] ?? 0)]))
}

/** Returns exact coded figures of the delivered twin's ordered columns that have a value, by position in the table. */
export async function twinFigures(
  connection: DuckDBConnection,
  columns: ModeledColumn[],
): Promise<Map<number, CodedFigures>> {
  const ordered = columns.filter(({ schema }) => isOrdered(schema.kind))
  if (ordered.length === 0) return new Map()
  const figures = ordered.flatMap(({ index }) => [
    `avg(x${index})`,
    `sum(x${index})::double`,
    ...QUANTILES.map((share) => `quantile_disc(x${index}, ${share})::double`),
  ])
  const [row] = await queryRows(connection, `select ${figures.join(', ')} from coded_twin`)
  const width = figures.length / ordered.length
  return new Map(
    ordered.flatMap(({ index }, i): [number, CodedFigures][] => {
      const own = row!.slice(i * width, (i + 1) * width)
      if (own[0] === null) return []
      const [mean, sum, ...quantiles] = own.map(Number)
      return [[index, { mean: mean!, sum: sum!, quantiles }]]
    }),
  )
}

export async function countSplit(
  connection: DuckDBConnection,
): Promise<{ train: number; holdout: number }> {
  return {
    train: await countRows(connection, 'not held'),
    holdout: await countRows(connection, 'held'),
  }
}
