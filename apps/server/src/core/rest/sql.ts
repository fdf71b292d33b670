/**
 * A parsed request as SQL. Pure. Values are bound; names come from the allow-list, and are quoted.
 * Statements answer one row: `count`, and the rows as JSON text in `body`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Field, FieldCast, Selected } from './fields.ts'
import type { Condition, Filter, Operator } from './filters.ts'
import type { Order, Query, Resolution } from './parse.ts'
import type { Table } from './tables.ts'

export type Answer = { count: number; body: string }

const operatorSql: Record<Operator, RawBuilder<unknown>> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  cs: sql`@>`,
  cd: sql`<@`,
  ov: sql`&&`,
}

const isSql = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
}

const tableSql = (table: Table) => sql.id('public', table.name)
const column = (table: Table, name: string) => sql.id(table.name, name)

/** Builds the SQL of a field. A path is read through JSON, for any column type. */
function fieldSql(table: Table, field: Field): RawBuilder<unknown> {
  let value: RawBuilder<unknown> = column(table, field.column)
  if (field.path.length > 0) value = sql`to_jsonb(${value})`
  for (const { key, asText } of field.path) {
    const step = typeof key === 'number' ? sql`${key}::int` : sql`${key}::text`
    value = asText ? sql`(${value} ->> ${step})` : sql`(${value} -> ${step})`
  }
  return value
}

/** Returns a cast as raw SQL; it comes from the allow-list of casts. */
const castSql = (cast: FieldCast) => sql.raw(cast)

const selectList = (table: Table, selected: Selected[]) =>
  sql.join(
    selected.map((one) => {
      const value = fieldSql(table, one)
      const converted = one.cast ? sql`(${value})::${castSql(one.cast)}` : value
      return sql`${converted} as ${sql.id(one.name)}`
    }),
  )

export function selectRows(table: Table, query: Query): RawBuilder<Answer> {
  return answer(sql`select ${selectList(table, query.selected)} from ${tableSql(table)}
    ${where(table, query.conditions)} ${orderBy(table, query.order)}
    limit ${query.limit} offset ${query.offset}`)
}

export function countRows(table: Table, conditions: Condition[]): RawBuilder<{ total: number }> {
  return sql`select count(*)::int as total from ${tableSql(table)} ${where(table, conditions)}`
}

/** `returning` null: nothing is read back, so no right to read is needed. */
export function insertRows(
  table: Table,
  input: { rows: object[]; columns: string[]; resolution: Resolution | null },
  returning: Selected[] | null,
): RawBuilder<Answer> {
  const names = sql.join(input.columns.map((name) => sql.id(name)))
  const source = sql`json_populate_recordset(null::${tableSql(table)}, ${JSON.stringify(input.rows)}::json)`
  const insert = sql`insert into ${tableSql(table)} (${names}) select ${names} from ${source}
    ${onConflict(input.columns, input.resolution)}`
  return written(table, insert, returning)
}

function onConflict(columns: string[], resolution: Resolution | null): RawBuilder<unknown> {
  if (!resolution) return sql``
  const target = sql.join(resolution.columns.map((name) => sql.id(name)))
  const changed = columns.filter((name) => !resolution.columns.includes(name))
  if (resolution.onConflict === 'ignore' || changed.length === 0) {
    return sql`on conflict (${target}) do nothing`
  }
  const set = changed.map((name) => sql`${sql.id(name)} = ${sql.id('excluded', name)}`)
  return sql`on conflict (${target}) do update set ${sql.join(set)}`
}

export function updateRows(
  table: Table,
  input: { row: object; columns: string[] },
  conditions: Condition[],
  returning: Selected[] | null,
): RawBuilder<Answer> {
  const set = sql.join(input.columns.map((name) => sql`${sql.id(name)} = ${sql.id('patch', name)}`))
  const update = sql`update ${tableSql(table)} set ${set}
    from json_populate_record(null::${tableSql(table)}, ${JSON.stringify(input.row)}::json) patch
    ${where(table, conditions)}`
  return written(table, update, returning)
}

function written(
  table: Table,
  statement: RawBuilder<unknown>,
  returning: Selected[] | null,
): RawBuilder<Answer> {
  if (!returning) return sql<Answer>`${statement}`
  return answer(sql`${statement} returning ${selectList(table, returning)}`)
}

const answer = (statement: RawBuilder<unknown>) =>
  sql<Answer>`with source as (${statement})
    select count(*)::int as count, coalesce(json_agg(source), '[]')::text as body from source`

function where(table: Table, conditions: Condition[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql``
  return sql`where ${joined(table, conditions, 'and')}`
}

function joined(table: Table, terms: Condition[], logic: 'and' | 'or'): RawBuilder<unknown> {
  const glue = logic === 'and' ? sql` and ` : sql` or `
  return sql.join(
    terms.map((term) => conditionSql(table, term)),
    glue,
  )
}

function conditionSql(table: Table, condition: Condition): RawBuilder<unknown> {
  const test =
    'logic' in condition
      ? sql`(${joined(table, condition.terms, condition.logic)})`
      : sql`${fieldSql(table, condition)} ${comparison(condition)}`
  return condition.negated ? sql`not (${test})` : test
}

function comparison(filter: Filter): RawBuilder<unknown> {
  if (filter.operator === 'is') return isSql[filter.value]
  if (filter.operator !== 'in') return sql`${operatorSql[filter.operator]} ${filter.value}`
  return filter.values.length > 0 ? sql`in (${sql.join(filter.values)})` : sql`in (null)`
}

function orderBy(table: Table, order: Order[]): RawBuilder<unknown> {
  if (order.length === 0) return sql``
  const terms = order.map((term) => {
    const { descending, nulls } = term
    const direction = descending ? sql`desc` : sql`asc`
    const nullsSql = nulls === null ? sql`` : nulls === 'first' ? sql`nulls first` : sql`nulls last`
    return sql`${fieldSql(table, term)} ${direction} ${nullsSql}`
  })
  return sql`order by ${sql.join(terms)}`
}
