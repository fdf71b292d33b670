import type { DuckDBConnection } from '@duckdb/node-api'
import type { SeriesSample } from '../evaluate/coherence.ts'
import { isModeled } from '../schema/column-schema.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import { type ModeledColumn, readTableSample } from './read-samples.ts'

const MAX_ROWS = 50_000

/**
 * The modeled columns of original and twin in order of time within devices; whole devices as far as they go. Null where
 * the table is no series, or its times or devices are not modeled and so have no order in the twin.
 */
export async function readSeries(
  connection: DuckDBConnection,
  series: TableSchema['series'],
  columns: ModeledColumn[],
): Promise<{ original: SeriesSample; twin: SeriesSample } | null> {
  const isKnown = (j: number | null) =>
    j === null || columns.some(({ index, schema }) => index === j && isModeled(schema.kind))
  if (!series || !isKnown(series.time) || !isKnown(series.device)) return null
  const { time, device } = series
  const order = device === null ? `x${time}` : `x${device}, x${time}`
  const read = async (table: string): Promise<SeriesSample> => {
    const source = `from ${table} order by ${order} limit ${MAX_ROWS}`
    const sample = await readTableSample(connection, columns, source)
    const place = columns.findIndex(({ index }) => index === device)
    const devices = sample.columns[place]?.values ?? new Int32Array(sample.rowCount)
    return { table: sample, device: Int32Array.from(devices) }
  }
  return { original: await read('coded'), twin: await read('coded_twin') }
}
