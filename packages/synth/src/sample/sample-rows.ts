import { OTHER_LABEL } from '../fit/discover-categories.ts'
import type { FittedColumn, FittedModel } from '../fit/fitted-model.ts'
import { type RandomSource, uniform } from '../rng/random-source.ts'
import { fillCells, valueInCell } from './fill-cells.ts'
import { formatValue } from './format-value.ts'
import { makeUpValue } from './made-up-values.ts'
import { sampleCliques } from './sample-cliques.ts'

/**
 * `rowCount` rows of the twin as one array of texts per column, in the original's order.
 * `firstRow` numbers the made-up keys. Sees the fitted model only, never the original.
 */
export function sampleRows(
  model: FittedModel,
  rowCount: number,
  firstRow: number,
  random: RandomSource,
): string[][] {
  const bins = sampleCliques(model.cliques, rowCount, random)
  const cells: string[][] = model.schemas.map(() => [])
  model.columns.forEach((column, i) => {
    cells[column.index] = decodeColumn(column, bins[i]!, random)
  })
  for (const [index, missingShare] of model.missingShares) {
    const schema = model.schemas[index]!
    cells[index] = Array.from({ length: rowCount }, (_, row) =>
      missingShare > 0 && uniform(random) < missingShare
        ? schema.nullToken
        : makeUpValue(schema, firstRow + row, random),
    )
  }
  return cells
}

function decodeColumn(column: FittedColumn, bins: Int32Array, random: RandomSource): string[] {
  const { schema, values } = column
  const drawn = fillCells(bins, column.binning, random)
  const missing = column.binning.binOfCell.length - 1
  const decoded = new Array<string>(drawn.length)
  for (let row = 0; row < drawn.length; row++) {
    const cell = drawn[row]!
    if (cell === missing) decoded[row] = schema.nullToken
    else if (values.type === 'labels') decoded[row] = values.labels[cell] ?? OTHER_LABEL
    else decoded[row] = formatValue(schema, valueInCell(values.grid, cell, random))
  }
  return decoded
}
