/** The query string of a table request, checked against the table's columns. Pure. */
import { RestError } from './errors.ts'
import type { Table } from './tables.ts'

const operators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const
export type Operator = (typeof operators)[number]
type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Filter = { column: string; negated: boolean } & (
  | { operator: Operator; value: string }
  | { operator: 'in'; values: string[] }
  | { operator: 'is'; value: IsValue }
)

export type Order = { column: string; descending: boolean; nulls: 'first' | 'last' | null }

export type Query = {
  columns: string[]
  filters: Filter[]
  order: Order[]
  limit: number
  offset: number
}

/** Most rows one answer holds. */
export const MAX_ROWS = 1000

const reserved = ['select', 'order', 'limit', 'offset', 'columns']
const unsupported = ['and', 'or', 'on_conflict', 'not.and', 'not.or']

const badQuery = (message: string) => new RestError(400, 'PGRST100', message)

export function parseQuery(table: Table, search: URLSearchParams): Query {
  const filters: Filter[] = []
  for (const [key, value] of search) {
    if (reserved.includes(key)) continue
    if (unsupported.includes(key)) throw badQuery(`"${key}" is not supported here`)
    filters.push(parseFilter(checkColumn(table, key), value))
  }
  return {
    columns: parseSelect(table, search.get('select')),
    filters,
    order: parseOrder(table, search.get('order')),
    limit: Math.min(parseCount(search, 'limit') ?? MAX_ROWS, MAX_ROWS),
    offset: parseCount(search, 'offset') ?? 0,
  }
}

function checkColumn(table: Table, name: string): string {
  if (table.columns.includes(name)) return name
  throw new RestError(400, '42703', `column ${table.name}.${name} does not exist`)
}

function parseSelect(table: Table, select: string | null): string[] {
  const names = (select ?? '*').split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  const columns = names.flatMap((name) => {
    if (name === '*') return table.columns
    if (/[:()>]/.test(name)) throw badQuery(`"${name}" in select is not supported here`)
    return [checkColumn(table, name)]
  })
  return [...new Set(columns)]
}

function parseFilter(column: string, text: string): Filter {
  const negated = text.startsWith('not.')
  const [, operator, value] = /^(\w+)\.(.*)$/s.exec(negated ? text.slice(4) : text) ?? []
  if (operator === undefined || value === undefined) {
    throw badQuery(`"${column}=${text}" is not a filter`)
  }
  if (operator === 'in') return { column, negated, operator, values: parseList(value) }
  if (operator === 'is') return { column, negated, operator, value: parseIs(value) }
  const known = operators.find((name) => name === operator)
  if (!known) throw badQuery(`the operator "${operator}" is not supported here`)
  const isPattern = known === 'like' || known === 'ilike'
  return { column, negated, operator: known, value: isPattern ? value.replaceAll('*', '%') : value }
}

function parseIs(value: string): IsValue {
  const word = value.toLowerCase()
  if (['null', 'not_null', 'true', 'false', 'unknown'].includes(word)) return word as IsValue
  throw badQuery(`"is.${value}" is not a filter`)
}

/** `(a,"b,c")`; inside quotes a backslash makes the next character plain. */
function parseList(text: string): string[] {
  const inner = /^\((.*)\)$/s.exec(text)?.[1]
  if (inner === undefined) throw badQuery(`"${text}" is not a list`)
  if (inner === '') return []
  const element = /\s*(?:"((?:[^"\\]|\\.)*)"|([^",]*))\s*(?:,|$)/gsy
  const values: string[] = []
  let isMore = true
  while (isMore) {
    const match = element.exec(inner)
    if (!match) throw badQuery(`"${text}" is not a list`)
    values.push(match[1]?.replaceAll(/\\(.)/gs, '$1') ?? match[2] ?? '')
    isMore = match[0].endsWith(',')
    if (!isMore && element.lastIndex !== inner.length) throw badQuery(`"${text}" is not a list`)
  }
  return values
}

function parseOrder(table: Table, order: string | null): Order[] {
  if (!order) return []
  return order.split(',').map((term) => {
    const [name = '', ...words] = term.split('.')
    const wrong = words.find((word) => !['asc', 'desc', 'nullsfirst', 'nullslast'].includes(word))
    if (wrong !== undefined) throw badQuery(`"${term}" is not an order`)
    const nulls = words.includes('nullsfirst')
      ? 'first'
      : words.includes('nullslast')
        ? 'last'
        : null
    return { column: checkColumn(table, name), descending: words.includes('desc'), nulls }
  })
}

function parseCount(search: URLSearchParams, name: string): number | null {
  const text = search.get(name)
  if (text === null) return null
  if (!/^\d{1,9}$/.test(text)) throw badQuery(`${name} has to be a whole number`)
  return Number(text)
}

/** The rows of a body, and the columns they name; other columns keep their defaults. */
export function parseRows(
  table: Table,
  text: string,
): { rows: Record<string, unknown>[]; columns: string[] } {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  }
  const rows = Array.isArray(body) ? body : [body]
  if (!rows.every((row) => row !== null && typeof row === 'object' && !Array.isArray(row))) {
    throw new RestError(400, 'PGRST102', 'Rows have to be objects')
  }
  if (rows.length > MAX_ROWS)
    throw new RestError(400, 'PGRST102', `At most ${MAX_ROWS} rows at once`)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const unknown = columns.find((column) => !table.columns.includes(column))
  if (unknown === undefined) return { rows, columns }
  const message = `Could not find the '${unknown}' column of '${table.name}' in the schema cache`
  throw new RestError(400, 'PGRST204', message)
}
