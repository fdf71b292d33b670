import { mapToInts } from '../../model/measure/cells-of-values.ts'
import { lastAtMost } from '../../schema/infer/grid.ts'
import { type SampleColumn, sortedPresent, type TableSample } from '../table-sample.ts'
import { type ComparedColumn, plottedCodes, REST_LABEL } from './exact-plot.ts'
import { type LaidAxis, MAX_CATEGORIES, mergeLightest } from './pair-axis.ts'
import { type PairPlot, pairPlot } from './pair-plot.ts'
import { rangeLabels } from './range-labels.ts'
import { strongestOwnPairs } from './strongest-pairs.ts'

/** Ranges are joined from so many of about as many rows each. */
const QUANTILES = 50

/** Plots the strongest pairs of columns exactly, for the original's owner only. */
export function plotExactPairs(
  columns: ComparedColumn[],
  { original, twin }: { original: TableSample; twin: TableSample },
): PairPlot[] {
  const placed = columns.flatMap((column, j) => {
    const own = original.columns[j]!
    const axis = own.type === 'category' ? layNames(column, own.values) : layRanges(column, own)
    if (!axis || axis.laid.axis.labels.length < 2) return []
    const { laid, placesOf } = axis
    return [{ laid, index: j, own: placesOf(own), made: placesOf(twin.columns[j]!) }]
  })
  return strongestOwnPairs(placed).flatMap(({ pair, counted }) => pairPlot(pair, counted) ?? [])
}

/** An axis, and how values find their places on it. */
type ExactAxis = { laid: LaidAxis; placesOf: (column: SampleColumn) => Int32Array }

function layRanges({ schema }: ComparedColumn, { values }: SampleColumn): ExactAxis | null {
  const sorted = sortedPresent(Float64Array.from(values))
  if (sorted.length === 0) return null
  const quantiles = Array.from(
    { length: QUANTILES },
    (_, i) => sorted[Math.floor((i * sorted.length) / QUANTILES)]!,
  )
  const starts = [...new Set(quantiles)]
  const weights = new Array<number>(starts.length).fill(0)
  for (const place of placesOn(starts, sorted)) weights[place]!++
  const firstCells = mergeLightest(weights.map((weight, cell) => ({ cell, weight })))
  const firsts = firstCells.map((cell) => starts[cell]!)
  const bounds = [...firsts, sorted.at(-1)! + 1]
  return {
    laid: { axis: { column: schema.name, labels: rangeLabels(bounds, schema) }, isRanges: true },
    placesOf: (column) => placesOn(firsts, column.values),
  }
}

/** Returns the range of each value, given the starts of the ranges; -1 for missing values. */
function placesOn(starts: number[], values: Float64Array | Int32Array): Int32Array {
  return mapToInts(values, (value) =>
    Number.isNaN(value) ? -1 : Math.max(0, lastAtMost(starts, value)),
  )
}

/** The commonest names; all others share the last place. */
function layNames({ schema, labels }: ComparedColumn, values: Int32Array): ExactAxis {
  const common = plottedCodes(values)
  const known = new Set(common)
  const isCut =
    common.length > MAX_CATEGORIES || values.some((code) => code >= 0 && !known.has(code))
  const shown = isCut ? common.slice(0, MAX_CATEGORIES - 1) : common
  const names = shown.map((code) => labels.get(code) ?? '?')
  const placeOf = new Map(shown.map((code, place) => [code, place]))
  return {
    laid: {
      axis: { column: schema.name, labels: isCut ? [...names, REST_LABEL] : names },
      isRanges: false,
    },
    placesOf: (column) =>
      mapToInts(column.values, (code) =>
        code < 0 ? -1 : (placeOf.get(code) ?? (isCut ? shown.length : -1)),
      ),
  }
}
