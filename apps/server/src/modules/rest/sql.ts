/**
 * A parsed request as SQL. Pure. Values are bound; names come from the allow-list, and are quoted.
 * Statements answer one row: `count`, and the rows as JSON text in `body`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Filter, Operator, Order, Query } from './parse.ts'
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
const columnList = (table: Table, names: string[]) =>
  sql.join(names.map((name) => column(table, name)))

export function selectRows(table: Table, query: Query): RawBuilder<Answer> {
  return answer(sql`select ${columnList(table, query.columns)} from ${tableSql(table)}
    ${where(table, query.filters)} ${orderBy(table, query.order)}
    limit ${query.limit} offset ${query.offset}`)
}

export function countRows(table: Table, filters: Filter[]): RawBuilder<{ total: number }> {
  return sql`select count(*)::int as total from ${tableSql(table)} ${where(table, filters)}`
}

/** `returning` null: nothing is read back, so no right to read is needed. */
export function insertRows(
  table: Table,
  input: { rows: object[]; columns: string[] },
  returning: string[] | null,
): RawBuilder<Answer> {
  const names = sql.join(input.columns.map((name) => sql.id(name)))
  const source = sql`json_populate_recordset(null::${tableSql(table)}, ${JSON.stringify(input.rows)}::json)`
  const insert = sql`insert into ${tableSql(table)} (${names}) select ${names} from ${source}`
  return written(table, insert, returning)
}

export function updateRows(
  table: Table,
  input: { row: object; columns: string[] },
  filters: Filter[],
  returning: string[] | null,
): RawBuilder<Answer> {
  const set = sql.join(input.columns.map((name) => sql`${sql.id(name)} = ${sql.id('patch', name)}`))
  const update = sql`update ${tableSql(table)} set ${set}
    from json_populate_record(null::${tableSql(table)}, ${JSON.stringify(input.row)}::json) patch
    ${where(table, filters)}`
  return written(table, update, returning)
}

function written(
  table: Table,
  statement: RawBuilder<unknown>,
  returning: string[] | null,
): RawBuilder<Answer> {
  if (!returning) return sql<Answer>`${statement}`
  return answer(sql`${statement} returning ${columnList(table, returning)}`)
}

const answer = (statement: RawBuilder<unknown>) =>
  sql<Answer>`with source as (${statement})
    select count(*)::int as count, coalesce(json_agg(source), '[]')::text as body from source`

function where(table: Table, filters: Filter[]): RawBuilder<unknown> {
  if (filters.length === 0) return sql``
  return sql`where ${sql.join(
    filters.map((filter) => condition(table, filter)),
    sql` and `,
  )}`
}

function condition(table: Table, filter: Filter): RawBuilder<unknown> {
  const test = sql`${column(table, filter.column)} ${comparison(filter)}`
  return filter.negated ? sql`not (${test})` : test
}

function comparison(filter: Filter): RawBuilder<unknown> {
  if (filter.operator === 'is') return isSql[filter.value]
  if (filter.operator !== 'in') return sql`${operatorSql[filter.operator]} ${filter.value}`
  return filter.values.length > 0 ? sql`in (${sql.join(filter.values)})` : sql`in (null)`
}

function orderBy(table: Table, order: Order[]): RawBuilder<unknown> {
  if (order.length === 0) return sql``
  const terms = order.map(({ column: name, descending, nulls }) => {
    const direction = descending ? sql`desc` : sql`asc`
    const nullsSql = nulls === null ? sql`` : nulls === 'first' ? sql`nulls first` : sql`nulls last`
    return sql`${column(table, name)} ${direction} ${nullsSql}`
  })
  return sql`order by ${sql.join(terms)}`
}
