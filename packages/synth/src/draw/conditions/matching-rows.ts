/** Draws rows of a model until enough of them meet conditions. */

import type { FittedModel } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import type { ReleasedModel } from '../../model/released/released-model.ts'
import { type ColumnSchema, isModeled, isOrdered } from '../../schema/column-schema.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { csvCell } from '../format-value.ts'
import { type Condition, orderedReader } from './condition.ts'
import { type RootedModel, rootModel } from './root-model.ts'

/** Says of some rows, given as CSV cells by column, which meet the conditions. */
export type RowMatcher = (columns: string[][]) => number[]

/** Holds conditions on rows. Where few rows of the model meet them, `rooted` draws those that do. */
export type Conditions = { matches: RowMatcher; rooted: RootedModel | null }

/** Drawing goes on while one row in so many meets the conditions: all others are drawn in vain. */
const MOST_DRAWS = 2000
/** Rows that are drawn before it is decided that too few do. */
const LEAST_DRAWN = 20_000
/** Rows drawn at a time, at least and at most. */
const PART = { least: 1000, most: 100_000 }
/** Rows are drawn for the conditions where fewer of the model's rows meet them: drawing all rows takes longer. */
const ROOTED_BELOW = 0.01
/** With fewer of the measured rows than this, none meets the conditions: the model has them apart by rounding alone. */
const LEAST_ROWS = 0.01

/**
 * Returns null without conditions. Throws SynthesisError `invalid_options` for a condition that no row could meet, and
 * `too_few_rows` where no row of the model does.
 */
export function conditionsOf({ families }: ReleasedModel, where: Condition[]): Conditions | null {
  if (where.length === 0) return null
  const [table, ...more] = families.flatMap(({ tables }) => tables)
  if (!table || more.length > 0 || 'series' in table.model)
    throw refuse('Conditions are for a table that stands alone and is no series.')
  const { model } = table
  const tests = where.map((condition) => testOf(condition, model))
  const rooted = rootModel(model, where)
  if (rooted && rooted.bins.mass * model.total.count < LEAST_ROWS) throw noRows()
  return {
    matches(columns) {
      const rows: number[] = []
      const count = at(columns, 0).length
      for (let row = 0; row < count; row++)
        if (tests.every(({ index, test }) => test(at(at(columns, index), row)))) rows.push(row)
      return rows
    },
    rooted: rooted && rooted.bins.mass < ROOTED_BELOW ? rooted : null,
  }
}

/**
 * Returns a source of rows that meet conditions, in parts of any size; `next` draws rows in parts of the given size.
 * Throws SynthesisError `too_few_rows` once fewer than one row in 2,000 does.
 */
export function matchingRows(
  next: (size: number) => string[][],
  matches: RowMatcher,
): (size: number) => string[][] {
  let [drawn, found] = [0, 0]
  let kept: string[][] = []
  const keptCount = () => kept[0]?.length ?? 0
  const drawPart = (wanted: number) => {
    const likely = found > 0 ? (wanted * drawn) / found : wanted
    const size = Math.min(PART.most, Math.max(PART.least, Math.ceil(1.1 * likely)))
    const columns = next(size)
    const rows = matches(columns)
    drawn += size
    found += rows.length
    if (drawn >= LEAST_DRAWN && found * MOST_DRAWS < drawn) throw tooFew(drawn, found)
    const chosen = columns.map((cells) => rows.map((row) => at(cells, row)))
    kept = chosen.map((cells, j) => (kept[j] ?? []).concat(cells))
  }
  return (size) => {
    while (keptCount() < size) drawPart(size - keptCount())
    const taken = kept.map((cells) => cells.slice(0, size))
    kept = kept.map((cells) => cells.slice(size))
    return taken
  }
}

function testOf({ column, is, value }: Condition, { schemas, columns, rules }: FittedModel) {
  const index = schemas.findIndex(({ name }) => name === column)
  const schema = schemas[index]
  if (!schema) throw refuse(`There is no column "${column}".`)
  if (!isModeled(schema.kind))
    throw refuse(`The values of "${column}" are made up, so no condition can be set on them.`)
  const fitted = columns.find((of) => of.index === index) ?? rules.alone.get(index)
  const labels = fitted?.values.type === 'labels' ? fitted.values.labels : null
  if (value === '') return { index, test: missingTest(schema, is) }
  if (isOrdered(schema.kind)) return { index, test: orderedTest(schema, is, value) }
  if (is !== 'equal') throw refuse(`"${column}" has no order.`)
  if (labels && !labels.includes(value))
    throw refuse(`"${column}" has no value "${value}" in the model.`)
  const cell = csvCell(value)
  return { index, test: (of: string) => of === cell }
}

function missingTest({ name, nullToken }: ColumnSchema, is: Condition['is']) {
  if (is !== 'equal') throw refuse(`A missing value of "${name}" has no order.`)
  const cell = csvCell(nullToken)
  return (of: string) => of === cell
}

function orderedTest(schema: ColumnSchema, is: Condition['is'], value: string) {
  const { kind, name, dateFormat } = schema
  const isDate = kind === 'date' || kind === 'timestamp'
  const read = orderedReader(schema)
  const bound = read(value)
  if (bound === null || Number.isNaN(bound))
    throw refuse(
      isDate ? `"${name}" takes a date written as ${dateFormat}.` : `"${name}" takes a number.`,
    )
  const missing = csvCell(schema.nullToken)
  return (cell: string) => {
    if (cell === missing) return false
    const found = read(cell.startsWith('"') ? cell.slice(1, -1) : cell)
    if (found === null || Number.isNaN(found)) return false
    if (is === 'equal') return found === bound
    return is === 'at_least' ? found >= bound : found <= bound
  }
}

function noRows(): SynthesisError {
  return new SynthesisError(
    'too_few_rows',
    'No row of the model meets the conditions. Set wider conditions.',
  )
}

function tooFew(drawn: number, found: number): SynthesisError {
  return new SynthesisError(
    'too_few_rows',
    `Of ${drawn.toLocaleString('en')} rows drawn from the model, ${found} meet the conditions: too few to make a table of. Set wider conditions.`,
  )
}

function refuse(message: string): SynthesisError {
  return new SynthesisError('invalid_options', message)
}
