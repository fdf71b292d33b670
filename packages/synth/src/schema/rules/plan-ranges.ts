import type { ColumnSchema } from '../column-schema.ts'
import { names } from '../infer/draft-rules.ts'
import type { TableSchema } from '../table-schema.ts'
import {
  type Derivation,
  declaredRange,
  type Range,
  refusedRule,
  type Sum,
  sourcesOf,
} from './rule-plan.ts'
import { convert, leastAbove, mostBelow } from './rule-units.ts'

/**
 * Plans the ranges of columns: as declared, narrowed until every order and sum can be kept within
 * them. Throws SynthesisError if one cannot.
 */
export function planRanges(
  table: TableSchema,
  schemas: ColumnSchema[],
  derivations: Derivation[],
): { ranges: Range[]; derivations: Derivation[] } {
  const ranges = table.columns.map((_, j) => declaredRange(schemas[j]!))
  narrowByOrders(table, schemas, ranges)
  return {
    ranges,
    derivations: derivations.map((derivation, i) => {
      if (derivation.type !== 'sum') return derivation
      const yielding = yieldingTerms(derivation, derivations, i)
      preserveSum(table, ranges, derivation, yielding)
      return { ...derivation, yielding }
    }),
  }
}

function narrowByOrders(table: TableSchema, schemas: ColumnSchema[], ranges: Range[]): void {
  const orders = table.rules.filter((rule) => rule.type === 'order')
  // The orders have no circle, so each pass settles at least one more column for good.
  for (const _ of orders) {
    for (const { low, high } of orders) {
      const [a, b] = [ranges[low]!, ranges[high]!]
      b.low = Math.max(b.low, convert(leastAbove(schemas[low]!, schemas[high]!), a.low))
      a.high = Math.min(a.high, convert(mostBelow(schemas[high]!, schemas[low]!), b.high))
    }
  }
  const empty = ranges.findIndex(({ low, high }) => low > high)
  if (empty < 0) return
  throw refusedRule(
    `The orders and the declared ranges leave ${names(table)(empty)} no value: its minimum would be above its maximum.`,
  )
}

/** Terms that no rule sets and that nothing was computed from when the sum is. */
function yieldingTerms({ terms }: Sum, derivations: Derivation[], position: number): number[] {
  const columns = terms.map(({ column }) => column)
  return columns.filter(
    (column) =>
      !derivations.some((d) => d.column === column) &&
      !derivations.slice(0, position).some((d) => sourcesOf(d).includes(column)),
  )
}

/** Returns the range within which a term may be changed: not below zero unless a minimum is declared. */
export function yieldingRange({ low, high }: Range): Range {
  return { low: Number.isFinite(low) ? low : Math.min(0, high), high }
}

/**
 * Checks that the terms that yield, where none is missing, can always bring the sum into its range; narrows that to
 * what the terms can reach.
 */
function preserveSum(table: TableSchema, ranges: Range[], sum: Sum, yielding: number[]): void {
  const range = ranges[sum.column]!
  const reach = { low: 0, high: sum.rest === null ? 0 : Infinity }
  const brought = { low: sum.rest === null ? 0 : Infinity, high: 0 }
  let step = 1
  for (const { column, factor } of sum.terms) {
    const [low, high] = ends(ranges[column]!, factor)
    // A term that is missing counts as 0.
    reach.low += column === sum.needed ? low : Math.min(0, low)
    reach.high += column === sum.needed ? high : Math.max(0, high)
    const isYielding = yielding.includes(column)
    if (isYielding) step = Math.max(step, Math.abs(factor))
    const room = isYielding ? ends(yieldingRange(ranges[column]!), factor) : [high, low]
    brought.high += room[0]!
    brought.low += room[1]!
  }
  const isKept =
    (reach.high <= range.high || brought.high <= range.high) &&
    (reach.low >= range.low || brought.low >= range.low)
  const needsYielding = reach.high > range.high || reach.low < range.low
  if (!isKept || (needsYielding && range.high - range.low < step - 1)) {
    const named = names(table)
    throw refusedRule(
      `${named(sum.column)} cannot be kept within its range: ${named(...sum.terms.map(({ column }) => column))} may add up to values outside it. Declare narrower ranges for them, or a wider one for ${named(sum.column)}.`,
    )
  }
  range.low = Math.max(range.low, reach.low)
  range.high = Math.min(range.high, reach.high)
}

function ends({ low, high }: Range, factor: number): [number, number] {
  return factor > 0 ? [low * factor, high * factor] : [high * factor, low * factor]
}
