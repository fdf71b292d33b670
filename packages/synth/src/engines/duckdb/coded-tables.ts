import type { DuckDBConnection } from '@duckdb/node-api'
import { HOLDOUT_ONE_IN } from '../../evaluate/samples.ts'
import { OTHER_LABEL, withOtherLabel } from '../../model/measure/discover-categories.ts'
import { cleanSql } from '../../read/load-table.ts'
import type { TableSample } from '../../read/table-source.ts'
import {
  type ColumnSchema,
  isModeled,
  isOrdered,
  LARGEST_NUMBER,
} from '../../schema/column-schema.ts'
import type { RulePlan } from '../../schema/rules/rule-plan.ts'
import { brokenSql, cutSql, differencesSql } from '../../schema/rules/rule-sql.ts'
import type { SeriesPlan } from '../../schema/series-plan.ts'
import type { TableSchema } from '../../schema/table-schema.ts'
import { capEntities } from './cap-entities.ts'
import { queryRows, sqlString } from './database.ts'
import { layoutSeries } from './layout-series.ts'

/** Sets the resolution of the random bucket by which evaluation samples are drawn. */
export const BUCKETS = 1_000_000

/**
 * Creates `coded` from `raw`: x0, x1, ... hold integers of ordered columns, dictionary codes of
 * categories and a missing-flag (0 or 1) of columns outside the model, by the positions of a plan;
 * broken0, broken1, ... are true if the row breaks an order or a sum of the owner's. Caps the rows
 * of an entity at the number that may count and holds them out together. Puts every row in an
 * evaluation bucket, independently of all others, by the secret `salt`. A row without an entity ID
 * is an entity by itself. A sample's rows are held out and capped already, and its buckets are
 * those of its own rows. The sequences of a `series` are held out as a whole; returns their usual
 * step.
 */
export async function createCoded(
  connection: DuckDBConnection,
  plan: RulePlan,
  entity: TableSchema['entity'],
  salt: bigint,
  sample?: TableSample,
  series?: SeriesPlan,
): Promise<number> {
  await createDictionaries(connection, plan.schemas)
  const id = entity && `raw.c${entity.column}`
  const unit = id ? `case when ${id} is not null then hash(${id}) end as unit, ` : ''
  const held = sample ? 'held, ' : ''
  const facts = unit + held + deviceSql(series?.device, 'raw')
  await connection.run(`create table coded_rows as ${codedRows(plan, facts, 'raw')}`)
  if (entity) await capEntities(connection, entity.maxRows, salt, series?.time)
  const usualStep = series ? await layoutSeries(connection, series) : 1
  const place = series ? 'place' : 'rowid'
  const own = series ? 'sequence' : entity ? 'coalesce(unit, rowid)' : 'rowid'
  const split = `hash(${own}, ${salt}::ubigint, 1) % ${HOLDOUT_ONE_IN} = 0 as held, `
  const buckets = Math.ceil(BUCKETS * (sample?.share ?? 1))
  await connection.run(`
    create view coded as
    select ${sample ? '' : split}(hash(${place}, ${salt}::ubigint, 2) % ${buckets})::uinteger as bucket, *
    from coded_rows`)
  return usualStep
}

/**
 * Creates `coded_<table>` from another table of text columns, such as `twin`, with the original's codes, and with `facts`, each
 * an expression with its name and a comma.
 */
export async function createCodedOther(
  connection: DuckDBConnection,
  plan: RulePlan,
  table: 'twin' | 'holdout',
  facts = '',
): Promise<void> {
  await connection.run(`create table ${table}_rows as ${codedRows(plan, facts, table)}`)
  await connection.run(`
    create view coded_${table} as
    select (hash(rowid) % ${BUCKETS})::uinteger as bucket, * from ${table}_rows`)
}

/** Returns SQL of the column `device`, equal for rows of one device of a series. */
export function deviceSql(device: number | null | undefined, table: string): string {
  return device === null || device === undefined ? '' : `hash(${table}.c${device}) as device, `
}

