import type { DuckDBConnection } from '@duckdb/node-api'
import type { TableSource } from '../../read/open-sources.ts'
import type { TableSchema } from '../../schema/table-schema.ts'
import { queryRows } from './database.ts'

/**
 * Retains at most `maxRows` rows of each unit in `coded_rows`, drawn at random by the secret
 * `salt`, so that a whole unit can change no count by more; of a series, ordered by the column
 * `time`, consecutive rows. Rows without a unit remain.
 */
export async function capEntities(
  connection: DuckDBConnection,
  maxRows: number,
  salt: bigint,
  time?: number,
): Promise<void> {
  const random = `hash(rowid, ${salt}::ubigint, 3), rowid`
  const first = `hash(unit, ${salt}::ubigint, 3) % greatest(1, count(*) over (partition by unit) - ${maxRows} + 1)`
  const isKept =
    time === undefined
      ? `row_number() over (partition by unit order by ${random}) <= ${maxRows}`
      : `row_number() over (partition by unit order by x${time}, rowid) - 1 - (${first})::bigint between 0 and ${maxRows - 1}`
  await connection.run(`
    delete from coded_rows where rowid in (
      select rowid from coded_rows where unit is not null qualify not (${isKept}))`)
}

/**
 * Counts the rows of a table that the cap retains; exact, for its owner only. A sample's rows are
 * capped already.
 */
export async function countCapped(
  connection: DuckDBConnection,
  { sample }: TableSource,
  rowCount: number,
  entity: TableSchema['entity'],
): Promise<number> {
  if (!entity) return sample?.rowCount ?? rowCount
  if (sample) return Math.round(rowCount / sample.share)
  const id = `c${entity.column}`
  const [row] = await queryRows(
    connection,
    `select sum(case when id is null then rows else least(rows, ${entity.maxRows}) end)
     from (select ${id} as id, count(*) as rows from raw group by 1)`,
  )
  return Number(row![0])
}
