import type { ColumnSchema } from '../../schema/column-schema.ts'
import { type SampleColumn, sortedPresent } from '../table-sample.ts'
import type { ColumnPlot } from './column-plot.ts'

const MAX_BARS = 40
const MAX_CATEGORIES = 12
/**
 * Sets the share of rows at either end in the outermost bar: a far outlier would flatten the rest.
 */
const TAIL = 0.005

/**
 * Describes a modeled column in a comparison: how its integers read, and the labels of the codes
 * that a plot shows.
 */
export type ComparedColumn = { schema: ColumnSchema; labels: Map<number, string> }

/**
 * Plots a column exactly, as the counterpart of `columnPlot`, for the original's owner. Null if the
 * original has no value.
 */
export function exactPlot(
  { schema, labels }: ComparedColumn,
  original: SampleColumn,
  twin: SampleColumn,
): ColumnPlot | null {
  if (original.type === 'category') return categories(original.values, twin.values, labels)
  return histogram(schema, original.values, twin.values as Float64Array)
}

function histogram(
  schema: ColumnSchema,
  original: Float64Array,
  twin: Float64Array,
): ColumnPlot | null {
  const sorted = sortedPresent(original)
  if (sorted.length === 0) return null
  const tail = Math.floor(TAIL * sorted.length)
  const low = sorted[tail]!
  const high = sorted[sorted.length - 1 - tail]! + 1
  const width = Math.max(1, Math.ceil((high - low) / MAX_BARS))
  const bars = Math.ceil((high - low) / width)
  const isTime = schema.kind === 'date' || schema.kind === 'timestamp'
  const scale = isTime ? schema.unitSeconds * 1000 : 10 ** -schema.decimals
  const barOf = (value: number) =>
    Math.max(0, Math.min(bars - 1, Math.floor((value - low) / width)))
  return {
    type: 'histogram',
    edges: Array.from({ length: bars + 1 }, (_, i) => (low + i * width) * scale),
    original: shares(original.filter(isPresent).map(barOf), bars),
    synthetic: shares(twin.filter(isPresent).map(barOf), bars),
    format: isTime ? 'date' : schema.kind === 'integer' ? 'integer' : 'number',
  }
}

const isPresent = (value: number) => !Number.isNaN(value)

/** Returns the codes that a plot of a category shows: the original's most common ones. */
export function plottedCodes(values: Int32Array): number[] {
  return [...countCodes(values).entries()]
    .filter(([, rows]) => rows > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_CATEGORIES - 1)
    .map(([code]) => code)
}

export const REST_LABEL = 'All others'

function categories(
  original: Int32Array,
  twin: Int32Array | Float64Array,
  labels: Map<number, string>,
): ColumnPlot | null {
  const shown = plottedCodes(original)
  if (shown.length === 0) return null
  const own = sharesOfCodes(original, shown)
  const made = sharesOfCodes(twin as Int32Array, shown)
  const hasRest = own.at(-1)! > 0 || made.at(-1)! > 0
  const length = shown.length + (hasRest ? 1 : 0)
  return {
    type: 'categories',
    labels: [...shown.map((code) => labels.get(code) ?? '?'), REST_LABEL].slice(0, length),
    original: own.slice(0, length),
    synthetic: made.slice(0, length),
  }
}

/** Returns the shares of some codes, and of all others together. */
function sharesOfCodes(values: Int32Array, shown: number[]): number[] {
  const counts = countCodes(values)
  const present = Math.max(1, sum(counts))
  const own = shown.map((code) => counts[code] ?? 0)
  return [...own, sum(counts) - sum(own)].map((count) => count / present)
}

const sum = (counts: ArrayLike<number>) => Array.from(counts).reduce((total, n) => total + n, 0)

/** Counts each code from 0 on; missing ones are left out. */
function countCodes(values: Int32Array): Int32Array {
  const most = values.reduce((a, b) => Math.max(a, b), -1)
  const counts = new Int32Array(most + 1)
  for (let row = 0; row < values.length; row++) if (values[row]! >= 0) counts[values[row]!]!++
  return counts
}

function shares(places: Float64Array | Int32Array, length: number): number[] {
  const counts = new Array<number>(length).fill(0)
  for (const place of places) counts[place]!++
  return counts.map((count) => count / Math.max(1, places.length))
}
