import type { FittedModel } from '../fit/fitted-model.ts'
import { type RandomSource, uniform } from '../rng/random-source.ts'
import type { ColumnSchema } from '../schema/column-schema.ts'
import { applyRules } from './apply-rules.ts'
import { type DrawnColumn, drawColumn } from './drawn-column.ts'
import { csvCell, valueFormat } from './format-value.ts'
import { makeUpValue } from './made-up-values.ts'
import { sampleBins } from './sample-bins.ts'

/**
 * `rowCount` rows of the twin as one array of CSV cells per column, in the original's order.
 * `firstRow` numbers the made-up keys. Sees the fitted model only, never the original.
 */
export function sampleRows(
  model: FittedModel,
  rowCount: number,
  firstRow: number,
  random: RandomSource,
): string[][] {
  const bins = sampleBins(model, rowCount, random)
  const drawn: DrawnColumn[] = []
  for (const [i, column] of model.columns.entries()) {
    drawn[column.index] = drawColumn(column, bins[i]!, random)
  }
  applyRules(model.rules, drawn, random)
  return model.schemas.map((schema, index) => {
    const missingShare = model.missingShares.get(index)
    return missingShare === undefined
      ? formatColumn(schema, drawn[index]!)
      : Array.from({ length: rowCount }, (_, row) =>
          csvCell(
            missingShare > 0 && uniform(random) < missingShare
              ? schema.nullToken
              : makeUpValue(schema, firstRow + row, random),
          ),
        )
  })
}

function formatColumn(schema: ColumnSchema, drawn: DrawnColumn): string[] {
  const missing = csvCell(schema.nullToken)
  if (drawn.type === 'labels') {
    const labels = drawn.labels.map(csvCell)
    return Array.from(drawn.codes, (code) => labels[code] ?? missing)
  }
  const format = valueFormat(schema)
  return Array.from(drawn.values, (value) => (Number.isNaN(value) ? missing : format(value)))
}
