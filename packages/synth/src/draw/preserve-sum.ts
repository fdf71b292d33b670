import { yieldingRange } from '../schema/rules/plan-ranges.ts'
import type { Range, Sum } from '../schema/rules/rule-plan.ts'
import { type DrawnColumn, numbersOf } from './drawn-column.ts'

/** A term that may be changed; `low` and `high` bound its own values. */
type Yielding = { values: Float64Array; factor: number; low: number; high: number }

/**
 * Brings sums outside their range back into it by changing the yielding terms, those with the most
 * room first. The plan guarantees that there is room; if too many terms are missing for that, the
 * sum is missing as well. Changes `sums` and `drawn`.
 */
export function preserveSumInRange(
  { column, terms, rest, yielding }: Sum,
  sums: Float64Array,
  drawn: DrawnColumn[],
  ranges: Range[],
): void {
  const { low, high } = ranges[column]!
  if (low === -Infinity && high === Infinity) return
  const changing = terms
    .filter((term) => yielding.includes(term.column))
    .map((term): Yielding => {
      const values = numbersOf(drawn, term.column)
      return { values, factor: term.factor, ...yieldingRange(ranges[term.column]!) }
    })
  if (rest !== null) {
    changing.push({ values: numbersOf(drawn, rest), factor: 1, low: 0, high: Infinity })
  }
  for (let row = 0; row < sums.length; row++) {
    const sum = sums[row]!
    if (sum > high) sums[row] = sum - give(changing, row, sum - high, -1)
    else if (sum < low) sums[row] = sum + give(changing, row, low - sum, 1)
    if (sums[row]! > high || sums[row]! < low) sums[row] = Number.NaN
  }
}

/** Lowers (-1) or raises (1) the sum of a row by `amount`, or by a little more where terms have coarser steps. */
function give(changing: Yielding[], row: number, amount: number, direction: 1 | -1): number {
  let given = 0
  const ordered = changing
    .map((term) => ({ term, ...room(term, row, direction) }))
    .sort((a, b) => b.steps * b.size - a.steps * a.size)
  for (const { term, steps, size } of ordered) {
    if (given >= amount) break
    const taken = Math.min(steps, Math.ceil((amount - given) / size))
    if (taken === 0) continue
    term.values[row] = term.values[row]! + taken * direction * Math.sign(term.factor)
    given += taken * size
  }
  return given
}

/**
 * Returns the number of steps by which a term can change in a direction of the sum, and the change
 * of the sum per step.
 */
function room(
  { values, factor, low, high }: Yielding,
  row: number,
  direction: 1 | -1,
): { steps: number; size: number } {
  const value = values[row]!
  const steps = direction * factor > 0 ? high - value : value - low
  return { steps: Number.isNaN(value) ? 0 : Math.max(0, steps), size: Math.abs(factor) }
}
