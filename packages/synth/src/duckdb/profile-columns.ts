import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnProfile } from '../schema/infer-column.ts'
import { dateParser } from '../schema/parse-date.ts'
import { recognizeIdentifier } from '../schema/recognize-identifiers.ts'
import { queryRows, sqlString } from './database.ts'
import { cleanSql, type LoadedTable } from './load-table.ts'

/** Enough to tell types by a 99% majority; uniqueness is judged on more rows, fewer of wide tables. */
const TYPE_SAMPLE_ROWS = 10_000
const UNIQUENESS_SAMPLE_ROWS = 200_000
const UNIQUENESS_SAMPLE_CELLS = 3_000_000
/** Values in which dates and personal data are looked for: they show in most of them, or are none. */
const LOOKED_AT_VALUES = 1000

const DATES = ['%Y-%m-%d', '%Y/%m/%d', '%d.%m.%Y', '%m/%d/%Y', '%d/%m/%Y'].flatMap((date) => [
  date,
  `${date} %H:%M:%S`,
  `${date} %H:%M`,
  `${date}T%H:%M:%S`,
  `${date}T%H:%M:%SZ`,
])
const DATE_FORMATS = DATES.map((format) => ({ format, parse: dateParser(format) }))

const INTEGER = '[+-]?[0-9]{1,18}'
const NUMBER = '[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?'
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** What samples of the columns of `raw` look like; the owner's to see, and for the schema to judge. */
export async function profileColumns(
  connection: DuckDBConnection,
  table: LoadedTable,
): Promise<ColumnProfile[]> {
  await createSamples(connection, table)
  const profiles: ColumnProfile[] = []
  for (let j = 0; j < table.columnNames.length; j++) {
    profiles.push(await profileColumn(connection, table, j))
  }
  await connection.run('drop table type_sample; drop table uniqueness_sample')
  return profiles
}

/** Sampled as they are written, cleaned afterwards: cleaning costs more than reading. */
async function createSamples(
  connection: DuckDBConnection,
  { rowCount, columnNames }: LoadedTable,
): Promise<void> {
  const texts = columnNames.map((_, j) => `t${j}`)
  const cells = columnNames.map((_, j) => `${cleanSql(`t${j}`)} as c${j}`)
  const sampled = Math.min(UNIQUENESS_SAMPLE_ROWS, UNIQUENESS_SAMPLE_CELLS / columnNames.length)
  const share = (100 * sampled) / rowCount
  const sampling = share < 100 ? `using sample ${share.toFixed(6)}% (bernoulli, 1)` : ''
  await connection.run(`create temp table uniqueness_sample as
    select ${cells} from (select ${texts} from raw ${sampling})`)
  await connection.run(`create temp table type_sample as
    select * from uniqueness_sample using sample reservoir(${TYPE_SAMPLE_ROWS} rows) repeatable (1)`)
}

async function profileColumn(
  connection: DuckDBConnection,
  table: LoadedTable,
  j: number,
): Promise<ColumnProfile> {
  const matching = (pattern: string) =>
    `count(*) filter (regexp_full_match(v, ${sqlString(pattern)}))`
  const isNumber = `filter (regexp_full_match(v, ${sqlString(NUMBER)}))`
  const decimals = `length(regexp_extract(v, '\\.([0-9]*)', 1))`
  const mask = `case when regexp_full_match(v, ${sqlString(UUID)}) then regexp_replace(v, '[0-9a-fA-F]', '#', 'g') else regexp_replace(regexp_replace(regexp_replace(v, '\\p{N}', '9', 'g'), '\\p{Lu}', 'A', 'g'), '\\p{L}', 'a', 'g') end`
  const [row] = await queryRows(
    connection,
    `with t as (select c${j} as v from type_sample where c${j} is not null),
      masks as (select ${mask} as m, count(*) as n from t group by 1 order by n desc, m limit 1)
    select count(*), ${matching(INTEGER)}, ${matching(NUMBER)}, ${matching('[+-]?0[0-9]+')},
      quantile_disc(${decimals}, 0.99) ${isNumber}, min(${decimals}) ${isNumber},
      avg(length(v)), avg(length(v) - length(replace(v, ' ', '')) + 1), min(v), max(v),
      min(try_cast(v as double)) ${isNumber}, max(try_cast(v as double)) ${isNumber},
      (select m from masks), (select n from masks),
      (select count(c${j}) from uniqueness_sample),
      (select count(distinct c${j}) from uniqueness_sample),
      (select 1 - count(c${j}) / greatest(1, count(*)) from uniqueness_sample)
    from t`,
  )
  const number = (index: number) => Number(row![index] ?? 0)
  const filled = number(0)
  // Uniqueness comes from a larger sample; a share of it is scaled to refer to `filled`.
  const [uniquenessRows, distinct] = [number(14), number(15)]
  const distinctShare = uniquenessRows > 0 ? distinct / uniquenessRows : 0
  const values = await someValues(connection, j)
  return {
    name: table.columnNames[j]!,
    nullToken: table.nullTokens[j]!,
    rows: table.rowCount,
    filled,
    missingShare: number(16),
    distinct: distinctShare > 0.05 ? distinctShare * filled : distinct,
    integers: number(1),
    numbers: number(2),
    leadingZeros: number(3),
    decimals: number(4),
    minDecimals: number(5),
    recognized: recognizeIdentifier(values),
    meanLength: number(6),
    meanWords: number(7),
    lowest: String(row![8] ?? ''),
    highest: String(row![9] ?? ''),
    minimum: number(10),
    maximum: number(11),
    mask: String(row![12] ?? ''),
    maskCount: number(13),
    dateFormats: DATE_FORMATS.map(({ format, parse }) => ({
      format,
      share: shareOf(values, (value) => parse(value) !== null),
    })),
  }
}

async function someValues(connection: DuckDBConnection, j: number): Promise<string[]> {
  const rows = await queryRows(
    connection,
    `select c${j} from type_sample where c${j} is not null limit ${LOOKED_AT_VALUES}`,
  )
  return rows.map(([value]) => String(value))
}

function shareOf(values: string[], accepts: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(accepts).length / values.length
}
