import type { FittedColumn } from '../model/fitted-model.ts'
import { cellOfValue, type DrawnColumn, numbersOf } from './drawn-column.ts'
import { surrogateKey } from './surrogate-values.ts'

/** Links a twin's rows to those of related tables. Rows are identified by number, from 0. */
export type Links = {
  /** The bins of the context's columns in `size` rows from row `first` on. */
  context: (first: number, size: number) => Int32Array[]
  /** Formatters of the key columns, by which tables refer to each other, by position. */
  keys: Map<number, (row: number) => string>
  /** Sees the values of rows, from row `first` on, as they are delivered. */
  record: (drawn: DrawnColumn[], first: number) => void
}

/** Describes the data of the twin's parent rows that the rows of a child table depend on. */
export type ParentRows = {
  /** Notes some rows as they are delivered. */
  record: Links['record']
  /** Number of child rows per parent, once all parents are recorded. */
  counts: Int32Array
  /** Holds the bins of all parents, per column of the child's context. */
  context: Uint8Array[]
}

/**
 * `count` is the position of the number of the child's rows, `columns` are the parent's modeled ones, and `context` the same
 * as the child sees them.
 */
export function recordParents(
  rowCount: number,
  count: number,
  columns: FittedColumn[],
  context: FittedColumn[],
): ParentRows {
  const counts = new Int32Array(rowCount)
  const bins = context.map(() => new Uint8Array(rowCount))
  return {
    counts,
    context: bins,
    record(drawn, first) {
      numbersOf(drawn, count).forEach((rows, i) => {
        counts[first + i] = rows || 0
      })
      const size = numbersOf(drawn, count).length
      columns.forEach(({ index }, c) => {
        const { binOfCell } = context[c]!.binning
        for (let row = 0; row < size; row++) {
          const cell = cellOfValue(context[c]!, drawn[index]!, row)
          bins[c]![first + row] = binOfCell[cell]!
        }
      })
    },
  }
}

/** Returns the number of rows that all parents have together. */
export const rowsBelow = ({ counts }: Pick<ParentRows, 'counts'>): number =>
  counts.reduce((sum, count) => sum + count, 0)

/** Returns the parent of every row, in the order of the parents. */
export function parentsOfRows(of: Pick<ParentRows, 'counts'>): Int32Array {
  const { counts } = of
  const parents = new Int32Array(rowsBelow(of))
  let next = 0
  counts.forEach((count, parent) => {
    parents.fill(parent, next, next + count)
    next += count
  })
  return parents
}

/** Returns the bins of the context in some rows, taken from the parent of each. */
export function contextOfRows(context: Uint8Array[], parents: Int32Array): Int32Array[] {
  return context.map((bins) => parents.map((parent) => bins[parent]!))
}

/** Returns a function from a row's number to its generated key, in the format of the key column. */
export function keysOfRows({ mask }: { mask: string }): (row: number) => string {
  return (row) => surrogateKey(mask, row)
}
