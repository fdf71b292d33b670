import type { Binning } from '../model/protected/merge-bins.ts'
import { allocate } from '../random/allocate.ts'
import { type RandomSource, uniformBelow } from '../random/random-source.ts'
import type { CellStarts } from '../schema/infer/grid.ts'
import { groupByBin } from './group-by-bin.ts'

/** Replaces each bin index by one of the bin's fine cells, by the fine cells' noisy counts. */
export function fillCells(bins: Int32Array, binning: Binning, random: RandomSource): Int32Array {
  const cells = new Int32Array(bins.length)
  const cellsOfBin = groupByBin(binning.binOfCell, binning.binCount)
  groupByBin(bins, binning.binCount).forEach((rows, bin) => {
    if (rows.length === 0) return
    const members = cellsOfBin[bin]!
    const weights = Float64Array.from(members, (cell) => binning.cellWeights[cell]!)
    const drawn = allocate(rows.length, weights, random)
    for (let i = 0; i < rows.length; i++) cells[rows[i]!] = members[drawn[i]!]!
  })
  return cells
}

/**
 * Returns a uniform integer of the cell: midpoints would accumulate values that the original does
 * not have.
 */
export function valueInCell(grid: CellStarts, cell: number, random: RandomSource): number {
  const start = grid.starts[cell]!
  const width = grid.starts[cell + 1]! - start
  return width <= 1 ? start : start + uniformBelow(random, width)
}
