import type { DuckDBConnection } from '@duckdb/node-api'
import type { TextCounts } from '../../model/measure/tally-texts.ts'
import { queryRows } from './database.ts'

/** Limits the cells that are looked at, so that voting takes a second or two however large the table is. */
const VOTER_CELLS = 400_000
/** Longer texts are cut: their class is that of their beginning. */
const LOOKED_AT_LENGTH = 200

/** Describes the rows of a table that may vote: SQL of them, and columns by position. */
export type Voters = { sql: string; columns: number[]; rowCount: number }

/**
 * Caps the rows of `rows` with an equal value in column `key` at those that count, drawn by their
 * content and the secret `salt`. Rows without a value there all vote.
 */
export function cappedSql(rows: string, key: number, maxRows: number, salt: bigint): string {
  const drawn = `hash(v, ${salt}::ubigint)`
  return `(select v.* from ${rows} v
    qualify c${key} is null or row_number() over (partition by c${key} order by ${drawn}) <= ${maxRows})`
}

/** Returns SQL of those of `rows` whose column `column` has a value of column `key` of the parents that vote. */
export function hangingSql(rows: string, column: number, parents: string, key: number): string {
  return `(select * from ${rows} where c${column} in (select c${key} from ${parents} where c${key} is not null))`
}

/**
 * Counts the rows of each text, by column: of all rows, or of large tables of rows that were each
 * drawn on its own by a secret seed. How many are drawn follows from the order of magnitude of the
 * row count, so that one row more changes each count by one at most.
 */
export async function readVoters(
  connection: DuckDBConnection,
  { sql, columns, rowCount }: Voters,
  seed: number,
): Promise<TextCounts[]> {
  if (columns.length === 0) return []
  const magnitude = 2 ** Math.floor(Math.log2(Math.max(1, rowCount)))
  const share = VOTER_CELLS / (columns.length * magnitude)
  const sampling = share < 1 ? `using sample ${(100 * share).toFixed(6)}% (bernoulli, ${seed})` : ''
  const texts = columns.map((j) => `coalesce(substr(t${j}, 1, ${LOOKED_AT_LENGTH}), '')`)
  const rows = await queryRows(
    connection,
    `select place, text, count(*)::integer from (
      select unnest([${columns.map((_, i) => i)}]) as place, unnest([${texts}]) as text
      from (select * from ${sql} ${sampling}))
     group by place, text`,
  )
  const counts = columns.map((): TextCounts => new Map())
  for (const [place, text, count] of rows) counts[Number(place)]?.set(String(text), Number(count))
  return counts
}
