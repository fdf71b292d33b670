/** Reads a header, or the first rows of a table, into columns: in the browser, from text that is kept nowhere. */
import type { ColumnType } from '@semblance/contract'
import { plural } from '@/lib/format.ts'
import { emptyColumn, type TypedColumn } from './typed-data-contract.ts'

/** Limits the rows that types are read from. */
export const MAX_SAMPLE_ROWS = 1000
export const MAX_SAMPLE_BYTES = 5 * 1024 ** 2

export type SampleColumn = TypedColumn & {
  /** Describes its values; empty for a header alone. */
  note: string
  personal: PersonalKind | null
}
export type PersonalKind = 'birth' | 'identifier'

type Table = { rows: { line: number; fields: string[] }[] } | { problem: string }

/** Returns the columns of the text, or one sentence with the line of the first mistake. */
export function readSample(text: string): { columns: SampleColumn[] } | { problem: string } {
  const table = splitRows(text.replace(/^\uFEFF/, ''))
  if ('problem' in table) return table
  const [header, ...rows] = table.rows
  if (!header) return { problem: 'There is no header in it.' }
  const names = header.fields.map((name) => name.trim())
  const nameless = names.indexOf('')
  if (nameless >= 0) return { problem: `Line ${header.line}: column ${nameless + 1} has no name.` }
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) return { problem: `Line ${header.line}: "${twice}" is there twice.` }
  const ragged = rows.find(({ fields }) => fields.length !== names.length)
  if (ragged)
    return {
      problem: `Line ${ragged.line}: ${plural(ragged.fields.length, 'field')}, but the header has ${names.length}.`,
    }
  return {
    columns: names.map((name, index) =>
      columnOf(
        name,
        rows.map(({ fields }) => fields[index] ?? ''),
      ),
    ),
  }
}

const separators = [',', ';', '\t', '|']

/** Splits by RFC 4180: quoted fields may hold separators, line breaks and doubled quotes. */
function splitRows(text: string): Table {
  const first = text.split(/\r?\n/).find((line) => line.trim()) ?? ''
  const separator = separators.toSorted((a, b) => first.split(b).length - first.split(a).length)[0]
  const rows: { line: number; fields: string[] }[] = []
  let [fields, field, quotedAt, line, begun] = [[] as string[], '', 0, 1, 1]
  const endRow = () => {
    fields.push(field)
    if (fields.length > 1 || field.trim()) rows.push({ line: begun, fields })
    fields = []
    field = ''
  }
  for (let at = 0; at < text.length && rows.length <= MAX_SAMPLE_ROWS; at++) {
    const sign = text[at]
    if (quotedAt) {
      if (sign === '"' && text[at + 1] === '"') field += text[++at]
      else if (sign === '"') quotedAt = 0
      else field += sign
    } else if (sign === '"' && field.trim() === '') [field, quotedAt] = ['', line]
    else if (sign === separator) {
      fields.push(field)
      field = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') field += sign
    if (sign === '\n') {
      line += 1
      if (!quotedAt) begun = line
    }
  }
  if (quotedAt) return { problem: `Line ${quotedAt}: a quotation mark is not closed.` }
  if (field || fields.length > 0) endRow()
  return { rows }
}

function columnOf(name: string, values: readonly string[]): SampleColumn {
  const filled = values.map((value) => value.trim()).filter(Boolean)
  const type = typeOf(filled)
  return {
    ...emptyColumn,
    name,
    type,
    required: filled.length === values.length,
    note: noteOf(filled, values.length, type),
    personal: personalOf(name, filled),
  }
}

const shapes: [ColumnType, RegExp][] = [
  ['boolean', /^(?:true|false|yes|no)$/i],
  ['integer', /^-?\d{1,15}$/],
  ['number', /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['timestamp', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/],
  ['time', /^\d{2}:\d{2}(?::\d{2})?$/],
]

/** Returns the type that all values have; any for a header alone. Numbers that begin with 0 are texts. */
function typeOf(values: readonly string[]): ColumnType | '' {
  if (values.length === 0) return ''
  if (values.some((value) => /^0\d/.test(value))) return 'string'
  const known = shapes.find(([, shape]) => values.every((value) => shape.test(value)))
  return known?.[0] ?? 'string'
}

const MAX_NAMED = 4

function noteOf(values: readonly string[], rows: number, type: ColumnType | ''): string {
  if (rows === 0) return ''
  const distinct = [...new Set(values)]
  const missing = rows - values.length
  const shown =
    type === 'integer' || type === 'number'
      ? rangeOf(values.map(Number))
      : distinct.length <= MAX_NAMED
        ? distinct.map((value) => value.slice(0, 20)).join(', ')
        : `${distinct.length} values`
  return [shown, missing > 0 && `${missing} of ${rows} missing`].filter(Boolean).join('; ')
}

const rangeOf = (numbers: readonly number[]) => {
  const [low, high] = numbers.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  return low === high ? String(low) : `${low} to ${high}`
}

const birthName = /(?:^|_)(?:birth_?(?:date|day|year)|date_of_birth|year_of_birth|dob|born)(?:_|$)/
const identifyingName =
  /(?:^|_)(?:e_?mails?|phones?|mobile|telephone|first_?name|last_?name|surname|full_?name|name|street|address|ssn|social_security\w*|passport|iban|card_number|pan|ip|ip_address|national_id|tax_id|birth_?place)(?:_|$)/
const identifyingValues = [/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i, /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/]

/** Returns why a column looks personal, by its name or by most of its values. */
export function personalOf(name: string, values: readonly string[] = []): PersonalKind | null {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  if (birthName.test(words)) return 'birth'
  const looksSo = identifyingValues.some(
    (shape) =>
      values.length > 0 && values.filter((one) => shape.test(one)).length > values.length / 2,
  )
  return identifyingName.test(words) || looksSo ? 'identifier' : null
}

/** Replaces a date of birth by bands of ages. */
export const ageBand: TypedColumn = {
  ...emptyColumn,
  name: 'age_band',
  type: 'string',
  values: '0-17, 18-24, 25-34, 35-44, 45-54, 55-64, 65-74, 75+',
}
