/** Conditions that hold for the cells that break a rule; `cell` is text, null where it is missing. */
import type { ColumnRule } from '../../schema/rules/table-rules.ts'
import { sqlString } from './database.ts'

type Typed = Extract<ColumnRule, { check: 'type' }>

/** The cell as what its type compares: a number, a moment, or the text itself. */
function valueSql(cell: string, typed: Typed | undefined): string {
  switch (typed?.type) {
    case 'integer':
    case 'number':
      return `case when ${isNumberSql(cell, 'number')} then try_cast(${cell} as double) end`
    case 'date':
    case 'timestamp':
    case 'time':
      return momentSql(cell, typed.type, typed.format)
    default:
      return cell
  }
}

const NUMBERS = {
  integer: '[+-]?\\d+',
  number: '[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?',
}

const isNumberSql = (cell: string, type: keyof typeof NUMBERS) =>
  `regexp_full_match(${cell}, ${sqlString(NUMBERS[type])})`

/** ISO 8601 is read in full: a bare day is a date, and a timestamp may be one. */
const ISO = {
  date: '\\d{4}-\\d\\d-\\d\\d',
  timestamp:
    '\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d(:?\\d\\d)?)?)?',
  time: '\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?',
}

function momentSql(cell: string, type: keyof typeof ISO, format: string | null): string {
  if (format !== null) return `try_strptime(${cell}, ${sqlString(format)})`
  const text = type === 'time' ? `'1900-01-01 ' || ${cell}` : cell
  return `case when regexp_full_match(${cell}, ${sqlString(ISO[type])}) then try_cast(${text} as timestamp) end`
}

function boundSql(value: number | string, typed: Typed | undefined): string {
  if (typeof value === 'number') return String(value)
  const moment = typed?.type === 'time' ? `1900-01-01 ${value}` : value
  return `timestamp ${sqlString(moment)}`
}

const BOOLEANS = ['true', 'false', 't', 'f', 'yes', 'no', 'y', 'n', '1', '0']

function isNotTypeSql(cell: string, typed: Typed): string {
  switch (typed.type) {
    case 'string':
      return 'false'
    case 'integer':
    case 'number':
      return `not ${isNumberSql(cell, typed.type)}`
    case 'boolean':
      return `not ${isOneOfSql(`lower(${cell})`, BOOLEANS)}`
    default:
      return `${momentSql(cell, typed.type, typed.format)} is null`
  }
}

export const isOneOfSql = (cell: string, values: string[]) =>
  `list_contains([${values.map(sqlString).join(', ')}], ${cell})`

const BEYOND = {
  minimum: '<',
  exclusiveMinimum: '<=',
  maximum: '>',
  exclusiveMaximum: '>=',
} as const

/** Defines formats by RFC 5321, 9562, 3986, 1123 and 4291, as far as a pattern can check them. */
const FORMATS: Record<string, string> = {
  email: '[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+',
  uuid: '(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  uri: '[A-Za-z][A-Za-z0-9+.-]*:\\S+',
  hostname: '(?i)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*',
  ipv4: '((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.|$)){4}',
  ipv6: '(?i)[0-9a-f:]*:[0-9a-f:]*(\\d+\\.\\d+\\.\\d+\\.\\d+)?',
}

/** Holds for a filled cell that breaks the rule; nothing for rules about more than one cell. */
export function brokenSql(
  cell: string,
  rule: Exclude<ColumnRule, { check: 'missing' | 'duplicates' }>,
  typed: Typed | undefined,
): string {
  switch (rule.check) {
    case 'type':
      return isNotTypeSql(cell, rule)
    case 'bound':
      return `${valueSql(cell, typed)} ${BEYOND[rule.bound]} ${boundSql(rule.value, typed)}`
    case 'multiple': {
      const quotient = `${valueSql(cell, typed)} / ${rule.of}`
      return `abs(${quotient} - round(${quotient})) > 1e-9 * greatest(1, abs(${quotient}))`
    }
    case 'length':
      return `length(${cell}) ${rule.bound === 'minLength' ? '<' : '>'} ${rule.value}`
    case 'format':
      return `not regexp_full_match(${cell}, ${sqlString(FORMATS[rule.format] ?? '.*')})`
    case 'invalid':
      return [
        ...(rule.values ? [`not ${isOneOfSql(cell, rule.values)}`] : []),
        ...(rule.pattern === null
          ? []
          : [`not regexp_matches(${cell}, ${sqlString(rule.pattern)})`]),
      ].join(' or ')
  }
}
