import type { BinSource, Measure } from '../src/model/measure/measure.ts'
import { ZERO_CLASSES, zerosOf } from '../src/model/value-in-cell.ts'
import { cellAt, cellCount, type Grid } from '../src/schema/infer/grid.ts'
import { convert } from '../src/schema/rules/rule-units.ts'

/** Holds coded values as an engine does: integers, or positions in `labels`; NaN is missing. */
export type MemoryColumn = { values: Float64Array; labels: string[] }

/** Counts columns of equal length in memory: many small fits, without a database for each. */
export function measureInMemory(columns: MemoryColumn[]): Measure {
  const binned = new Map<number, Int32Array>()
  const measure: Measure = {
    countRows: async () => columns[0]!.values.length,
    countMissing: async (j) => columns[j]!.values.filter(Number.isNaN).length,
    countCells: async (j, grid) => countsOf(cellsOf(columns[j]!.values, grid), cellCount(grid) + 1),
    countValues: async (j, least, always) => {
      const counts = new Map<number, number>()
      for (const value of columns[j]!.values)
        if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
      const isAlways = new Set(always)
      return [...counts]
        .filter(([value, count]) => count >= least || isAlways.has(value))
        .map(([value, count]) => ({ value: value + 0, count }))
    },
    countZeros: async (j, grid) => {
      const { values } = columns[j]!
      const cells = cellsOf(values, grid)
      return countsOf(
        cells.map(
          (cell, row) =>
            cell * ZERO_CLASSES + (Number.isNaN(values[row]!) ? 0 : zerosOf(values[row]!)),
        ),
        (cellCount(grid) + 1) * ZERO_CLASSES,
      )
    },
    countBroken: async ({ low, high, conversion }) =>
      columns[high]!.values.filter(
        (value, row) => value < convert(conversion, columns[low]!.values[row]!),
      ).length,
    countCategories: async (j) => {
      const { labels, values } = columns[j]!
      const codes = Int32Array.from(values, (code) => (Number.isNaN(code) ? labels.length : code))
      return [...countsOf(codes, labels.length + 1)]
        .map((count, code) => ({
          label: labels[code] ?? null,
          code: code < labels.length ? code : -1,
          count,
        }))
        .filter(({ count }) => count > 0)
    },
    bin: async (sources) => {
      for (const [j, source] of sources) binned.set(j, binsOf(columns[j]!.values, source))
    },
    countTable: async (wanted) => {
      const cells = new Int32Array(columns[0]!.values.length)
      for (const { index, binCount } of wanted) {
        const bins = binned.get(index)!
        for (let row = 0; row < cells.length; row++)
          cells[row] = cells[row]! * binCount + bins[row]!
      }
      return countsOf(
        cells,
        wanted.reduce((size, { binCount }) => size * binCount, 1),
      )
    },
    countTables: (tables) => Promise.all(tables.map(measure.countTable)),
  }
  return measure
}

function countsOf(cells: Int32Array, size: number): Float64Array {
  const counts = new Float64Array(size)
  for (const cell of cells) counts[cell]!++
  return counts
}

function cellsOf(values: Float64Array, grid: Grid): Int32Array {
  const missing = cellCount(grid)
  return Int32Array.from(values, (value) => (Number.isNaN(value) ? missing : cellAt(grid, value)))
}

function binsOf(values: Float64Array, source: BinSource): Int32Array {
  if (source.type === 'grid')
    return cellsOf(values, source.grid).map((cell) => source.binOfCell[cell]!)
  const bins = new Map(source.codes.map((code, i) => [code, source.bins[i]!]))
  return Int32Array.from(values, (code) =>
    Number.isNaN(code) ? source.missingBin : (bins.get(code) ?? source.otherBin),
  )
}
