/** Rows of a preview counted for a chart: per bin or value of one column, and within it per group of another. */
import { formatValue, type ValueFormat } from '@semblance/plots'
import type { Cell, ResultColumn } from './result.ts'
import { quoteName } from './sql.ts'

export type Bar = {
  label: string
  total: number
  /** Holds the rows of each group, in the order of `Chart.groups`. */
  counts: number[]
}

export type Chart = {
  /** Empty where nothing is grouped. */
  groups: string[]
  bars: Bar[]
  /** Describes a histogram's axis: bounds of its bins, times in milliseconds since 1970. */
  axis: { edges: number[]; format: ValueFormat } | null
  /** Rows without a value; a histogram has no bar for them. */
  missing: number
}

/** Holds a value of the column, and one of the grouping column. */
export type Pair = readonly [Cell, Cell]

const BINS = 20
const MAX_VALUES = 12
const MAX_GROUPS = 5
const RANGES = 4
const OTHERS = 'Others'

const isContinuous = ({ type }: ResultColumn) => type === 'number' || type === 'moment'

/** Asks for the pairs: continuous values as numbers, all others as texts. */
export function pairsSql(table: string, column: ResultColumn, by: ResultColumn | null): string {
  return `SELECT ${plainValue(column)}, ${by ? plainValue(by) : 'NULL'} FROM ${quoteName(table)}`
}

function plainValue({ name, type }: ResultColumn): string {
  const quoted = quoteName(name)
  if (type === 'moment') return `epoch_ms(${quoted}::TIMESTAMP)::DOUBLE`
  return type === 'number' ? `${quoted}::DOUBLE` : `${quoted}::VARCHAR`
}

export function chartOf(
  pairs: readonly Pair[],
  column: ResultColumn,
  by: ResultColumn | null,
): Chart {
  const { groups, groupOf } = by ? grouping(pairs, by) : ungrouped
  const count = (label: string, chosen: readonly Pair[]): Bar => {
    const counts = Array.from(groups.length > 0 ? groups : [null], () => 0)
    for (const [, value] of chosen) counts[groupOf(value)]! += 1
    return { label, total: chosen.length, counts }
  }
  const present = pairs.filter(([value]) => value !== null && !Number.isNaN(value))
  const missing = pairs.length - present.length
  if (isContinuous(column)) return { groups, missing, ...histogram(present, column, count) }
  return { groups, missing, axis: null, bars: valueBars(pairs, count) }
}

type CountBar = (label: string, chosen: readonly Pair[]) => Bar

function histogram(pairs: readonly Pair[], column: ResultColumn, count: CountBar) {
  const values = pairs.map(([value]) => Number(value)).filter(Number.isFinite)
  if (values.length === 0) return { bars: [], axis: null }
  const [low, high] = extent(values)
  const format = formatOf(column, values)
  // Whole numbers that are few get a bin each.
  const bins = format === 'integer' ? Math.min(BINS, high - low + 1) : low === high ? 1 : BINS
  const end = format === 'integer' ? high + 1 : high
  const edges = Array.from({ length: bins + 1 }, (_, i) => low + ((end - low) * i) / bins)
  const binOf = (value: number) =>
    Math.min(bins - 1, Math.floor(((value - low) / (end - low || 1)) * bins))
  const byBin = Map.groupBy(pairs, ([value]) => binOf(Number(value)))
  const bars = Array.from({ length: bins }, (_, i) => {
    const label = rangeLabel(edges[i]!, edges[i + 1]!, format, end - low)
    return count(label, byBin.get(i) ?? [])
  })
  return { bars, axis: { edges, format } }
}

function valueBars(pairs: readonly Pair[], count: CountBar): Bar[] {
  const byValue = [...Map.groupBy(pairs, ([value]) => labelOf(value))].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const bars = byValue.slice(0, MAX_VALUES).map(([label, chosen]) => count(label, chosen))
  const others = byValue.slice(MAX_VALUES)
  if (others.length === 0) return bars
  const label = `${OTHERS} (${others.length})`
  return [
    ...bars,
    count(
      label,
      others.flatMap(([, chosen]) => chosen),
    ),
  ]
}

type Grouping = { groups: string[]; groupOf: (value: Cell) => number }

const ungrouped: Grouping = { groups: [], groupOf: () => 0 }

/** The most frequent values of a column; of a continuous one, ranges with about as many rows each. */
function grouping(pairs: readonly Pair[], by: ResultColumn): Grouping {
  if (isContinuous(by)) return rangesOf(pairs, by)
  const byValue = [...Map.groupBy(pairs, ([, value]) => labelOf(value))].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const top = byValue.slice(0, MAX_GROUPS).map(([label]) => label)
  const groups = byValue.length > MAX_GROUPS ? [...top, OTHERS] : top
  return {
    groups,
    groupOf: (value) => {
      const at = top.indexOf(labelOf(value))
      return at < 0 ? top.length : at
    },
  }
}

function rangesOf(pairs: readonly Pair[], by: ResultColumn): Grouping {
  const values = pairs
    .map(([, value]) => value)
    .filter((value): value is number => typeof value === 'number' && Number.isFinite(value))
    .sort((a, b) => a - b)
  if (values.length === 0) return { groups: [labelOf(null)], groupOf: () => 0 }
  const [low, high] = [values[0]!, values.at(-1)!]
  const starts = [
    ...new Set(
      Array.from({ length: RANGES }, (_, i) => values[Math.floor((i * values.length) / RANGES)]!),
    ),
  ]
  const format = formatOf(by, values)
  const ranges = starts.map((start, i) =>
    rangeLabel(start, starts[i + 1] ?? high, format, high - low),
  )
  const isWhole = values.length === pairs.length
  return {
    groups: isWhole ? ranges : [...ranges, labelOf(null)],
    groupOf: (value) =>
      typeof value === 'number' && Number.isFinite(value)
        ? starts.findLastIndex((start) => value >= start)
        : ranges.length,
  }
}

const labelOf = (value: Cell) => (value === null ? 'null' : String(value))

const formatOf = ({ type }: ResultColumn, values: readonly number[]): ValueFormat => {
  if (type === 'moment') return 'date'
  return values.every(Number.isInteger) ? 'integer' : 'number'
}

function rangeLabel(from: number, to: number, format: ValueFormat, span: number): string {
  if (format === 'integer' && to - from === 1) return formatValue(from, format, span)
  const [low, high] = [formatValue(from, format, span), formatValue(to, format, span)]
  return low === high ? low : `${low} to ${high}`
}

function extent(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}
