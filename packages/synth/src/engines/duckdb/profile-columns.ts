import type { DuckDBConnection } from '@duckdb/node-api'
import { cleanSql, type LoadedTable } from '../../read/load-table.ts'
import { DATE_FORMATS } from '../../schema/infer/date-formats.ts'
import { type ColumnProfile, isNumericKey, isYesNo } from '../../schema/infer/infer-column.ts'
import { dateParser } from '../../schema/infer/parse-date.ts'
import { recognizeIdentifier } from '../../schema/infer/recognize-identifiers.ts'
import { queryRows, sqlString } from './database.ts'

/**
 * Sets the sample sizes: enough to infer types by a 99% majority; uniqueness is evaluated on more
 * rows, fewer of wide tables.
 */
const TYPE_SAMPLE_ROWS = 10_000
const UNIQUENESS_SAMPLE_ROWS = 200_000
const UNIQUENESS_SAMPLE_CELLS = 3_000_000
/** Values in which dates and personal data are looked for: they show in most of them, or are none. */
const LOOKED_AT_VALUES = 1000

const DATE_PARSERS = DATE_FORMATS.map((format) => ({ format, parse: dateParser(format) }))

const INTEGER = '[+-]?[0-9]{1,18}'
const NUMBER = '[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?'
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Profiles samples of the columns of `raw`; for the owner only, and for inferring the schema. */
export async function profileColumns(
  connection: DuckDBConnection,
  table: LoadedTable,
): Promise<ColumnProfile[]> {
  await createSamples(connection, table)
  const looks = await describeCells(connection)
  const profiles: ColumnProfile[] = []
  for (let j = 0; j < table.columnNames.length; j++) {
    const uniqueness = await countDistinct(connection, j)
    const values = await someValues(connection, j)
    profiles.push(profileColumn(table, j, looks.get(j) ?? [], uniqueness, values))
  }
  await connection.run('drop table cells; drop table uniqueness_sample')
  return profiles
}

/** Samples of texts as they are written: cleaning costs more than reading. */
async function createSamples(
  connection: DuckDBConnection,
  { rowCount, columnNames }: LoadedTable,
): Promise<void> {
  const texts = columnNames.map((_, j) => `t${j}`)
  const sampled = Math.min(UNIQUENESS_SAMPLE_ROWS, UNIQUENESS_SAMPLE_CELLS / columnNames.length)
  const share = (100 * sampled) / rowCount
  const sampling = share < 100 ? `using sample ${share.toFixed(6)}% (bernoulli, 1)` : ''
  await connection.run(
    `create temp table uniqueness_sample as select ${texts} from raw ${sampling}`,
  )
  await connection.run(`create temp table cells as
    select unnest([${texts.map((_, j) => j)}]) as j, unnest([${texts}]) as t from (
      select * from uniqueness_sample using sample reservoir(${TYPE_SAMPLE_ROWS} rows) repeatable (1))`)
}

type Row = (string | number | bigint | boolean | null)[]

/**
 * Returns figures of the cells by column. Matches each distinct text once, because patterns cost
 * more than counting.
 */
async function describeCells(connection: DuckDBConnection): Promise<Map<number, Row>> {
  const matches = (pattern: string) => `regexp_full_match(v, ${sqlString(pattern)})`
  const mask = `case when ${matches(UUID)} then regexp_replace(v, '[0-9a-fA-F]', '#', 'g') else regexp_replace(regexp_replace(regexp_replace(v, '\\p{N}', '9', 'g'), '\\p{Lu}', 'A', 'g'), '\\p{Ll}|\\p{Lt}|\\p{Lm}|\\p{Lo}', 'a', 'g') end`
  const rows = await queryRows(
    connection,
    `with facts as (
      select j, t, v, ${matches(INTEGER)} as is_integer, ${matches(NUMBER)} as is_number,
        ${matches('[+-]?0[0-9]+')} as has_zeros, length(regexp_extract(v, '\\.([0-9]*)', 1)) as decimals,
        length(v) - length(replace(v, ' ', '')) + 1 as words, try_cast(v as double) as number, ${mask} as mask
      from (select j, t, ${cleanSql('t')} as v from (select distinct j, t from cells)) where v is not null),
    described as (select * from cells join facts using (j, t)),
    masks as (
      select j, mask, count(*) as n from described group by j, mask
      qualify row_number() over (partition by j order by n desc, mask) = 1)
    select j, count(*), count(*) filter (is_integer), count(*) filter (is_number), count(*) filter (has_zeros),
      quantile_disc(decimals, 0.99) filter (is_number), min(decimals) filter (is_number),
      avg(length(v)), avg(words), min(v), max(v),
      min(number) filter (is_number), max(number) filter (is_number),
      any_value(masks.mask), any_value(masks.n)
    from described join masks using (j) group by j`,
  )
  return new Map(rows.map(([j, ...row]) => [Number(j), row]))
}

type Uniqueness = { filled: number; distinct: number; missingShare: number }

/** Counts distinct values in a larger sample. Cleans each distinct text once. */
async function countDistinct(connection: DuckDBConnection, j: number): Promise<Uniqueness> {
  const [row] = await queryRows(
    connection,
    `select coalesce(sum(n) filter (v is not null), 0), count(distinct v),
      coalesce(sum(n) filter (v is null), 0) / greatest(1, sum(n))
    from (
      select ${cleanSql('t')} as v, n
      from (select t${j} as t, count(*) as n from uniqueness_sample group by 1))`,
  )
  const [filled, distinct, missingShare] = row!.map(Number)
  return { filled: filled!, distinct: distinct!, missingShare: missingShare! }
}

function profileColumn(
  table: LoadedTable,
  j: number,
  row: Row,
  uniqueness: Uniqueness,
  values: string[],
): ColumnProfile {
  const number = (index: number) => Number(row[index] ?? 0)
  const filled = number(0)
  // Uniqueness comes from a larger sample; a share of it is scaled to refer to `filled`.
  const { distinct, missingShare } = uniqueness
  const distinctShare = uniqueness.filled > 0 ? distinct / uniqueness.filled : 0
  const own = {
    filled,
    distinct: distinctShare > 0.05 ? distinctShare * filled : distinct,
    minimum: number(10),
    maximum: number(11),
    mask: String(row[12] ?? ''),
    maskCount: number(13),
  }
  return {
    name: table.columnNames[j]!,
    nullToken: table.nullTokens[j]!,
    rows: table.rowCount,
    isUndecided: false,
    filled,
    missingShare,
    distinct: own.distinct,
    distinctError: 0,
    integers: number(1),
    numbers: number(2),
    leadingZeros: number(3),
    decimals: number(4),
    minDecimals: number(5),
    recognized: recognizeIdentifier(values),
    meanLength: number(6),
    meanWords: number(7),
    isBoolean: own.distinct === 2 && isYesNo(String(row[8] ?? ''), String(row[9] ?? '')),
    isNumericKey: isNumericKey(own),
    minimum: own.minimum,
    maximum: own.maximum,
    mask: own.mask,
    maskCount: own.maskCount,
    dateFormats: DATE_PARSERS.map(({ format, parse }) => ({
      format,
      share: shareOf(values, (value) => parse(value) !== null),
    })),
  }
}

async function someValues(connection: DuckDBConnection, j: number): Promise<string[]> {
  const rows = await queryRows(
    connection,
    `select v from (select ${cleanSql('t')} as v from cells where j = ${j}) where v is not null limit ${LOOKED_AT_VALUES}`,
  )
  return rows.map(([value]) => String(value))
}

function shareOf(values: string[], accepts: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(accepts).length / values.length
}