/** Creates the codes of every category of `raw`. */
export async function createDictionaries(
  connection: DuckDBConnection,
  schemas: ColumnSchema[],
): Promise<void> {
  const categories = [...schemas.keys()].filter(
    (j) => isModeled(schemas[j]!.kind) && !isOrdered(schemas[j]!.kind),
  )
  if (categories.length === 0) return
  // Distinct texts first: cleaning each row's would cost more than finding them.
  const texts = categories.map((j) => `list(distinct t${j}) as t${j}`)
  await connection.run(`create temp table texts as select ${texts} from raw`)
  for (const j of categories) await createDictionary(connection, j, schemas[j]!.values)
  await connection.run('drop table texts')
}

/**
 * Creates the codes of a category by its texts as they are written, and as they mean. Declared categories have their
 * place in the declaration as code; what else there is belongs to the pool's.
 */
async function createDictionary(
  connection: DuckDBConnection,
  j: number,
  declared: string[] | null,
): Promise<void> {
  const labels = declared ? withOtherLabel(declared) : [OTHER_LABEL]
  const known = `select unnest([${labels.map(sqlString)}]) as value`
  const texts = `select text, ${cleanSql('text')} as value from (select unnest(t${j}) as text from texts)`
  const codes = declared
    ? `select value, (row_number() over () - 1)::integer as code from (${known})`
    : `select value, (row_number() over (order by value) - 1)::integer as code
       from (${known} union select value from written where value is not null)`
  await connection.run(`
    create table dictionary${j} as
    with written as (${texts}), codes as (${codes})
    select text, value, code from codes
    join (from written union select value, value from written union select value, value from (${known})) using (value)`)
}

/** Counts the codes in a category column's dictionary. */
export async function dictionarySize(connection: DuckDBConnection, j: number): Promise<number> {
  const [row] = await queryRows(connection, `select max(code) + 1 from dictionary${j}`)
  return Number(row![0])
}

/**
 * Returns SQL of the own columns as they are, then clipped to their ranges, then of the differences
 * between them.
 */
export function codedRows(plan: RulePlan, unit: string, table: string): string {
  const own = plan.schemas.slice(0, plan.width)
  const cuts = plan.ranges.flatMap((range, j) => {
    const cut = isOrdered(own[j]!.kind) ? cutSql(range, `x${j}`) : `x${j}`
    return cut === `x${j}` ? [] : [`${cut} as x${j}`]
  })
  const broken = brokenSql(plan).map((condition, i) => `, ${condition} as broken${i}`)
  const differences = [...differencesSql(plan)].map(([j, sql]) => `, ${sql} as x${j}`)
  const replace = cuts.length > 0 ? `replace (${cuts.join(', ')})` : ''
  return `select *${differences.join('')} from (
    select * ${replace}${broken.join('')} from (select ${unit}${codedColumns(own, table)}))`
}

function codedColumns(schemas: ColumnSchema[], table: string): string {
  const joins: string[] = []
  const columns = schemas.map((schema, j) => {
    const cell = `${table}.t${j}`
    if (!isModeled(schema.kind)) return `(${table}.c${j} is null)::integer as x${j}`
    if (isOrdered(schema.kind)) return `${orderedValueSql(schema, cell)} as x${j}`
    joins.push(`left join dictionary${j} on dictionary${j}.text = ${cell}`)
    const pool = `(select max(code) from dictionary${j} where value = ${sqlString(OTHER_LABEL)})`
    return `coalesce(dictionary${j}.code, case when ${table}.c${j} is not null then ${pool} end) as x${j}`
  })
  return `${columns.join(', ')} from ${table} ${joins.join(' ')}`
}

/**
 * Returns SQL of integers on the column's grid as doubles; null if the text does not fit the
 * column's type.
 */
export function orderedValueSql(schema: ColumnSchema, cell: string): string {
  if (schema.kind === 'date' || schema.kind === 'timestamp') {
    const instant = `try_strptime(trim(${cell}), ${sqlString(schema.dateFormat)})`
    return `floor(epoch(${instant}) / ${schema.unitSeconds})`
  }
  const value = `try_cast(${cell} as double)`
  return `case when abs(${value}) <= ${LARGEST_NUMBER} then round(${value} * ${10 ** schema.decimals}) end`
}
