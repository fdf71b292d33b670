import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Leaves at most `maxRows` rows of each unit in `coded_rows`, drawn at random by the secret `salt`, so that a whole unit can
 * change no count by more. Rows that belong to nobody stay.
 */
export async function capEntities(
  connection: DuckDBConnection,
  maxRows: number,
  salt: bigint,
): Promise<void> {
  await connection.run(`
    delete from coded_rows where rowid in (
      select rowid from coded_rows where unit is not null
      qualify row_number() over (
        partition by unit order by hash(rowid, ${salt}::ubigint, 3), rowid
      ) > ${maxRows})`)
}
