import type { FittedColumn } from '../fit/fitted-model.ts'
import { sumByBin } from '../fit/merge-bins.ts'
import type { Codes } from './pair-trends.ts'
import type { SampleColumn } from './table-sample.ts'

/** A coarser view of a fitted column, made of published figures only. */
export type CoarseColumn = {
  /** Coarse code of each fine cell; `codeCount` - 1 is missing values. */
  codeOfCell: Int32Array
  codeCount: number
}

/**
 * At most `limit` codes for present values: ordered columns merge neighboring bins to about equal
 * mass, others keep their heaviest and pool the rest. Missing values get one more code.
 */
export function coarsen(column: FittedColumn, limit: number): CoarseColumn {
  const { binning, marginal } = column
  const missingCell = binning.binOfCell.length - 1
  const masses = sumByBin(binning.cellWeights, binning)
  const bins = [...new Set(binning.binOfCell.subarray(0, missingCell))]
  const codeOfBin = marginal.ordered
    ? mergeNeighbors(bins, masses, limit)
    : keepHeaviest(bins, masses, limit)
  const missing = 1 + Math.max(...codeOfBin.values())
  const codeOfCell = binning.binOfCell.map((bin) => codeOfBin.get(bin) ?? missing)
  codeOfCell[missingCell] = missing
  return { codeOfCell, codeCount: missing + 1 }
}

function mergeNeighbors(bins: number[], masses: Float64Array, limit: number): Map<number, number> {
  const total = bins.reduce((sum, bin) => sum + masses[bin]!, 0)
  const codes = new Map<number, number>()
  let before = 0
  let lastCode = -1
  let lastSlot = -1
  for (const bin of bins) {
    const slot = Math.min(limit - 1, Math.floor(((before + masses[bin]! / 2) / total) * limit))
    if (slot !== lastSlot) lastCode++
    lastSlot = slot
    codes.set(bin, lastCode)
    before += masses[bin]!
  }
  return codes
}

function keepHeaviest(bins: number[], masses: Float64Array, limit: number): Map<number, number> {
  const sorted = [...bins].sort((a, b) => masses[b]! - masses[a]! || a - b)
  return new Map(sorted.map((bin, rank) => [bin, Math.min(rank, limit - 1)]))
}

/** The fine cell of every value of a sample. */
export function cellsOf(column: FittedColumn, sample: SampleColumn): Int32Array {
  const missing = column.binning.binOfCell.length - 1
  if (column.values.type === 'labels') {
    const other = column.values.labels.length
    const cellOfCode = new Map(column.values.codes.map((code, cell) => [code, cell]))
    return Int32Array.from(sample.values, (code) =>
      code < 0 ? missing : (cellOfCode.get(code) ?? other),
    )
  }
  const { starts } = column.values.grid
  return Int32Array.from(sample.values, (value) =>
    Number.isNaN(value) ? missing : cellAt(starts, value),
  )
}

function cellAt(starts: Float64Array, value: number): number {
  let low = 0
  let high = starts.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

export function coarseCodes(
  column: FittedColumn,
  coarse: CoarseColumn,
  sample: SampleColumn,
): Codes {
  const codes = cellsOf(column, sample).map((cell) => coarse.codeOfCell[cell]!)
  return { codes, codeCount: coarse.codeCount }
}
