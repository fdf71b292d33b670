import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnSchema } from '../schema/column-schema.ts'
import { type ColumnProfile, inferColumn } from '../schema/infer-column.ts'
import { queryRows, sqlString } from './database.ts'
import type { LoadedTable } from './load-csv.ts'

/** Enough to tell types by a 99% majority; uniqueness is judged on more rows. */
const TYPE_SAMPLE_ROWS = 10_000
const UNIQUENESS_SAMPLE_ROWS = 200_000

const DATE_FORMATS = ['%Y-%m-%d', '%Y/%m/%d', '%d.%m.%Y', '%m/%d/%Y', '%d/%m/%Y'].flatMap(
  (date) => [date, `${date} %H:%M:%S`, `${date} %H:%M`, `${date}T%H:%M:%S`, `${date}T%H:%M:%SZ`],
)

const INTEGER = '[+-]?[0-9]{1,18}'
const NUMBER = '[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?'
const EMAIL = '[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}'
const PHONE = '(\\+[0-9][0-9 ()./-]{6,18}|\\(?[0-9]{3}\\)?[ ./-][0-9]{3}[ ./-][0-9]{4})'
const IP_ADDRESS = '([0-9]{1,3}\\.){3}[0-9]{1,3}'
const OTHER_IDENTIFIER =
  '([0-9]{3}-[0-9]{2}-[0-9]{4}|[A-Z]{2}[0-9]{2}( ?[A-Z0-9]{4}){3,7}( ?[A-Z0-9]{1,3})?|[0-9]{4}([ -][0-9]{4}){3})'
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** The schema of every column of `raw`. Reads samples only; names and formats count as public. */
export async function profileColumns(
  connection: DuckDBConnection,
  table: LoadedTable,
): Promise<ColumnSchema[]> {
  await sample(connection, 'type_sample', TYPE_SAMPLE_ROWS, table.rowCount)
  await sample(connection, 'uniqueness_sample', UNIQUENESS_SAMPLE_ROWS, table.rowCount)
  const schemas: ColumnSchema[] = []
  for (let j = 0; j < table.columnNames.length; j++) {
    schemas.push(inferColumn(await profileColumn(connection, table, j)))
  }
  await connection.run('drop table type_sample; drop table uniqueness_sample')
  return schemas
}

async function sample(
  connection: DuckDBConnection,
  name: string,
  limit: number,
  rowCount: number,
): Promise<void> {
  const sampling = rowCount > limit ? `using sample reservoir(${limit} rows) repeatable (1)` : ''
  await connection.run(`create temp table ${name} as select * from raw ${sampling}`)
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
      ${matching(EMAIL)}, ${matching(PHONE)}, ${matching(IP_ADDRESS)}, ${matching(OTHER_IDENTIFIER)},
      avg(length(v)), avg(length(v) - length(replace(v, ' ', '')) + 1), min(v), max(v),
      max(try_cast(v as double)) ${isNumber} - min(try_cast(v as double)) ${isNumber},
      (select m from masks), (select n from masks),
      (select count(c${j}) from uniqueness_sample),
      (select count(distinct c${j}) from uniqueness_sample),
      max(abs(try_cast(v as double))) ${isNumber}
    from t`,
  )
  const number = (index: number) => Number(row![index] ?? 0)
  const filled = number(0)
  // Uniqueness comes from a larger sample; a share of it is scaled to refer to `filled`.
  const [uniquenessRows, distinct] = [number(17), number(18)]
  const distinctShare = uniquenessRows > 0 ? distinct / uniquenessRows : 0
  const isNumeric = number(2) > 0.5 * filled
  return {
    name: table.columnNames[j]!,
    nullToken: table.nullTokens[j]!,
    rows: table.rowCount,
    filled,
    distinct: distinctShare > 0.05 ? distinctShare * filled : distinct,
    integers: number(1),
    numbers: number(2),
    leadingZeros: number(3),
    decimals: number(4),
    minDecimals: number(5),
    emails: number(6),
    phones: number(7),
    ipAddresses: number(8),
    otherIdentifiers: number(9),
    meanLength: number(10),
    meanWords: number(11),
    lowest: String(row![12] ?? ''),
    highest: String(row![13] ?? ''),
    span: number(14),
    magnitude: number(19),
    mask: String(row![15] ?? ''),
    maskCount: number(16),
    dateFormats: isNumeric || filled === 0 ? [] : await parseDates(connection, j),
  }
}

async function parseDates(
  connection: DuckDBConnection,
  j: number,
): Promise<ColumnProfile['dateFormats']> {
  const counts = DATE_FORMATS.map((f) => `count(try_strptime(c${j}, ${sqlString(f)}))`)
  const [row] = await queryRows(
    connection,
    `select ${counts.join(', ')} from (select c${j} from type_sample where c${j} is not null limit 2000)`,
  )
  const [tried] = await queryRows(
    connection,
    `select least(count(c${j}), 2000), count(c${j}) from type_sample`,
  )
  const scale = Number(tried![1]) / Math.max(1, Number(tried![0]))
  return DATE_FORMATS.map((format, i) => ({ format, parsed: Number(row![i]) * scale }))
}
