/** Columns as a request names them: with a path into JSON, an alias, a cast. Pure. */
import { RestError } from './errors.ts'
import type { Table } from './tables.ts'

/** `a->b->>0`: each step goes into an object by key, or into an array by index. */
export type Step = { key: string | number; asText: boolean }
export type Field = { column: string; path: Step[] }
export type Selected = Field & { name: string; cast: FieldCast | null }

const casts = [
  'text',
  'int',
  'integer',
  'bigint',
  'numeric',
  'boolean',
  'uuid',
  'date',
  'timestamptz',
  'timestamp',
  'json',
  'jsonb',
] as const
export type FieldCast = (typeof casts)[number]

export const badQuery = (message: string) => new RestError(400, 'PGRST100', message)

export function parseField(table: Table, text: string): Field {
  const [, quoted, plain, arrows] = /^(?:"([^"]+)"|([^->"]+))((?:->>?[\w ]+)*)$/.exec(text) ?? []
  const column = quoted ?? plain?.trim()
  if (column === undefined) throw badQuery(`"${text}" is not a column`)
  return { column: checkColumn(table, column), path: parsePath(arrows ?? '') }
}

function parsePath(arrows: string): Step[] {
  return [...arrows.matchAll(/->(>?)([\w ]+)/g)].map(([, text, key = '']) => ({
    key: /^\d{1,9}$/.test(key) ? Number(key) : key,
    asText: text === '>',
  }))
}

function checkColumn(table: Table, name: string): string {
  if (table.columns.includes(name)) return name
  throw new RestError(400, '42703', `column ${table.name}.${name} does not exist`)
}

/** `*`, `column`, `alias:column`, `column::cast` and paths; the last of equal names wins. */
export function parseSelect(table: Table, select: string | null): Selected[] {
  const selected = new Map<string, Selected>()
  for (const item of (select ?? '*').split(',').map((text) => text.trim())) {
    const found = item === '*' ? table.columns.map(plain) : [parseSelected(table, item)]
    for (const one of found) selected.set(one.name, one)
  }
  return [...selected.values()]
}

const plain = (column: string): Selected => ({ column, path: [], name: column, cast: null })

function parseSelected(table: Table, item: string): Selected {
  if (/[()]/.test(item)) throw badQuery(`"${item}" in select is not supported here`)
  const [, alias, rest = '', castName] =
    /^(?:"?([\w -]+?)"?:(?!:))?(.+?)(?:::(\w+))?$/.exec(item) ?? []
  const field = parseField(table, rest)
  const cast = castName === undefined ? null : casts.find((name) => name === castName)
  if (cast === undefined) throw badQuery(`the cast "${castName}" is not supported here`)
  const last = field.path.at(-1)
  return { ...field, name: alias ?? String(last?.key ?? field.column), cast }
}
