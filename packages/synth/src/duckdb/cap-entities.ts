import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Leaves at most `maxRows` rows of each unit in `coded_rows`, drawn at random by the secret `salt`, so that a whole unit can
 * change no count by more; of a series, ordered by the column `time`, rows that follow each other. Rows that belong
 * to nobody stay.
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
