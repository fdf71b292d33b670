import type { FittedModel } from '../model/fitted-model.ts'
import { type RandomSource, uniform } from '../random/random-source.ts'
import type { ColumnSchema } from '../schema/column-schema.ts'
import { applyRules } from './apply-rules.ts'
import type { RootedModel } from './conditions/root-model.ts'
import { drawColumns } from './draw-columns.ts'
import { type DrawnColumn, drawColumn } from './drawn-column.ts'
import { csvCell, valueFormat } from './format-value.ts'
import type { Links } from './linked-rows.ts'
import { sampleBins } from './sample-bins.ts'
import { type SeriesRows, seriesSampler } from './sample-series.ts'
import { surrogateValue } from './surrogate-values.ts'

/**
 * Returns a source of the `rowCount` rows of a twin, taken in parts: each part is one array of CSV
 * cells per column, in the original's order. Sees only the fitted model, never the original.
 * `links` are those of related tables.
 */
export function rowSampler(
  model: FittedModel,
  rowCount: number,
  random: RandomSource,
  links?: Links,
): (size: number) => string[][] {
  const next =
    'pairs' in model && model.series && seriesSampler(model, model.series, rowCount, random)
  let taken = 0
  return (size) => {
    const rows = sampleRows(model, size, taken, random, {
      ...(next && { series: next(size) }),
      ...(links && { links }),
    })
    taken += size
    return rows
  }
}

/** Returns a source of rows of a model that is rooted at conditions, in parts of at most the given size. */
export function rootedSampler(
  { model, bins }: RootedModel,
  random: RandomSource,
): (size: number) => string[][] {
  let taken = 0
  return (size) => {
    const drawn = bins.draw(size, random)
    const rowCount = drawn[0]?.length ?? 0
    const rows = sampleRows(model, rowCount, taken, random, { bins: drawn })
    taken += rowCount
    return rows
  }
}

/** Holds the rows of a series, the bins of rows, or their links, where these are known before. */
type Given = { series?: SeriesRows; bins?: Int32Array[]; links?: Links }

/** Draws rows that are independent, unless they are given. `firstRow` numbers the generated keys. */
export function sampleRows(
  model: FittedModel,
  rowCount: number,
  firstRow: number,
  random: RandomSource,
  { series, bins: given, links }: Given = {},
): string[][] {
  const context = links?.context(firstRow, rowCount)
  const bins = series?.bins ?? given ?? sampleBins(model, rowCount, random, context)
  const values = series
    ? model.columns.map(
        (column, i) => series.fixed.get(column.index) ?? drawColumn(column, bins[i]!, random),
      )
    : drawColumns(model, bins, random)
  const drawn: DrawnColumn[] = []
  for (const [i, { index }] of model.columns.entries()) drawn[index] = values[i]!
  applyRules(model.rules, drawn, random)
  links?.record(drawn, firstRow)
  return model.schemas.map((schema, index) => {
    const missingShare = model.missingShares.get(index)
    if (missingShare === undefined) return formatColumn(schema, drawn[index]!)
    if (series?.madeUp?.column === index) return series.madeUp.names.map(csvCell)
    const key = links?.keys.get(index)
    if (key) return Array.from({ length: rowCount }, (_, row) => csvCell(key(firstRow + row)))
    return Array.from({ length: rowCount }, (_, row) =>
      csvCell(
        missingShare > 0 && uniform(random) < missingShare
          ? schema.nullToken
          : surrogateValue(schema, firstRow + row, random),
      ),
    )
  })
}

function formatColumn(schema: ColumnSchema, drawn: DrawnColumn): string[] {
  const missing = csvCell(schema.nullToken)
  if (drawn.type === 'labels') {
    const labels = drawn.labels.map(csvCell)
    const cells = new Array<string>(drawn.codes.length)
    for (let row = 0; row < cells.length; row++) cells[row] = labels[drawn.codes[row]!] ?? missing
    return cells
  }
  const format = valueFormat(schema)
  const cells = new Array<string>(drawn.values.length)
  for (let row = 0; row < cells.length; row++) {
    const value = drawn.values[row]!
    cells[row] = Number.isNaN(value) ? missing : format(value)
  }
  return cells
}
