import pg from 'pg'
import type { BinSource } from '../../model/measure/measure.ts'
import { cellCount, type Grid } from '../../schema/infer/grid.ts'

/** Returns SQL of the cell of a coded value; the last cell is for missing ones. */
export function cellSql(value: string, grid: Grid): string {
  const cells = cellCount(grid)
  return gridSql(
    value,
    grid,
    Int32Array.from({ length: cells + 1 }, (_, cell) => cell),
  )
}

/** Returns SQL of the bin of a coded value; `labels` are a category column's, by code. */
export function binSql(value: string, source: BinSource, labels: string[]): string {
  return source.type === 'grid'
    ? gridSql(value, source.grid, source.binOfCell)
    : codesSql(value, labels, source)
}

function gridSql(value: string, grid: Grid, results: Int32Array): string {
  // Neighboring cells of the same result are one step.
  const cells = [...grid.starts.keys()].slice(0, -1)
  const first = cells.filter((cell) => cell === 0 || results[cell] !== results[cell - 1])
  const search = stepSql(
    value,
    first.map((cell) => grid.starts[cell]!),
    first.map((cell) => results[cell]!),
  )
  return `case when ${value} is null then ${results[cellCount(grid)]} else ${search} end`
}

/**
 * `results[k]` for values from `starts[k]` on, up to the next start; the outermost steps have no end.
 * A binary search spelled out in comparisons: engines agree on those, and not on logarithms.
 */
function stepSql(value: string, starts: number[], results: number[]): string {
  const search = (low: number, high: number): string => {
    if (low === high) return String(results[low])
    const middle = (low + high + 1) >> 1
    return `case when ${value} < ${starts[middle]} then ${search(low, middle - 1)} else ${search(middle, high)} end`
  }
  return search(0, results.length - 1)
}

function codesSql(
  value: string,
  labels: string[],
  { codes, bins, otherBin, missingBin }: Extract<BinSource, { type: 'codes' }>,
): string {
  const textsOfBin = new Map<number, string[]>()
  codes.forEach((code, i) => {
    const label = labels[code]
    if (label === undefined) return
    textsOfBin.set(bins[i]!, [...(textsOfBin.get(bins[i]!) ?? []), pg.escapeLiteral(label)])
  })
  const branches = [...textsOfBin].map(
    ([bin, texts]) => `when ${value} in (${texts.join(', ')}) then ${bin}`,
  )
  return `case when ${value} is null then ${missingBin} ${branches.join(' ')} else ${otherBin} end`
}
