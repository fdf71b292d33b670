import type { DuckDBConnection } from '@duckdb/node-api'
import { findRules } from '../../../run/find-rules.ts'
import type { ColumnSchema } from '../../../schema/column-schema.ts'
import type { ColumnProfile } from '../../../schema/infer/infer-column.ts'
import { likelyEntity, type RowFacts } from '../../../schema/infer/propose-table.ts'
import { queryRows, sqlString } from '../database.ts'

/** Limits the rows, in file order, that decide between a series and a table. */
const SERIES_ROWS = 100_000
/** Device columns have this many rows for each value at least. */
const ROWS_PER_DEVICE = 20
const MAX_TRIED = 4
/** Share of rows with a time of their own, and of steps about as long as the usual one. */
const OWN_TIME = 0.98
const EVEN_STEPS = 0.6

/** Finds facts in all rows of `raw` that no sample of single values shows: entity, series and rules. */
export async function findRowFacts(
  connection: DuckDBConnection,
  profiles: ColumnProfile[],
  columns: ColumnSchema[],
): Promise<RowFacts> {
  const entity = likelyEntity(profiles, columns)
  return {
    entity: entity === null ? null : await measureEntity(connection, entity),
    series: await findSeries(connection, profiles, columns),
    rules: await findRules(connection, columns),
  }
}

async function measureEntity(
  connection: DuckDBConnection,
  column: number,
): Promise<RowFacts['entity']> {
  const [row] = await queryRows(
    connection,
    `select quantile_disc(n, 0.5) from
      (select count(*) as n from raw where c${column} is not null group by c${column})`,
  )
  return { column, usualRows: Number(row![0] ?? 1) }
}

/** A time column, alone or with a device column, by which rows follow each other in even steps. */
async function findSeries(
  connection: DuckDBConnection,
  profiles: ColumnProfile[],
  columns: ColumnSchema[],
): Promise<RowFacts['series']> {
  const positions = [...columns.keys()]
  const times = positions.filter((j) => ['date', 'timestamp'].includes(columns[j]!.kind))
  const devices = positions.filter(
    (j) =>
      ['category', 'key', 'integer'].includes(columns[j]!.kind) &&
      profiles[j]!.distinct > 1 &&
      profiles[j]!.distinct * ROWS_PER_DEVICE <= profiles[j]!.filled,
  )
  for (const time of times.slice(0, MAX_TRIED)) {
    for (const device of [null, ...devices.slice(0, MAX_TRIED)]) {
      if (await isSeries(connection, columns[time]!, time, device)) return { time, device }
    }
  }
  return null
}

async function isSeries(
  connection: DuckDBConnection,
  { dateFormat }: ColumnSchema,
  time: number,
  device: number | null,
): Promise<boolean> {
  const ofDevice = device === null ? '0' : `c${device}`
  const [row] = await queryRows(
    connection,
    `with times as (
      select ${ofDevice} as device, epoch(try_strptime(c${time}, ${sqlString(dateFormat)})) as t
      from (select * from raw limit ${SERIES_ROWS})),
    steps as (
      select t - lag(t) over (partition by device order by t) as step from times where t is not null),
    usual as (select median(step) as step from steps)
    select (select count(distinct (device, t)) / count(*) from times), usual.step,
      (select avg((abs(steps.step - usual.step) <= 0.1 * usual.step)::integer) from steps)
    from usual`,
  )
  const [ownTime, step, even] = row!.map(Number)
  return ownTime! >= OWN_TIME && step! > 0 && even! >= EVEN_STEPS
}
