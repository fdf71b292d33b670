import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnSchema } from '../../../schema/column-schema.ts'
import { orderedValueSql } from '../coded-tables.ts'
import { queryRows, sqlString } from '../database.ts'

/** The first rows in time, when there are more. */
const MOST_ROWS = 100_000
const MIN_ROWS = 100
/** Share of rows with a time of their own. */
const OWN_TIME = 0.95
/** Rank correlation with the row before, and the share of the numbers that have it. */
const CLOSE = 0.5
const MOST_NUMBERS = 0.5
const MAX_TIMES = 4

/**
 * Returns the time column of `raw` by which rows seem to follow each other: sorted by it, at least
 * half of the numbers are close to those of the row before. Ignores the order of the file, in which
 * a plain table may be sorted by place or price. Exact, for the owner only; null for none.
 */
export async function suspectSeries(
  connection: DuckDBConnection,
  columns: ColumnSchema[],
): Promise<string | null> {
  const placed = columns.map((schema, place) => ({ schema, place }))
  const times = placed.filter(({ schema: { kind } }) => kind === 'date' || kind === 'timestamp')
  const numbers = placed.filter(({ schema: { kind } }) => kind === 'integer' || kind === 'number')
  if (numbers.length === 0) return null
  for (const time of times.slice(0, MAX_TIMES)) {
    if (await isFollowed(connection, time, numbers)) return time.schema.name
  }
  return null
}

type PlacedColumn = { schema: ColumnSchema; place: number }

async function isFollowed(
  connection: DuckDBConnection,
  time: PlacedColumn,
  numbers: PlacedColumn[],
): Promise<boolean> {
  const instant = `try_strptime(c${time.place}, ${sqlString(time.schema.dateFormat)})`
  const [counts = []] = await queryRows(
    connection,
    `select count(*), count(distinct t) from (select ${instant} as t from raw) where t is not null`,
  )
  const [rows = 0, own = 0] = counts.map(Number)
  if (rows < MIN_ROWS || own < OWN_TIME * rows) return false
  const values = numbers.map(
    ({ schema, place: j }) => `${orderedValueSql(schema, `c${j}`)} as x${j}`,
  )
  const each = (sql: (j: number) => string) => numbers.map(({ place }) => sql(place)).join(', ')
  const [found = []] = await queryRows(
    connection,
    `with kept as (
      select ${instant} as t, ${values} from raw where t is not null order by t limit ${MOST_ROWS}),
    ranked as (
      select t, ${each((j) => `case when x${j} is not null then rank() over (order by x${j}) end as r${j}`)} from kept),
    placed as (
      select ${each((j) => `r${j}, lag(r${j}) over (order by t) as b${j}`)} from ranked)
    select ${each((j) => `corr(r${j}, b${j})`)} from placed`,
  )
  const close = found.filter((value) => value !== null && Number(value) > CLOSE)
  return close.length >= MOST_NUMBERS * numbers.length
}
