import type { FittedColumn } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import { classWeights, isWide, massOfSlope } from '../../model/value-in-cell.ts'
import { type ColumnSchema, isOrdered } from '../../schema/column-schema.ts'
import type { CellFill } from '../../schema/infer/grid.ts'
import { dateParser } from '../../schema/infer/parse-date.ts'
import type { Range } from '../../schema/rules/rule-plan.ts'

/** Describes what a column has to be, by a value as the file writes it; an empty one stands for a missing value. */
export type Condition = { column: string; is: 'equal' | 'at_least' | 'at_most'; value: string }

/** Returns a function that reads an ordered value as a file writes it: a number, or epoch seconds; null for another text. */
export function orderedReader({ kind, dateFormat }: ColumnSchema): (text: string) => number | null {
  if (kind === 'date' || kind === 'timestamp') return dateParser(dateFormat)
  return (text) => (text === '' ? null : Number(text))
}

/** Digits beyond the column's own are rounding errors. */
const ROUNDING = 1e-6

/**
 * Returns a column whose cells have the weight of those values alone that meet all conditions, which have to be readable.
 * Values beyond `range` are written as its ends.
 */
export function narrowColumn(
  column: FittedColumn,
  conditions: Condition[],
  range: Range,
): FittedColumn {
  const narrowed = conditions.reduce(narrowToCells, column)
  const { values } = narrowed
  const bounds = conditions.filter(({ value }) => value !== '')
  if (values.type === 'labels' || bounds.length === 0) return narrowed
  const { low, high } = within(column.schema, bounds, range)
  const { starts, fills } = values.grid
  const clipped = starts.map((start) => Math.max(low, Math.min(high + 1, start)))
  const { cellWeights } = narrowed.binning
  const weights = cellWeights.map((weight, cell) =>
    cell === cellWeights.length - 1
      ? 0
      : weight *
        shareOfCell(
          { from: at(starts, cell), to: at(starts, cell + 1) },
          { from: at(clipped, cell), to: at(clipped, cell + 1) },
          fills?.[cell] ?? null,
        ),
  )
  return {
    ...narrowed,
    binning: { ...narrowed.binning, cellWeights: weights },
    values: { type: 'grid', grid: { ...values.grid, starts: clipped } },
  }
}

/** Leaves the cell of a label, or of missing values. */
function narrowToCells(column: FittedColumn, { value }: Condition): FittedColumn {
  const { values, binning } = column
  if (value !== '' && isOrdered(column.schema.kind)) return column
  const missing = binning.cellWeights.length - 1
  const kept = value === '' || values.type === 'grid' ? missing : values.labels.indexOf(value)
  const cellWeights = binning.cellWeights.map((weight, cell) => (cell === kept ? weight : 0))
  return { ...column, binning: { ...binning, cellWeights } }
}

/** Returns the coded integers that meet conditions, from the least to the largest. */
function within(schema: ColumnSchema, conditions: Condition[], range: Range): Range {
  const read = orderedReader(schema)
  const isDate = schema.kind === 'date' || schema.kind === 'timestamp'
  const scale = isDate ? 1 / schema.unitSeconds : 10 ** schema.decimals
  let [low, high] = [-Infinity, Infinity]
  for (const { is, value } of conditions) {
    const coded = (read(value) ?? Number.NaN) * scale
    if (is !== 'at_most') low = Math.max(low, Math.ceil(coded - ROUNDING))
    if (is !== 'at_least') high = Math.min(high, Math.floor(coded + ROUNDING))
  }
  if (low > range.high || high < range.low) return { low: 1, high: 0 }
  return {
    low: low <= range.low ? -Infinity : low,
    high: high >= range.high ? Infinity : high,
  }
}

type Span = { from: number; to: number }

/** Returns the share of a cell's rows that have a value in a part of it. */
function shareOfCell(cell: Span, part: Span, fill: CellFill | null): number {
  if (part.to <= part.from) return 0
  if (part.from === cell.from && part.to === cell.to) return 1
  const mass = ({ from, to }: Span) => {
    if (fill?.byZeros)
      return classWeights(from, to, fill.byZeros).reduce((sum, weight) => sum + weight, 0)
    return fill && isWide(cell.from, cell.to) ? massOfSlope(from, to, fill.slope) : to - from
  }
  const whole = mass(cell)
  return whole > 0 ? mass(part) / whole : 0
}
