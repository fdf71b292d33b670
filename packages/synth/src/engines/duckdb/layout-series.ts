import type { DuckDBConnection } from '@duckdb/node-api'
import { BLOCK_STEPS, type SeriesPlan, slotSql } from '../../schema/series-plan.ts'
import { queryRows } from './database.ts'

/**
 * Arranges the rows of `coded_rows` in sequences and adds the columns that relate consecutive rows:
 * `sequence`, `step` (a row's position in it), and the plan's columns. Sequences of surrogate
 * devices are left whole. Those of devices known by name are cut at fixed times, so that no row
 * depends on a held-out one and no row affects the sequence of another. Returns the usual step.
 */
export async function layoutSeries(
  connection: DuckDBConnection,
  { time, device, hasMadeUpDevices, clock, gap, start, length }: SeriesPlan,
): Promise<number> {
  const of = device === null ? '0' : 'coalesce(device, hash(0))'
  const step = await usualStep(connection, time, of)
  const sequence = hasMadeUpDevices
    ? 'coalesce(device, hash(place, 1))'
    : `hash(${of}, floor(x${time} / ${BLOCK_STEPS * step}))`
  const slot = clock ? `${slotSql(clock.cycle, `x${time}`)} as x${clock.column}, ` : ''
  await connection.run(`
    create table placed_rows as
    select *, row_number() over w as step,
      x${time} - lag(x${time}) over w - ${step} as x${gap},
      case when row_number() over w = 1 then x${time} end as x${start},
      case when row_number() over w = 1 then count(*) over (partition by sequence) end as x${length}
    from (select *, ${slot}${sequence} as sequence from (select *, rowid as place from coded_rows))
    window w as (partition by sequence order by x${time}, place)`)
  await connection.run('drop table coded_rows; alter table placed_rows rename to coded_rows')
  return step
}

/** The median, so no single row decides; the guarantee names it. */
async function usualStep(
  connection: DuckDBConnection,
  time: number,
  device: string,
): Promise<number> {
  const [row] = await queryRows(
    connection,
    `select quantile_disc(step, 0.5) from (
      select x${time} - lag(x${time}) over (partition by ${device} order by x${time}) as step
      from coded_rows where x${time} is not null)`,
  )
  return Math.max(1, Number(row![0] ?? 1))
}
