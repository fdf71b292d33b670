import type { ColumnSchema } from '../../schema/column-schema.ts'
import { type SampleColumn, sortedPresent } from '../table-sample.ts'

/** Lists the shares of rows below the quantiles of a report. */
export const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95] as const

/** Names a figure: a mean, a sum over all rows, or the quantile below which so many percent of the values are. */
export type NumberFigureId = 'mean' | 'total' | 'q5' | 'q25' | 'q50' | 'q75' | 'q95'

/** Holds a figure with its 95 % confidence interval. */
export type Estimate = { value: number; low: number; high: number }

/** Holds a figure of original and twin; null where noise exceeds what it could say, or there is no value. */
export type NumberFigure = {
  id: NumberFigureId
  original: Estimate | null
  synthetic: number | null
}

/** Holds the figures of a column of numbers or moments, which are in epoch milliseconds. */
export type NumberFigures = { format: 'integer' | 'number' | 'date'; figures: NumberFigure[] }

/** Holds coded figures of a column's values; `sum` is over all rows. */
export type CodedFigures = { mean: number; sum: number; quantiles: number[] }

export const isTime = ({ kind }: Pick<ColumnSchema, 'kind'>): boolean =>
  kind === 'date' || kind === 'timestamp'

/** Compares exact figures for the original's owner. Null for categories, and where either side has no value. */
export function compareNumbers(
  schema: ColumnSchema,
  original: SampleColumn,
  twin: SampleColumn,
): NumberFigures | null {
  const [own, made] = [original, twin].map(codedFigures)
  if (!own || !made) return null
  const exact = (value: number) => ({ value, low: value, high: value })
  return writeFigures(
    schema,
    {
      mean: exact(own.mean),
      total: null,
      quantiles: own.quantiles.map(exact),
    },
    made,
    { hasTotal: false },
  )
}

function codedFigures(column: SampleColumn): CodedFigures | null {
  if (column.type === 'category') return null
  const sorted = sortedPresent(column.values)
  if (sorted.length === 0) return null
  const sum = sorted.reduce((total, value) => total + value, 0)
  const quantiles = QUANTILES.map((share) => sorted[Math.ceil(share * sorted.length) - 1]!)
  return { mean: sum / sorted.length, sum, quantiles }
}

/** Holds coded estimates of the original; null where they say nothing. */
export type CodedEstimates = {
  mean: Estimate | null
  total: Estimate | null
  quantiles: (Estimate | null)[]
}

/** Returns figures in the units of the column; moments have quantiles alone. */
export function writeFigures(
  schema: ColumnSchema,
  original: CodedEstimates,
  twin: CodedFigures,
  { hasTotal }: { hasTotal: boolean },
): NumberFigures {
  const scale = isTime(schema) ? schema.unitSeconds * 1000 : 10 ** -schema.decimals
  const scaled = (estimate: Estimate | null) =>
    estimate && {
      value: estimate.value * scale,
      low: estimate.low * scale,
      high: estimate.high * scale,
    }
  const figure = (id: NumberFigureId, own: Estimate | null, made: number): NumberFigure => ({
    id,
    original: scaled(own),
    synthetic: made * scale,
  })
  return {
    format: isTime(schema) ? 'date' : schema.kind === 'integer' ? 'integer' : 'number',
    figures: [
      ...(isTime(schema) ? [] : [figure('mean', original.mean, twin.mean)]),
      ...(hasTotal && !isTime(schema) ? [figure('total', original.total, twin.sum)] : []),
      ...QUANTILES.map((share, i) =>
        figure(
          `q${Math.round(100 * share)}` as NumberFigureId,
          original.quantiles[i]!,
          twin.quantiles[i]!,
        ),
      ),
    ],
  }
}
