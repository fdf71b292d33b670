import { isNumeric } from '../rules/rule-units.ts'
import { MAX_BROKEN, MIN_ROWS, type ProposedRule, type SampledColumn } from './proposed-rule.ts'

/** Rows read for sums: a sum that fails does so in the first few. */
const ROWS = 2000
/** Rows by which columns are chosen that come close to a total; the choice is checked on all. */
const CHOICE_ROWS = 400
/** A part is something in this share of rows at least. */
const MIN_PART_ROWS = 0.01
/** Limits the variation of the rest of the parts to this share of the total's variation. */
const MAX_REST_DEVIATION = 0.1

/** Numbers in the finest unit of all; a missing one counts as nothing. */
type Addend = {
  index: number
  /** Values of the first rows, by which sums are looked for, and of all, by which exceptions are counted. */
  values: Float64Array
  all: Float64Array
  isMissing: (row: number) => boolean
}

/**
 * Returns columns that are totals of others: exact ones if there are any, else with a remainder
 * that varies little.
 */
export function findSums(columns: SampledColumn[]): ProposedRule[] {
  const addends = readAddends(columns)
  const maxParts = addends.length <= 10 ? 6 : addends.length <= 16 ? 4 : 3
  return addends.flatMap((total): ProposedRule[] => {
    const others = addends.filter((other) => other !== total)
    const exact = exactParts(total, others, maxParts)
    const parts = exact ?? closeParts(total, others)
    if (parts === null) return []
    const rest = exact === null
    const inAll = (one: Addend) => ({ ...one, values: one.all })
    const exceptions = countExceptions(inAll(total), parts.map(inAll), rest, Infinity)
    if (exceptions > MAX_BROKEN * total.all.length) return []
    const indexes = parts.map(({ index }) => index).sort((a, b) => a - b)
    return [{ rule: { type: 'sum', total: total.index, parts: indexes, rest }, exceptions }]
  })
}

function readAddends(columns: SampledColumn[]): Addend[] {
  const finest = Math.max(0, ...columns.map(({ schema }) => schema.decimals))
  return columns.flatMap((column, index) => {
    if (!isNumeric(column.schema)) return []
    const scale = 10 ** (finest - column.schema.decimals)
    const all = column.values.map((value) => (Number.isNaN(value) ? 0 : value * scale))
    const values = all.subarray(0, ROWS)
    const something = values.filter((value) => value !== 0).length
    if (something < Math.max(MIN_ROWS, MIN_PART_ROWS * values.length)) return []
    const isMissing = (row: number) => Number.isNaN(column.values[row]!)
    return [{ index, values, all, isMissing }]
  })
}

/** The fewest columns, two at least, that add up to the total. */
function exactParts(total: Addend, others: Addend[], maxParts: number): Addend[] | null {
  const allowed = Math.floor(MAX_BROKEN * total.values.length)
  for (let size = 2; size <= Math.min(maxParts, others.length); size++) {
    for (const parts of subsets(others, size)) {
      if (countExceptions(total, parts, false, allowed) <= allowed) return parts
    }
  }
  return null
}

function* subsets(addends: Addend[], size: number, from = 0): Generator<Addend[]> {
  if (size === 0) yield []
  else {
    for (let i = from; i <= addends.length - size; i++) {
      for (const rest of subsets(addends, size - 1, i + 1)) yield [addends[i]!, ...rest]
    }
  }
}

/** Rows in which the parts miss the total, or exceed it where a rest may be; counting stops above `limit`. */
function countExceptions(total: Addend, parts: Addend[], rest: boolean, limit: number): number {
  let exceptions = 0
  for (let row = 0; row < total.values.length && exceptions <= limit; row++) {
    if (total.isMissing(row)) continue
    let left = total.values[row]!
    for (const part of parts) left -= part.values[row]!
    if (rest ? left < 0 : left !== 0) exceptions++
  }
  return exceptions
}

/** Takes away the column that leaves the least variation until none does; null if much is left, or less than nothing. */
function closeParts(total: Addend, others: Addend[]): Addend[] | null {
  const parts: Addend[] = []
  const rows = [...total.values.keys()].filter((row) => !total.isMissing(row))
  const chosen = Int32Array.from(rows.slice(0, CHOICE_ROWS))
  let left = Float64Array.from(chosen, (row) => total.values[row]!)
  let spread = deviation(left)
  const whole = spread
  for (;;) {
    const next = others
      .filter((other) => !parts.includes(other))
      .map((part) => {
        const without = left.map((value, i) => value - part.values[chosen[i]!]!)
        return { part, without, spread: deviation(without) }
      })
      .sort((a, b) => a.spread - b.spread)[0]
    if (!next || next.spread >= spread) break
    parts.push(next.part)
    left = next.without
    spread = next.spread
  }
  if (parts.length < 2 || spread > MAX_REST_DEVIATION * whole) return null
  const allowed = MAX_BROKEN * total.values.length
  return countExceptions(total, parts, true, allowed) <= allowed ? parts : null
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
