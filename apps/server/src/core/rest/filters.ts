/** Conditions on rows: `column=operator.value`, and trees of them in `and` and `or`. Pure. */
import { badQuery, type Field, parseField } from './fields.ts'
import type { Table } from './tables.ts'

const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'cs',
  'cd',
  'ov',
] as const
export type Operator = (typeof operators)[number]
type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Filter = Field & { negated: boolean } & (
    | { operator: Operator; value: string }
    | { operator: 'in'; values: string[] }
    | { operator: 'is'; value: IsValue }
  )
export type Group = { logic: 'and' | 'or'; negated: boolean; terms: Condition[] }
export type Condition = Filter | Group

/** Deep enough for people, shallow enough for the stack. */
const MAX_DEPTH = 10

export function parseFilter(field: Field, text: string): Filter {
  const negated = text.startsWith('not.')
  const [, operator, value] = /^(\w+)\.(.*)$/s.exec(negated ? text.slice(4) : text) ?? []
  if (operator === undefined || value === undefined) {
    throw badQuery(`"${field.column}=${text}" is not a filter`)
  }
  const base = { ...field, negated }
  if (operator === 'in') return { ...base, operator, values: parseList(value) }
  if (operator === 'is') return { ...base, operator, value: parseIs(value) }
  const known = operators.find((name) => name === operator)
  if (!known) throw badQuery(`the operator "${operator}" is not supported here`)
  const isPattern = known === 'like' || known === 'ilike'
  return { ...base, operator: known, value: isPattern ? value.replaceAll('*', '%') : value }
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

/** Parses a key that holds a tree: `or`, `and`, `not.or`, `not.and`. */
export function parseLogicKey(key: string): Pick<Group, 'logic' | 'negated'> | null {
  const [, not, logic] = /^(not\.)?(and|or)$/.exec(key) ?? []
  return logic ? { logic: logic as Group['logic'], negated: not !== undefined } : null
}

/** `(a.eq.1,not.or(b.is.null,c.in.(1,2)))` */
export function parseGroup(
  table: Table,
  head: Pick<Group, 'logic' | 'negated'>,
  text: string,
  depth = 1,
): Group {
  const inner = /^\((.+)\)$/s.exec(text.trim())?.[1]
  if (inner === undefined || depth > MAX_DEPTH) throw badQuery(`"${text}" is not a logic tree`)
  const terms = splitTerms(inner).map((term) => parseTerm(table, term.trim(), depth))
  return { ...head, terms }
}

function parseTerm(table: Table, term: string, depth: number): Condition {
  const [, not, logic, inner] = /^(not\.)?(and|or)(\(.*\))$/s.exec(term) ?? []
  if (logic && inner) {
    const head = { logic: logic as Group['logic'], negated: not !== undefined }
    return parseGroup(table, head, inner, depth + 1)
  }
  const [, name, rest] = /^("[^"]+"(?:->>?\w+)*|[^."]+)\.(.+)$/s.exec(term) ?? []
  if (name === undefined || rest === undefined) throw badQuery(`"${term}" is not a filter`)
  const filter = parseFilter(parseField(table, name), rest)
  if (filter.operator === 'in' || filter.operator === 'is') return filter
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(filter.value)?.[1]
  return quoted === undefined ? filter : { ...filter, value: quoted.replaceAll(/\\(.)/gs, '$1') }
}

/** Splits at commas outside brackets and quotes. */
function splitTerms(text: string): string[] {
  const terms = ['']
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[\s\S]/g)) {
    if ('({['.includes(token)) depth++
    if (')}]'.includes(token)) depth--
    if (depth < 0) throw badQuery(`"${text}" closes a bracket too many`)
    if (token === ',' && depth === 0) terms.push('')
    else terms[terms.length - 1] += token
  }
  if (depth !== 0) throw badQuery(`"${text}" leaves a bracket open`)
  return terms
}
