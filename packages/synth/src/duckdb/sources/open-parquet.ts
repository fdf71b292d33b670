import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { nameColumns } from '../../schema/header.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { openDatabase, sqlString } from '../database.ts'
import type { OpenedTable, OpenOptions } from './table-source.ts'

type Leaf = { name: string; expression: string }

/**
 * Opens a Parquet file: fields of structs become columns `a.b`, lists of values are joined by
 * semicolons, times are cut to seconds. Throws SynthesisError.
 */
export async function openParquet(inputPath: string, options: OpenOptions): Promise<OpenedTable> {
  const { workDir, signal } = options
  const readablePaths = [inputPath]
  const limits = { threads: 1, memoryLimitMb: 256 }
  const { connection, close } = await openDatabase({ workDir, readablePaths, signal, ...limits })
  try {
    const { columnNames, expressions } = nameLeaves(await readLeaves(connection, inputPath))
    const content = { type: 'parquet' as const, expressions }
    return { within: [], path: inputPath, columnNames, unnamed: [], content }
  } finally {
    close()
  }
}

function nameLeaves(leaves: Leaf[]): { columnNames: string[]; expressions: string[] } {
  const names = leaves.map(({ name }) => name)
  const { columnNames } = nameColumns(names, leaves.length)
  return { columnNames, expressions: leaves.map(({ expression }) => expression) }
}

async function readLeaves(
  connection: Awaited<ReturnType<typeof openDatabase>>['connection'],
  inputPath: string,
): Promise<Leaf[]> {
  const query = `select * from read_parquet(${sqlString(inputPath)}, hive_partitioning = false) limit 0`
  const result = await connection.run(query).catch(() => {
    throw new SynthesisError('not_a_table', 'The Parquet file is damaged or encrypted.')
  })
  const types = result.columnTypes()
  return result.columnNames().flatMap((name, j) => leavesOf(name, sqlIdentifier(name), types[j]!))
}

function leavesOf(name: string, value: string, type: DuckDBType): Leaf[] {
  switch (type.typeId) {
    case DuckDBTypeId.STRUCT:
      return type.entryNames.flatMap((entry, i) =>
        leavesOf(
          `${name}.${entry}`,
          `struct_extract(${value}, ${sqlString(entry)})`,
          type.entryTypes[i]!,
        ),
      )
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      if (isNested(type.valueType)) throw refuseNested(name)
      return [{ name, expression: `array_to_string(${value}, ';')` }]
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
      throw refuseNested(name)
    case DuckDBTypeId.BLOB:
    case DuckDBTypeId.GEOMETRY:
    case DuckDBTypeId.VARIANT:
      throw new SynthesisError(
        'not_a_table',
        `The column "${name}" holds binary data, which cannot be modeled. Please leave it out.`,
      )
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return [{ name, expression: `strftime(${value}, '%Y-%m-%d %H:%M:%S')` }]
    case DuckDBTypeId.TIMESTAMP_TZ:
      return [{ name, expression: `strftime(${value} at time zone 'UTC', '%Y-%m-%d %H:%M:%S')` }]
    default:
      return [{ name, expression: `cast(${value} as varchar)` }]
  }
}

function isNested({ typeId }: DuckDBType): boolean {
  const nested = [DuckDBTypeId.STRUCT, DuckDBTypeId.LIST, DuckDBTypeId.ARRAY, DuckDBTypeId.MAP]
  return nested.includes(typeId) || typeId === DuckDBTypeId.UNION || typeId === DuckDBTypeId.BLOB
}

/** A list of records is a table of its own: its rows belong to none of this table's columns. */
function refuseNested(name: string): SynthesisError {
  return new SynthesisError(
    'not_a_table',
    `The column "${name}" holds lists of records. Please save them as a table of their own.`,
  )
}

function sqlIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
