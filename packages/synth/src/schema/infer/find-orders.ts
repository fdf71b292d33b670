import { convert, isNumeric, isTime, leastAbove } from '../rules/rule-units.ts'
import { MAX_BROKEN, MIN_ROWS, type ProposedRule, type SampledColumn } from './proposed-rule.ts'

/**
 * Sets the least share of comparisons of different rows that must be out of order for an order
 * within rows to be informative.
 */
const OPEN = 0.1
/** The same where the values of a row are equal far more often than those of different rows. */
const OPEN_IF_TOUCHING = 0.02
const TOUCHING = 0.01
/** Distances between rows that are compared as if they were one. */
const STRIDES = [1, 7, 101]

/** Returns pairs of dates or numbers of which one is never above the other, though it could be. */
export function findOrders(columns: SampledColumn[]): ProposedRule[] {
  const found: { low: number; high: number; exceptions: number }[] = []
  for (const [low, a] of columns.entries()) {
    for (const [high, b] of columns.entries()) {
      if (low === high || !areComparable(a, b)) continue
      const exceptions = exceptionsOf(a, b)
      if (exceptions !== null) found.push({ low, high, exceptions })
    }
  }
  const isFound = (low: number, high: number) =>
    found.some((other) => other.low === low && other.high === high)
  return found
    .filter(({ low, high }) => !found.some((via) => via.low === low && isFound(via.high, high)))
    .map(({ low, high, exceptions }) => ({ rule: { type: 'order', low, high }, exceptions }))
}

function areComparable({ schema: a }: SampledColumn, { schema: b }: SampledColumn): boolean {
  return (isTime(a) && isTime(b)) || (isNumeric(a) && isNumeric(b))
}

/** Rows out of order; null if there are too many, or if other rows' values are in order too. */
function exceptionsOf(low: SampledColumn, high: SampledColumn): number | null {
  const conversion = leastAbove(low.schema, high.schema)
  const bounds = low.values.map((value) => convert(conversion, value))
  const own = compare(bounds, high.values, 0)
  if (own.rows < MIN_ROWS || own.broken > MAX_BROKEN * own.rows) return null
  if (own.equal === own.rows) return null
  const others = STRIDES.map((stride) => compare(bounds, high.values, stride))
  const share = (count: 'broken' | 'equal') =>
    others.reduce((sum, other) => sum + other[count], 0) /
    others.reduce((sum, other) => sum + other.rows, 0)
  const isTouching = own.equal > Math.max(TOUCHING, 5 * share('equal')) * own.rows
  return share('broken') >= (isTouching ? OPEN_IF_TOUCHING : OPEN) ? own.broken : null
}

function compare(
  bounds: Float64Array,
  values: Float64Array,
  stride: number,
): { rows: number; broken: number; equal: number } {
  const counts = { rows: 0, broken: 0, equal: 0 }
  for (let row = 0; row < bounds.length; row++) {
    const [bound, value] = [bounds[row]!, values[(row + stride) % values.length]!]
    if (Number.isNaN(bound) || Number.isNaN(value)) continue
    counts.rows++
    if (value < bound) counts.broken++
    if (value === bound) counts.equal++
  }
  return counts
}
