import { nameColumns } from '../../schema/infer/header.ts'
import { typicalRows } from '../../schema/infer/typical-rows-per-entity.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { SheetWriter } from '../xlsx/sheet-writer.ts'
import {
  cellText,
  isObject,
  type Json,
  type JsonObject,
  type ListPlace,
  recordsOf,
} from './json-values.ts'
import { type FoundList, PARENT_KEY, ROW_KEY } from './list-tables.ts'

/**
 * A key, where it leads, the column of the values that stand there, and the table of the records in its lists. It goes by the
 * keys that lead to it: within its record, and from the file's.
 */
type Field = {
  name: string
  title: string
  column: number | null
  hasValues: boolean
  fields: Map<string, Field>
  list: JsonTable | null
}

const MAX_COLUMNS = 1000

/**
 * Records as rows: fields of objects become columns `a.b` in the order in which they first appear, lists of values are joined
 * by semicolons, and lists of records are tables of their own, the rows of which name the row that they were found in.
 * Every row is written with its number, since its lists may come late.
 */
export class JsonTable {
  readonly path: string
  readonly writer: SheetWriter
  /** The fields that lead to it from the file's records; empty for those themselves. */
  readonly title: string
  readonly #nextPath: (list: FoundList) => string
  readonly #isList: boolean
  readonly #root: Field
  readonly #columns: Field[] = []
  /** Number of lists by their number of rows, of those that have any. */
  readonly #sizes = new Map<number, number>()

  /** `nextPath` gives the path of a new table's file. */
  constructor(nextPath: (list: FoundList) => string, list: ListPlace | null = null) {
    this.path = nextPath(list)
    this.title = list?.field ?? ''
    this.#root = newField('', this.title)
    this.writer = new SheetWriter(this.path)
    this.#nextPath = nextPath
    this.#isList = list !== null
  }

  /** Throws SynthesisError for what does not fit a row; `line` is where the record begins. */
  add(record: JsonObject, line: number, parentRow?: number): void {
    const row = this.writer.rowCount + 1
    const cells = new Array<string>(this.#columns.length).fill('')
    this.#fill({ cells, row, line }, this.#root, record)
    for (let j = 0; j < cells.length; j++) cells[j] ??= ''
    this.writer.addRow([...(this.#isList ? [`${row}`, `${parentRow}`] : [`${row}`]), ...cells])
  }

  /** Returns the usual maximum of rows per parent, of parents with rows. */
  get usualRows(): number {
    return typicalRows(this.#sizes)
  }

  /** The tables of the lists in its records, by an order that does not depend on that of the records. */
  get lists(): JsonTable[] {
    return listsIn(this.#root)
  }

  /** Names of the columns that are to be read, and their places in the file, which has `width` of them. */
  get columns(): { names: string[]; places: number[]; width: number } {
    const keys = this.#isList ? [ROW_KEY, PARENT_KEY] : [ROW_KEY]
    const written = [
      ...keys.map((name, place) => ({ name, isRead: place > 0 || this.lists.length > 0 })),
      ...this.#columns.map((field) => ({ name: field.name, isRead: isColumn(field) })),
    ]
    const places = [...written.keys()].filter((place) => written[place]!.isRead)
    const names = places.map((place) => written[place]!.name)
    return {
      names: nameColumns(names, names.length).columnNames,
      places,
      width: written.length,
    }
  }

  #fill(at: { cells: string[]; row: number; line: number }, field: Field, value: Json): void {
    if (isObject(value)) {
      for (const key of Object.keys(value)) this.#fill(at, fieldOf(field, key), value[key]!)
      return
    }
    if (Array.isArray(value)) {
      const place = { field: field.title, line: at.line }
      const records = recordsOf(value, place)
      if (records) {
        field.list ??= new JsonTable(this.#nextPath, place)
        field.list.#addList(records, at)
        return
      }
    }
    const text = cellText(value)
    field.column ??= this.#addColumn(field, at.line)
    field.hasValues ||= text !== ''
    at.cells[field.column] = text
  }

  #addList(records: JsonObject[], { row, line }: { row: number; line: number }): void {
    this.#sizes.set(records.length, (this.#sizes.get(records.length) ?? 0) + 1)
    for (const record of records) this.add(record, line, row)
  }

  #addColumn(field: Field, line: number): number {
    if (this.#columns.length === MAX_COLUMNS) {
      throw new SynthesisError(
        'too_many_columns',
        `The records have more than ${MAX_COLUMNS.toLocaleString('en')} different fields: "${field.title}" is one too many (line ${line}).`,
        { line },
      )
    }
    return this.#columns.push(field) - 1
  }
}

function newField(name: string, title: string): Field {
  return { name, title, column: null, hasValues: false, fields: new Map(), list: null }
}

function fieldOf(parent: Field, key: string): Field {
  const known = parent.fields.get(key)
  if (known) return known
  const field = newField(join(parent.name, key), join(parent.title, key))
  parent.fields.set(key, field)
  return field
}

/**
 * Returns true if the field is a column. Null or an empty list in place of a missing object or list
 * makes no column.
 */
function isColumn({ hasValues, fields, list }: Field): boolean {
  return hasValues || (fields.size === 0 && list === null)
}

function listsIn({ fields, list }: Field): JsonTable[] {
  const keys = [...fields.keys()].sort()
  return [...(list ? [list] : []), ...keys.flatMap((key) => listsIn(fields.get(key)!))]
}

const join = (above: string, name: string) => (above === '' ? name : `${above}.${name}`)
