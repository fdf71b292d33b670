import type { BinSource } from '../../model/measure/measure.ts'
import { cellCount, type Grid } from '../../schema/infer/grid.ts'
import type { Dialect } from './dialects/dialect.ts'

/** Returns SQL of the cell of a coded value; the last cell is for missing ones. */
export function cellSql(dialect: Dialect, value: string, grid: Grid): string {
  const cells = cellCount(grid)
  return gridSql(
    dialect,
    value,
    grid,
    Int32Array.from({ length: cells + 1 }, (_, cell) => cell),
  )
}

/** Returns SQL of the bin of a coded value; `labels` are a category column's, by code. */
export function binSql(
  dialect: Dialect,
  value: string,
  source: BinSource,
  labels: string[],
): string {
  return source.type === 'grid'
    ? gridSql(dialect, value, source.grid, source.binOfCell)
    : codesSql(dialect, value, labels, source)
}

function gridSql(dialect: Dialect, value: string, grid: Grid, results: Int32Array): string {
  // Neighboring cells of the same result are one step.
  const cells = [...grid.starts.keys()].slice(0, -1)
  const first = cells.filter((cell) => cell === 0 || results[cell] !== results[cell - 1])
  const search = dialect.searchSteps(
    value,
    first.map((cell) => grid.starts[cell]!),
    first.map((cell) => results[cell]!),
  )
  return `case when ${value} is null then ${results[cellCount(grid)]} else ${search} end`
}

function codesSql(
  dialect: Dialect,
  value: string,
  labels: string[],
  { codes, bins, otherBin, missingBin }: Extract<BinSource, { type: 'codes' }>,
): string {
  const known = [...codes.keys()].filter((i) => labels[codes[i]!] !== undefined)
  const search = dialect.searchLabels(
    value,
    known.map((i) => labels[codes[i]!]!),
    known.map((i) => bins[i]!),
    otherBin,
  )
  return `case when ${value} is null then ${missingBin} else ${search} end`
}
