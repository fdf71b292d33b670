/** The query string and body of a table request, checked against the table's columns. Pure. */
import { RestError } from './errors.ts'
import { badQuery, type Field, parseField, parseSelect, type Selected } from './fields.ts'
import { type Condition, parseFilter, parseGroup, parseLogicKey } from './filters.ts'
import type { Table } from './tables.ts'

export type Order = Field & { descending: boolean; nulls: 'first' | 'last' | null }

export type Query = {
  selected: Selected[]
  conditions: Condition[]
  order: Order[]
  limit: number
  offset: number
}

/** Limits the rows of one answer. */
export const MAX_ROWS = 1000

const reserved = ['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']

export function parseQuery(table: Table, search: URLSearchParams): Query {
  const conditions: Condition[] = []
  for (const [key, value] of search) {
    if (reserved.includes(key)) continue
    const group = parseLogicKey(key)
    conditions.push(
      group ? parseGroup(table, group, value) : parseFilter(parseField(table, key), value),
    )
  }
  return {
    selected: parseSelect(table, search.get('select')),
    conditions,
    order: parseOrder(table, search.get('order')),
    limit: Math.min(parseCount(search, 'limit') ?? MAX_ROWS, MAX_ROWS),
    offset: parseCount(search, 'offset') ?? 0,
  }
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
    return { ...parseField(table, name), descending: words.includes('desc'), nulls }
  })
}

function parseCount(search: URLSearchParams, name: string): number | null {
  const text = search.get(name)
  if (text === null) return null
  if (!/^\d{1,9}$/.test(text)) throw badQuery(`${name} has to be a whole number`)
  return Number(text)
}

export type Resolution = { columns: string[]; onConflict: 'merge' | 'ignore' }

/** Parses how an insert treats existing rows. Null if it fails on them. */
export function parseResolution(
  table: Table,
  search: URLSearchParams,
  preferences: string,
): Resolution | null {
  const [, resolution] = /resolution=(merge|ignore)-duplicates/.exec(preferences) ?? []
  if (!resolution) return null
  const names = search.get('on_conflict')?.split(',') ?? table.key
  const columns = names.map((name) => parseField(table, name.trim()).column)
  return { columns, onConflict: resolution as Resolution['onConflict'] }
}

/** Lists what a caller may prefer; all of it is honored here, or asks for what happens anyway. */
const known =
  /^(return=(representation|minimal|headers-only)|count=(exact|planned|estimated)|resolution=(merge|ignore)-duplicates|missing=null|handling=(strict|lenient)|tx=commit)$/

/** Preferences that would change what is written; without them the request would do something else. */
const unsafe = /^(max-affected=|tx=rollback$)/

/**
 * Refuses preferences that cannot be honored: those that limit or undo a change always, others under
 * `handling=strict`.
 */
export function checkPreferences(preferences: string): void {
  const given = preferences.split(',').map((text) => text.trim())
  const isStrict = given.includes('handling=strict')
  const refused = given.filter((one) => unsafe.test(one) || (isStrict && one && !known.test(one)))
  if (refused.length === 0) return
  const details = `Invalid preferences: ${refused.join(', ')}`
  throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', details)
}

/** Returns the rows of a body, and the columns they name; other columns keep their defaults. */
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
