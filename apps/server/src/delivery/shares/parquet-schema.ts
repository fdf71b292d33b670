/** Reads from a Parquet file what Delta Sharing says of a table: its columns and rows. */
import { parquetMetadataAsync } from 'hyparquet'

type Element = Awaited<ReturnType<typeof parquetMetadataAsync>>['schema'][number]

export type Column = { name: string; type: string }
export type ParquetFacts = { columns: Column[]; rows: number }

/** Reads the end of the file alone. `read` returns the bytes from `start` up to, and without, `end`. */
export async function readFacts(
  bytes: number,
  read: (start: number, end: number) => Promise<ArrayBuffer>,
): Promise<ParquetFacts> {
  const { schema, num_rows } = await parquetMetadataAsync({
    byteLength: bytes,
    slice: (start, end = bytes) => read(start, end),
  })
  const [, ...leaves] = schema // the first is the record itself; a twin's table has no records in records
  return { columns: leaves.map(toColumn), rows: Number(num_rows) }
}

const toColumn = (element: Element): Column => ({ name: element.name, type: typeOf(element) })

/**
 * Returns Spark's name of a column's type. A time without a zone is a `timestamp_ntz`, which not every reader
 * knows.
 */
function typeOf({ type, logical_type: logical, converted_type: converted }: Element): string {
  if (logical?.type === 'DECIMAL') return `decimal(${logical.precision},${logical.scale})`
  if (logical?.type === 'DATE' || converted === 'DATE') return 'date'
  if (logical?.type === 'TIMESTAMP') return logical.isAdjustedToUTC ? 'timestamp' : 'timestamp_ntz'
  if (converted === 'UINT_64') return 'decimal(20,0)'
  if (type === 'INT64') return 'long'
  if (type === 'INT32') return 'integer'
  if (type === 'DOUBLE') return 'double'
  if (type === 'FLOAT') return 'float'
  return type === 'BOOLEAN' ? 'boolean' : 'string'
}
