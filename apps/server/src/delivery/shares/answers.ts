/** Writes what Delta Sharing says of a table, one object a line, in the format that its reader accepts. */
import type { OpenFile } from '../deliveries/service.ts'
import type { ParquetFacts } from './parquet-schema.ts'
import type { SharedTable, TableVersion } from './service.ts'

/** Describes what a reader accepts, as it says in the header `delta-sharing-capabilities`. */
export type Reader = { format: 'parquet' | 'delta'; knowsTimesWithoutZone: boolean }

/** Reads the header. Parquet is answered unless the reader accepts only delta. */
export function readCapabilities(header: string | undefined): Reader {
  const parts = (header ?? '').toLowerCase().split(';')
  const listOf = (name: string) =>
    parts
      .filter((part) => part.trim().startsWith(`${name}=`))
      .flatMap((part) => part.slice(part.indexOf('=') + 1).split(','))
      .map((value) => value.trim())
  const formats = listOf('responseformat')
  const isDelta = formats.includes('delta') && !formats.includes('parquet')
  return {
    format: isDelta ? 'delta' : 'parquet',
    knowsTimesWithoutZone: isDelta && listOf('readerfeatures').includes('timestampntz'),
  }
}

type Described = { table: SharedTable; version: TableVersion; file: OpenFile; facts: ParquetFacts }

/** Returns the lines of protocol and metadata. */
export function describeTable({ table, version, file, facts }: Described, reader: Reader) {
  const size = Number(file.bytes)
  const isDelta = reader.format === 'delta'
  const metadata = {
    id: `${table.share}.${table.name}`,
    name: table.name,
    format: { provider: 'parquet', ...(isDelta && { options: {} }) },
    schemaString: schemaString(facts, reader),
    partitionColumns: [],
    configuration: {},
  }
  const place = { version: version.number, size, numFiles: 1 }
  if (!isDelta)
    return [{ protocol: { minReaderVersion: 1 } }, { metaData: { ...metadata, ...place } }]
  const deltaMetadata = { ...metadata, createdTime: version.at.getTime() }
  return [
    { protocol: { deltaProtocol: deltaProtocol(facts, reader) } },
    { metaData: { ...place, deltaMetadata } },
  ]
}

/** Returns the line of a table's one file, fetched by the link until it expires. */
export function describeFile(
  { version, file, facts }: Described,
  reader: Reader,
  { url, expiresAt }: { url: string; expiresAt: Date },
) {
  const stats = JSON.stringify({ numRecords: facts.rows })
  const size = Number(file.bytes)
  const expirationTimestamp = expiresAt.getTime()
  // The reader of delta takes an address for a path on its own machine unless it looks signed.
  const signed = `${url}?X-Amz-Signature=1`
  const shared = { partitionValues: {}, size, stats }
  if (reader.format === 'parquet')
    return { file: { url: signed, id: file.sha256, ...shared, expirationTimestamp } }
  const modificationTime = version.at.getTime()
  const add = { path: signed, ...shared, modificationTime, dataChange: true }
  return { file: { id: file.sha256, expirationTimestamp, deltaSingleAction: { add } } }
}

const TIME_WITHOUT_ZONE = 'timestamp_ntz'

function deltaProtocol({ columns }: ParquetFacts, { knowsTimesWithoutZone }: Reader) {
  const features = ['timestampNtz']
  return knowsTimesWithoutZone && columns.some(({ type }) => type === TIME_WITHOUT_ZONE)
    ? {
        minReaderVersion: 3,
        minWriterVersion: 7,
        readerFeatures: features,
        writerFeatures: features,
      }
    : { minReaderVersion: 1, minWriterVersion: 1 }
}

/** Calls a time without a zone a plain time for readers that would fail on its name; its values stay. */
function schemaString({ columns }: ParquetFacts, { knowsTimesWithoutZone }: Reader): string {
  const fields = columns.map(({ name, type }) => ({
    name,
    type: type === TIME_WITHOUT_ZONE && !knowsTimesWithoutZone ? 'timestamp' : type,
    nullable: true,
    metadata: {},
  }))
  return JSON.stringify({ type: 'struct', fields })
}
