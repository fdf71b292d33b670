/** Reads a twin's Parquet file by byte ranges: its end first, then one group of rows after the other. */
import { decompress } from 'fzstd'
import { type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet'
import type { Cell } from '../result.ts'

/** Lists the database's names of the types that a twin's columns have. */
const types = { INT64: 'BIGINT', DOUBLE: 'DOUBLE', BOOLEAN: 'BOOLEAN' } as const
export type SqlType = (typeof types)[keyof typeof types] | 'DATE' | 'TIMESTAMP' | 'VARCHAR'

export type TwinFile = {
  columns: { name: string; type: SqlType }[]
  rows: number
  /** Counts the rows of each group, in the order of the file. */
  groups: number[]
  /** Reads the values of one group by column; moments as "2024-01-02 10:00:00". */
  readGroup: (group: number) => Promise<Cell[][]>
}

type ReadRange = (start: number, end: number) => Promise<ArrayBuffer>

/** Reads the bytes from `start` up to, and without, `end`. Throws where the answer is not exactly these. */
export const rangesOf =
  (url: string, signal: AbortSignal): ReadRange =>
  async (start, end) => {
    const answer = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}` }, signal })
    const bytes = answer.status === 206 ? await answer.arrayBuffer() : null
    if (bytes?.byteLength !== end - start) throw new Error('A part of the file did not arrive.')
    return bytes
  }

export async function openTwin(bytes: number, read: ReadRange): Promise<TwinFile> {
  const metadata = await parquetMetadataAsync({
    byteLength: bytes,
    slice: (start, end = bytes) => read(start, end),
  })
  const [, ...leaves] = metadata.schema // the first is the record itself
  return {
    columns: leaves.map((leaf) => ({ name: leaf.name, type: typeOf(leaf) })),
    rows: Number(metadata.num_rows),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
    readGroup: (group) => readGroup({ bytes, metadata, read }, group),
  }
}

function typeOf({
  type,
  logical_type: logical,
  converted_type: converted,
}: FileMetaData['schema'][number]): SqlType {
  if (logical?.type === 'DATE' || converted === 'DATE') return 'DATE'
  if (logical?.type === 'TIMESTAMP' || converted?.startsWith('TIMESTAMP')) return 'TIMESTAMP'
  return type === 'INT64' || type === 'DOUBLE' || type === 'BOOLEAN' ? types[type] : 'VARCHAR'
}

type Source = { bytes: number; metadata: FileMetaData; read: ReadRange }

async function readGroup({ bytes, metadata, read }: Source, group: number): Promise<Cell[][]> {
  const { row_groups, schema } = metadata
  const rowStart = row_groups
    .slice(0, group)
    .reduce((sum, { num_rows }) => sum + Number(num_rows), 0)
  const rows = Number(row_groups[group]?.num_rows ?? 0)
  const [first, end] = placeOf(metadata, group)
  const part = await read(first, end)
  const columns = schema.slice(1).map(() => new Array<Cell>(rows).fill(null))
  const places = new Map(schema.slice(1).map(({ name }, i) => [name, i]))
  await parquetRead({
    file: {
      byteLength: bytes,
      slice: (start, until = bytes) => part.slice(start - first, until - first),
    },
    metadata,
    rowStart,
    rowEnd: rowStart + rows,
    compressors: { ZSTD: (input, length) => decompress(input, new Uint8Array(length)) },
    onChunk: ({ columnName, columnData, rowStart: at }) => {
      const place = places.get(columnName)
      const column = place === undefined ? undefined : columns[place]
      const type = place === undefined ? undefined : schema[place + 1]
      if (!column || !type) return
      const isDay = typeOf(type) === 'DATE'
      for (let i = 0; i < columnData.length; i++) {
        const row = at - rowStart + i
        if (row >= 0 && row < rows) column[row] = cellOf(columnData[i], isDay)
      }
    },
  })
  return columns
}

/** Returns where the bytes of a group begin and end. */
function placeOf({ row_groups }: FileMetaData, group: number): [start: number, end: number] {
  let [start, end] = [Number.POSITIVE_INFINITY, 0]
  for (const { meta_data: column } of row_groups[group]?.columns ?? []) {
    if (!column) continue
    const first = Number(column.dictionary_page_offset ?? column.data_page_offset)
    start = Math.min(start, first)
    end = Math.max(end, first + Number(column.total_compressed_size))
  }
  return [start, end]
}

function cellOf(value: unknown, isDay: boolean): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Date) {
    const text = value.toISOString()
    return isDay ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
  }
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return value
  return String(value)
}
