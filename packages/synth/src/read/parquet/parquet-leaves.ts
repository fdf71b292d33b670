import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { sqlString } from '../../engines/duckdb/database.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'

/** Describes a column, with SQL of its cells as text. */
export type Leaf = { name: string; expression: string }

/** Describes a list of records, with the content of each in terms of `item`. */
export type ListLeaf = { name: string; expression: string; items: (Leaf | ListLeaf)[] }

/**
 * Returns the parts of a value of a Parquet file's type. Throws SynthesisError for types other than
 * text and lists of it.
 */
export function leavesOf(name: string, value: string, type: DuckDBType): (Leaf | ListLeaf)[] {
  switch (type.typeId) {
    case DuckDBTypeId.STRUCT:
      return type.entryNames.flatMap((entry, i) =>
        leavesOf(
          name === '' ? entry : `${name}.${entry}`,
          `struct_extract(${value}, ${sqlString(entry)})`,
          type.entryTypes[i]!,
        ),
      )
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      if (type.valueType.typeId === DuckDBTypeId.STRUCT)
        return [{ name, expression: value, items: leavesOf('', 'item', type.valueType) }]
      if (isNested(type.valueType)) throw rejectNested(name)
      return [{ name, expression: `array_to_string(${value}, ';')` }]
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
      throw rejectNested(name)
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
  const nested = [DuckDBTypeId.LIST, DuckDBTypeId.ARRAY, DuckDBTypeId.MAP]
  return nested.includes(typeId) || typeId === DuckDBTypeId.UNION || typeId === DuckDBTypeId.BLOB
}

function rejectNested(name: string): SynthesisError {
  return new SynthesisError(
    'not_a_table',
    `The column "${name}" holds maps, unions, or lists of lists or of binary data. Please save it as lists of records or of plain values.`,
  )
}
