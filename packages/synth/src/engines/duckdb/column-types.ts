import type { DuckDBConnection } from '@duckdb/node-api'
import { queryRows } from './database.ts'

export type ColumnType = 'integer' | 'number' | 'boolean' | 'date' | 'timestamp' | 'text'

/** `sql` is the column's value in its type; `index` its position in the view. */
export type TypedColumn = { name: string; type: ColumnType; index: number; sql: string }

type Type = { type: ColumnType; duckdb: string; fits: (cell: string) => string }

/** The narrowest comes first. Only what is written back as it was read has a type: not `007`, `1e3` or `+1`. */
const types: Type[] = [
  {
    type: 'integer',
    duckdb: 'bigint',
    fits: (cell) => `try_cast(${cell} as bigint)::varchar is not distinct from ${cell}`,
  },
  {
    type: 'number',
    duckdb: 'double',
    fits: (cell) => `regexp_full_match(${cell}, '-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,9})?')`,
  },
  { type: 'boolean', duckdb: 'boolean', fits: (cell) => `lower(${cell}) in ('true', 'false')` },
  {
    type: 'date',
    duckdb: 'date',
    fits: (cell) => `try_cast(${cell} as date)::varchar is not distinct from ${cell}`,
  },
  {
    type: 'timestamp',
    duckdb: 'timestamp',
    fits: (cell) =>
      `regexp_full_match(${cell}, '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2})?')` +
      ` and try_cast(${cell} as timestamp) is not null`,
  },
]

/** Enough to rule out most types without reading the whole table. */
const SAMPLE_ROWS = 2000

/** Looks at every cell of a view as `viewSource` makes it; a column without any value is text. */
export async function columnTypes(
  connection: DuckDBConnection,
  view: string,
  columnNames: string[],
): Promise<TypedColumn[]> {
  const few = `(from ${view} limit ${SAMPLE_ROWS})`
  const every = columnNames.flatMap((_, j) => types.map((type) => ({ j, type })))
  let left = await fitting(connection, few, every, true)
  const found = new Map<number, Type>()
  while (left.length > 0) {
    const narrowest = left.filter(({ j }, i) => left.findIndex((other) => other.j === j) === i)
    for (const { j, type } of await fitting(connection, view, narrowest, false)) found.set(j, type)
    left = left.filter((candidate) => !narrowest.includes(candidate) && !found.has(candidate.j))
  }
  return columnNames.map((name, index) => {
    const type = found.get(index)
    return type
      ? { name, index, type: type.type, sql: `c${index}::${type.duckdb}` }
      : { name, index, type: 'text', sql: `c${index}` }
  })
}

type Candidate = { j: number; type: Type }

/**
 * Returns the candidates that all of their column's values fit; `ifEmpty` decides for a column
 * without any.
 */
async function fitting(
  connection: DuckDBConnection,
  from: string,
  candidates: Candidate[],
  ifEmpty: boolean,
): Promise<Candidate[]> {
  const checks = candidates.map(
    ({ j, type }) =>
      `coalesce(bool_and(${type.fits(`c${j}`)}) filter (c${j} is not null), ${ifEmpty})`,
  )
  const [row] = await queryRows(connection, `select ${checks} from ${from}`)
  return candidates.filter((_, i) => row![i])
}
