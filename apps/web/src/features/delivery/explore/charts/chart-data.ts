/** Rows of a table counted for a chart, by the database: per bin or value of one column, and within it per group of another. */
import { formatValue, type ValueFormat } from '@semblance/plots'
import type { Cell, ResultColumn } from '../result.ts'
import { quoteName, quoteText } from '../sql.ts'

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

/** Runs one statement and returns its rows. */
export type Ask = (statement: string) => Promise<readonly (readonly Cell[])[]>

const BINS = 20
const MAX_VALUES = 12
const MAX_GROUPS = 5
const RANGES = 4
const OTHERS = 'Others'

/** Names places from left to right; `place` is the SQL of a row's place, null where it has none. */
type Places = { labels: string[]; place: string; axis: Chart['axis'] }

const isContinuous = ({ type }: ResultColumn) => type === 'number' || type === 'moment'

/** Counts all rows of the table; nothing is read but sums. */
export async function chartOf(
  ask: Ask,
  table: string,
  column: ResultColumn,
  by: ResultColumn | null,
): Promise<Chart> {
  const from = quoteName(table)
  const bars = await (isContinuous(column) ? binsOf : valuesOf)(ask, from, column)
  const groups = by && (await (isContinuous(by) ? rangesOf : groupsOf)(ask, from, by))
  const counted = await ask(
    `SELECT ${bars.place} AS bar, ${groups?.place ?? '0'} AS part, count(*)::DOUBLE FROM ${from} GROUP BY ALL`,
  )
  const chart: Chart = {
    groups: groups?.labels ?? [],
    axis: bars.axis,
    missing: 0,
    bars: bars.labels.map((label) => ({
      label,
      total: 0,
      counts: Array.from({ length: groups?.labels.length ?? 1 }, () => 0),
    })),
  }
  for (const [place, part, rows] of counted) {
    const bar = place === null ? undefined : chart.bars[Number(place)]
    if (!bar) {
      chart.missing += Number(rows)
      continue
    }
    bar.total += Number(rows)
    bar.counts[Number(part)] = (bar.counts[Number(part)] ?? 0) + Number(rows)
  }
  return chart
}

/** Writes a value as a finite number, times in milliseconds since 1970; null for what is none. */
function numberOf({ name, type }: ResultColumn): string {
  const quoted = quoteName(name)
  if (type === 'moment') return `epoch_ms(${quoted}::TIMESTAMP)::DOUBLE`
  return `(CASE WHEN isfinite(${quoted}::DOUBLE) THEN ${quoted}::DOUBLE END)`
}

const textOf = ({ name }: ResultColumn) => `coalesce(${quoteName(name)}::VARCHAR, 'null')`

type Extent = { low: number; high: number; format: ValueFormat }

async function extentOf(ask: Ask, from: string, column: ResultColumn): Promise<Extent | null> {
  const value = numberOf(column)
  const [row] = await ask(
    `SELECT min(${value}), max(${value}), bool_and(${value} = floor(${value})) FROM ${from}`,
  )
  const [low, high, isWhole] = row ?? []
  if (typeof low !== 'number' || typeof high !== 'number') return null
  return { low, high, format: formatOf(column, isWhole === true) }
}

async function binsOf(ask: Ask, from: string, column: ResultColumn): Promise<Places> {
  const extent = await extentOf(ask, from, column)
  if (!extent) return { labels: [], place: 'NULL', axis: null }
  const { low, high, format } = extent
  // Whole numbers that are few get a bin each.
  const bins = format === 'integer' ? Math.min(BINS, high - low + 1) : low === high ? 1 : BINS
  const end = format === 'integer' ? high + 1 : high
  const edges = Array.from({ length: bins + 1 }, (_, i) => low + ((end - low) * i) / bins)
  const share = `(${numberOf(column)} - ${sqlNumber(low)}) / ${sqlNumber(end - low || 1)}`
  return {
    labels: edges.slice(1).map((edge, i) => rangeLabel(edges[i] ?? low, edge, format, end - low)),
    place: `CASE WHEN ${numberOf(column)} IS NOT NULL THEN least(${bins - 1}, floor(${share} * ${bins}))::INTEGER END`,
    axis: { edges, format },
  }
}

async function valuesOf(ask: Ask, from: string, column: ResultColumn): Promise<Places> {
  const { top, others } = await topOf(ask, from, column, MAX_VALUES)
  return {
    labels: others > 0 ? [...top, `${OTHERS} (${others})`] : top,
    place: placeAmong(column, top),
    axis: null,
  }
}

async function groupsOf(ask: Ask, from: string, by: ResultColumn): Promise<Places> {
  const { top, others } = await topOf(ask, from, by, MAX_GROUPS)
  return { labels: others > 0 ? [...top, OTHERS] : top, place: placeAmong(by, top), axis: null }
}

/** Finds the most frequent values, and how many other values there are. */
async function topOf(ask: Ask, from: string, column: ResultColumn, most: number) {
  const value = textOf(column)
  const rows = await ask(
    `SELECT ${value} AS label, count(*) OVER ()::DOUBLE FROM ${from} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${most}`,
  )
  return {
    top: rows.map(([label]) => String(label)),
    others: Math.max(0, Number(rows[0]?.[1] ?? 0) - rows.length),
  }
}

/** A value that is not among them has the place after the last. */
function placeAmong(column: ResultColumn, top: readonly string[]): string {
  if (top.length === 0) return '0'
  const cases = top.map((label, i) => `WHEN ${quoteText(label)} THEN ${i}`)
  return `CASE ${textOf(column)} ${cases.join(' ')} ELSE ${top.length} END`
}

/** Cuts numbers into ranges with about as many rows each, and those without a value into a group of their own. */
async function rangesOf(ask: Ask, from: string, by: ResultColumn): Promise<Places> {
  const extent = await extentOf(ask, from, by)
  if (!extent) return { labels: ['null'], place: '0', axis: null }
  const { low, high, format } = extent
  const value = numberOf(by)
  const cuts = Array.from({ length: RANGES }, (_, i) => `quantile_disc(${value}, ${i / RANGES})`)
  const [row] = await ask(`SELECT ${cuts.join(', ')}, count(*) > count(${value}) FROM ${from}`)
  const starts = [...new Set((row ?? []).slice(0, RANGES).map(Number))]
  const labels = starts.map((start, i) =>
    rangeLabel(start, starts[i + 1] ?? high, format, high - low),
  )
  const above = starts.slice(1).map((start) => `(${value} >= ${sqlNumber(start)})::INTEGER`)
  return {
    labels: row?.[RANGES] === true ? [...labels, 'null'] : labels,
    place: `CASE WHEN ${value} IS NULL THEN ${starts.length} ELSE ${['0', ...above].join(' + ')} END`,
    axis: null,
  }
}

/** Writes a number so that the engine takes it for a double, not for a decimal. */
const sqlNumber = (value: number) => `(${value.toExponential()})`

const formatOf = ({ type }: ResultColumn, isWhole: boolean): ValueFormat =>
  type === 'moment' ? 'date' : isWhole ? 'integer' : 'number'

function rangeLabel(from: number, to: number, format: ValueFormat, span: number): string {
  if (format === 'integer' && to - from === 1) return formatValue(from, format, span)
  const [low, high] = [formatValue(from, format, span), formatValue(to, format, span)]
  return low === high ? low : `${low} to ${high}`
}
