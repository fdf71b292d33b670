import { nameColumns } from '../../schema/header.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { SheetWriter } from './sheet-writer.ts'
import type { JsonRecord } from './split-json.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A key, where it leads, and the column of the values that stand there. */
type Field = { name: string; column: number | null; fields: Map<string, Field> }

const MAX_COLUMNS = 1000
/** Integers of more digits than a double holds are kept as they are written. */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/

/**
 * Records as rows: fields of objects become columns `a.b` in the order in which they first appear,
 * lists of values are joined by semicolons.
 */
export class JsonTable {
  readonly path: string
  readonly writer: SheetWriter
  readonly #root: Field = { name: '', column: null, fields: new Map() }
  readonly #names: string[] = []

  constructor(path: string) {
    this.path = path
    this.writer = new SheetWriter(path)
  }

  get columnNames(): string[] {
    return nameColumns(this.#names, this.#names.length).columnNames
  }

  /** Throws SynthesisError for what is not JSON or does not fit a row. */
  add(record: JsonRecord): void {
    const cells = new Array<string>(this.#names.length).fill('')
    this.#fill(cells, this.#root, parse(record), record.line)
    for (let j = 0; j < cells.length; j++) cells[j] ??= ''
    this.writer.addRow(cells)
  }

  #fill(cells: string[], field: Field, value: Json, line: number): void {
    if (isObject(value)) {
      for (const key of Object.keys(value)) {
        this.#fill(cells, fieldOf(field, key), value[key]!, line)
      }
      return
    }
    field.column ??= this.#addColumn(field.name)
    cells[field.column] = cellText(value, field.name, line)
  }

  #addColumn(name: string): number {
    if (this.#names.length === MAX_COLUMNS) {
      throw new SynthesisError(
        'too_many_columns',
        `The records have more than ${MAX_COLUMNS.toLocaleString('en')} different fields.`,
      )
    }
    return this.#names.push(name) - 1
  }
}

function fieldOf(parent: Field, key: string): Field {
  const known = parent.fields.get(key)
  if (known) return known
  const name = parent.name === '' ? key : `${parent.name}.${key}`
  const field = { name, column: null, fields: new Map<string, Field>() }
  parent.fields.set(key, field)
  return field
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cellText(value: Json, name: string, line: number): string {
  if (value === null) return ''
  if (!Array.isArray(value)) return String(value)
  if (value.some((item) => typeof item === 'object' && item !== null)) {
    throw new SynthesisError(
      'not_a_table',
      `The field "${name}" holds lists of records (line ${line}). Please save them as a table of their own, with a column that names the record each belongs to.`,
      { line },
    )
  }
  return value.filter((item) => item !== null).join(';')
}

function parse({ text, line, column }: JsonRecord): Json {
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text)
  } catch (error) {
    // The engine's message quotes the text: only its position is passed on.
    const at = /line (\d+) column (\d+)/.exec(String(error))
    const [row, character] = at ? [Number(at[1]), Number(at[2])] : [1, 1]
    const place = {
      line: line + row - 1,
      column: row === 1 ? column + character - 1 : character,
    }
    throw new SynthesisError(
      'not_a_table',
      `The JSON is broken in line ${place.line}, column ${place.column}.`,
      place,
    )
  }
}

function keepLongNumbers(_: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && /^-?\d{16,}$/.test(source) ? source : value
}
