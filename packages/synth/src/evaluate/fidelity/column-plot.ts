import type { FittedColumn } from '../../model/fitted-model.ts'
import { cellsOf } from '../../model/measure/cells-of-values.ts'
import { OTHER_LABEL } from '../../model/measure/discover-categories.ts'
import type { SampleColumn } from '../table-sample.ts'

/** Holds a column's plot; both sides are fractions of the rows with a value. */
export type ColumnPlot =
  | {
      type: 'histogram'
      /** One more than there are bars; epoch milliseconds where `format` is date. */
      edges: number[]
      original: number[]
      synthetic: number[]
      format: 'integer' | 'number' | 'date'
    }
  | { type: 'categories'; labels: string[]; original: number[]; synthetic: number[] }

const MAX_BARS = 48
const MAX_CATEGORIES = 12

/**
 * Plots a column of the original next to the twin. The original's side is the noisy marginal that
 * the model was fitted to, so the plot costs no further privacy.
 */
export function columnPlot(column: FittedColumn, twin: SampleColumn): ColumnPlot | null {
  return column.values.type === 'grid'
    ? histogram(column, column.values.grid.starts, twin.values as Float64Array)
    : categories(column, column.values.labels, twin)
}

function histogram(
  column: FittedColumn,
  starts: Float64Array,
  twin: Float64Array,
): ColumnPlot | null {
  const weights = column.binning.cellWeights.subarray(0, starts.length - 1)
  const present = [...weights.keys()].filter((cell) => weights[cell]! > 0)
  if (present.length === 0) return null
  const low = starts[present[0]!]!
  const high = starts[present.at(-1)! + 1]!
  const width = Math.ceil((high - low) / MAX_BARS)
  const bars = Math.ceil((high - low) / width)
  const original = new Float64Array(bars)
  for (const cell of present) {
    spread(
      original,
      (starts[cell]! - low) / width,
      (starts[cell + 1]! - low) / width,
      weights[cell]!,
    )
  }
  const synthetic = new Float64Array(bars)
  for (const value of twin) {
    if (Number.isNaN(value)) continue
    synthetic[Math.max(0, Math.min(bars - 1, Math.floor((value - low) / width)))]!++
  }
  const { kind, unitSeconds, decimals } = column.schema
  const isTime = kind === 'date' || kind === 'timestamp'
  const scale = isTime ? unitSeconds * 1000 : 10 ** -decimals
  return {
    type: 'histogram',
    edges: Array.from({ length: bars + 1 }, (_, i) => (low + i * width) * scale),
    original: fractions(original),
    synthetic: fractions(synthetic),
    format: isTime ? 'date' : kind === 'integer' ? 'integer' : 'number',
  }
}

/** Adds `weight` to the bars between `from` and `to`, in proportion to their overlap. */
function spread(bars: Float64Array, from: number, to: number, weight: number): void {
  const density = weight / (to - from)
  for (let bar = Math.floor(from); bar < to && bar < bars.length; bar++) {
    bars[bar]! += density * (Math.min(to, bar + 1) - Math.max(from, bar))
  }
}

function categories(column: FittedColumn, labels: string[], twin: SampleColumn): ColumnPlot | null {
  const weights = column.binning.cellWeights
  const counts = new Float64Array(labels.length + 1)
  for (const cell of cellsOf(column, twin)) if (cell <= labels.length) counts[cell]!++
  const shown = [...labels.keys()].sort((a, b) => weights[b]! - weights[a]!)
  shown.splice(shown.length > MAX_CATEGORIES ? MAX_CATEGORIES - 1 : MAX_CATEGORIES)
  const rest = [...counts.keys()].filter((cell) => !shown.includes(cell))
  const sum = (of: Float64Array) => rest.reduce((total, cell) => total + of[cell]!, 0)
  const [restOriginal, restSynthetic] = [sum(weights), sum(counts)]
  const hasRest = restOriginal > 0 || restSynthetic > 0
  const original = shown.map((cell) => weights[cell]!)
  const synthetic = shown.map((cell) => counts[cell]!)
  if (shown.length === 0 && !hasRest) return null
  return {
    type: 'categories',
    labels: [...shown.map((cell) => labels[cell]!), ...(hasRest ? [OTHER_LABEL] : [])],
    original: fractions([...original, ...(hasRest ? [restOriginal] : [])]),
    synthetic: fractions([...synthetic, ...(hasRest ? [restSynthetic] : [])]),
  }
}

function fractions(values: ArrayLike<number>): number[] {
  const list = Array.from(values)
  const total = list.reduce((sum, value) => sum + value, 0)
  return list.map((value) => (total > 0 ? value / total : 0))
}
