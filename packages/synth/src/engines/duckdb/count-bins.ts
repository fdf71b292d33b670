import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import type { BinnedColumn, BinSource } from '../../model/measure/measure.ts'
import { lastAtMost } from '../../schema/infer/grid.ts'

/**
 * Describes the bins of a column's coded values: `bins[k]` applies from `starts[k]` up to the next
 * start.
 */
export type Binner = { starts: Float64Array; bins: Int32Array; missingBin: number }

export function binnerOf(source: BinSource): Binner {
  if (source.type === 'grid') {
    const { grid, binOfCell } = source
    const missingBin = binOfCell[binOfCell.length - 1]!
    return binner(grid.starts.subarray(0, -1), binOfCell.subarray(0, -1), missingBin)
  }
  const { codes, otherBin, missingBin } = source
  const size = codes.reduce((most, code) => Math.max(most, code + 1), 0)
  const bins = new Int32Array(size + 1).fill(otherBin)
  for (const [i, code] of codes.entries()) bins[code] = source.bins[i]!
  return binner(Float64Array.from(bins.keys()), bins, missingBin)
}

/** Neighbors of one bin are searched as one. */
function binner(starts: Float64Array, bins: Int32Array, missingBin: number): Binner {
  const isFirst = (_: number, k: number) => k === 0 || bins[k] !== bins[k - 1]
  return { starts: starts.filter(isFirst), bins: bins.filter(isFirst), missingBin }
}

/**
 * Counts the training rows by the bins of a few columns each, row-major in their order, for all
 * tables in one pass.
 */
export async function countByBins(
  connection: DuckDBConnection,
  binners: Map<number, Binner>,
  tables: BinnedColumn[][],
): Promise<Float64Array[]> {
  const counts = tables.map(
    (columns) => new Int32Array(columns.reduce((cells, { binCount }) => cells * binCount, 1)),
  )
  const results = () => counts.map((table) => Float64Array.from(table))
  const indexes = [...new Set(tables.flat().map(({ index }) => index))]
  if (indexes.length === 0) return results()
  const hasBefore = tables.flat().some(({ isBefore }) => isBefore)
  // Without nulls, because their mask costs more to read than the values.
  const values = indexes.map((j) => `coalesce(x${j}::double, 'nan')`)
  const rows = `from coded where not held ${hasBefore ? 'order by sequence, step' : ''}`
  const result = await connection.stream(
    `select ${values.join(', ')}${hasBefore ? ', step = 1' : ''} ${rows}`,
  )
  let last = new Map<number, number>()
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return results()
    const bins = new Map(indexes.map((j, i) => [j, binsOf(chunk, i, binners.get(j)!)]))
    const before = hasBefore
      ? binsBefore(bins, last, chunk.getColumnVector(indexes.length))
      : new Map<number, Int32Array>()
    last = new Map([...bins].map(([j, own]) => [j, own.at(-1)!]))
    for (const [t, columns] of tables.entries()) {
      const used = columns.map(({ index, isBefore }) => (isBefore ? before : bins).get(index)!)
      addRows(counts[t]!, columns, used)
    }
  }
}

/** The bins of a column of a chunk, in which NaN is missing. */
function binsOf(chunk: DuckDBDataChunk, column: number, binner: Binner): Int32Array {
  const { starts, bins, missingBin } = binner
  const vector = chunk.getColumnVector(column)
  const found = new Int32Array(chunk.rowCount)
  for (let row = 0; row < found.length; row++) {
    const value = vector.getItem(row) as number
    found[row] = Number.isNaN(value) ? missingBin : bins[lastAtMost(starts, value)]!
  }
  return found
}

const NO_ROW_BEFORE = -1

/** The bins of the row before in the sequence; `last` are those of the row before the chunk. */
function binsBefore(
  bins: Map<number, Int32Array>,
  last: Map<number, number>,
  isFirst: { getItem: (row: number) => unknown },
): Map<number, Int32Array> {
  const beforeOf = ([j, own]: [number, Int32Array]) =>
    own.map((_, row) => {
      if (isFirst.getItem(row)) return NO_ROW_BEFORE
      return row === 0 ? last.get(j)! : own[row - 1]!
    })
  return new Map([...bins].map((entry) => [entry[0], beforeOf(entry)]))
}

/** Adds rows to a table by the bins of its columns; those without a row before do not count. */
function addRows(counts: Int32Array, columns: BinnedColumn[], bins: Int32Array[]): void {
  const cells = bins.slice(1).reduce((joint, own, i) => {
    const { binCount } = columns[i + 1]!
    const cellOf = new Int32Array(joint.length)
    for (let row = 0; row < joint.length; row++) cellOf[row] = joint[row]! * binCount + own[row]!
    return cellOf
  }, bins[0]!)
  const isCounted = columns.every(({ isBefore }) => !isBefore)
  for (let row = 0; row < cells.length; row++) {
    if (isCounted || bins.every((own) => own[row] !== NO_ROW_BEFORE)) counts[cells[row]!]!++
  }
}
