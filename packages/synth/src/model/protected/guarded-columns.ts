import { type ColumnSchema, isOrdered } from '../../schema/column-schema.ts'
import { cellAt } from '../../schema/infer/grid.ts'
import type { CellValues, FittedColumn } from '../fitted-model.ts'
import { guardedCells, MIN_BIN_ROWS } from './guarded-cells.ts'
import { guardedLabels } from './guarded-labels.ts'
import type { Binning } from './merge-bins.ts'

/** Describes a column for trees: the meaning of its bins, and the bin of every training row. */
export type GuardedColumn = { column: FittedColumn; bins: Uint8Array }

/**
 * Bins a column by its coded values, NaN for missing; `labelOfCode` is that of a category. Missing values have a bin if
 * enough rows lack one; else they count as the commonest bin.
 */
export function guardColumn(
  index: number,
  schema: ColumnSchema,
  values: Float64Array,
  labelOfCode: Map<number, string>,
): GuardedColumn {
  const present = values.filter((value) => !Number.isNaN(value))
  if (present.length < MIN_BIN_ROWS) return withoutValues(index, schema, values.length)
  const ordered = isOrdered(schema.kind)
  const laid = ordered ? layOrdered(present) : layLabels(schema, present, labelOfCode)
  const missingRows = values.length - present.length
  const hasMissing = missingRows >= MIN_BIN_ROWS
  const missingBin = hasMissing ? laid.binCount : heaviestBin(laid)
  const bins = Uint8Array.from(values, (value) =>
    Number.isNaN(value) ? missingBin : laid.binOf(value),
  )
  const binning: Binning = {
    binOfCell: Int32Array.from([...laid.binOfCell, missingBin]),
    binCount: laid.binCount + (hasMissing ? 1 : 0),
    cellWeights: Float64Array.from([...laid.weights, hasMissing ? missingRows : 0]),
  }
  return { column: fittedColumn(index, schema, binning, laid.values), bins }
}

/** Bins of the values that there are; `binOf` takes a coded value. */
type Laid = {
  binOfCell: Int32Array
  binCount: number
  weights: Float64Array
  values: CellValues
  binOf: (value: number) => number
}

function layOrdered(present: Float64Array): Laid {
  const cells = guardedCells(present)
  return {
    ...cells,
    values: { type: 'grid', grid: { starts: cells.starts } },
    binOf: (value) => cells.binOfCell[cellAt(cells, value)]!,
  }
}

function layLabels(
  schema: ColumnSchema,
  present: Float64Array,
  labelOfCode: Map<number, string>,
): Laid {
  const labels = guardedLabels(present, labelOfCode, schema.values !== null)
  const { codes } = labels
  const cellOfCode = new Map(codes.map((code, cell) => [code, cell]))
  return {
    ...labels,
    values: { type: 'labels', labels: codes.map((code) => labelOfCode.get(code)!), codes },
    binOf: (code) => labels.binOfCell[cellOfCode.get(code) ?? codes.length]!,
  }
}

/** Builds a column whose values are too few to use: all of them count as missing. */
function withoutValues(index: number, schema: ColumnSchema, rowCount: number): GuardedColumn {
  const binning: Binning = {
    binOfCell: new Int32Array(2),
    binCount: 1,
    cellWeights: Float64Array.of(0, rowCount),
  }
  const values: CellValues = isOrdered(schema.kind)
    ? { type: 'grid', grid: { starts: Float64Array.of(0, 1) } }
    : { type: 'labels', labels: [], codes: [] }
  return { column: fittedColumn(index, schema, binning, values), bins: new Uint8Array(rowCount) }
}

function fittedColumn(
  index: number,
  schema: ColumnSchema,
  binning: Binning,
  values: CellValues,
): FittedColumn {
  const variances = new Float64Array(binning.cellWeights.length)
  const ordered = values.type === 'grid'
  return {
    index,
    schema,
    marginal: { noisy: binning.cellWeights, variances, ordered },
    binning,
    values,
  }
}

function heaviestBin({ binOfCell, binCount, weights }: Laid): number {
  const rows = new Float64Array(binCount)
  for (const [cell, weight] of weights.entries()) rows[binOfCell[cell]!]! += weight
  return rows.indexOf(rows.reduce((a, b) => Math.max(a, b)))
}
