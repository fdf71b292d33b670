import type { DuckDBConnection } from '@duckdb/node-api'
import type { SeriesSample } from '../../evaluate/fidelity/coherence.ts'
import { isModeled } from '../../schema/column-schema.ts'
import type { TableSchema } from '../../schema/table-schema.ts'
import { queryRows, readColumns } from './database.ts'
import { type ModeledColumn, readTableSample } from './read-samples.ts'

const MAX_ROWS = 50_000

/**
 * Reads the modeled columns of original and twin in order of time within devices, in whole devices
 * up to a limit. Null if the table is not a series, or if its times or devices have no order in the
 * twin.
 */
export async function readSeries(
  connection: DuckDBConnection,
  series: TableSchema['series'],
  columns: ModeledColumn[],
): Promise<{ original: SeriesSample; twin: SeriesSample } | null> {
  const isKnown = (j: number) =>
    columns.some(({ index, schema }) => index === j && isModeled(schema.kind))
  if (!series || !isKnown(series.time)) return null
  const device = await deviceSql(connection, series.device, isKnown)
  if (device === null) return null
  const order = `${device}, x${series.time}`
  const read = async (table: string): Promise<SeriesSample> => {
    const source = `from ${table} order by ${order} limit ${MAX_ROWS}`
    const sample = await readTableSample(connection, columns, source)
    const devices = new Int32Array(sample.rowCount)
    const ranks = `select (dense_rank() over (order by ${device}))::integer ${source}`
    await readColumns(connection, ranks, [{ target: devices, missing: 0 }])
    return { table: sample, device: devices }
  }
  return { original: await read('coded'), twin: await read('coded_twin') }
}

/** Devices that are not modeled are known where the rows were laid out as a series. */
async function deviceSql(
  connection: DuckDBConnection,
  device: number | null,
  isKnown: (j: number) => boolean,
): Promise<string | null> {
  if (device === null) return '0::integer'
  if (isKnown(device)) return `x${device}`
  const [row] = await queryRows(
    connection,
    `select count(*) from duckdb_columns() where table_name = 'coded_twin' and column_name = 'device'`,
  )
  return Number(row![0]) > 0 ? 'device' : null
}
