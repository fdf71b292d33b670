import type { FittedRules } from '../model/fitted-model.ts'
import { type RandomSource, uniform } from '../random/random-source.ts'
import type { Apart, Range, RulePlan, Sum } from '../schema/rules/rule-plan.ts'
import { convert } from '../schema/rules/rule-units.ts'
import { lookUp } from './apply-lookups.ts'
import { type DrawnColumn, drawAlone, numbersOf } from './drawn-column.ts'
import { preserveSumInRange } from './preserve-sum.ts'

/**
 * Computes, by position, the columns that rules set from those that were drawn, and keeps every column in its range:
 * no row is thrown away, for each one obeys by construction. Changes `drawn`.
 */
export function applyRules(rules: FittedRules, drawn: DrawnColumn[], random: RandomSource): void {
  const { plan, lookups } = rules
  for (const [j, range] of plan.ranges.entries()) cutOff(drawn[j], range)
  for (const derivation of plan.derivations) {
    const { column } = derivation
    if (derivation.type === 'lookup') {
      drawn[column] = lookUp(lookups.get(column)!, derivation.on, drawn, canSplit(plan), random)
    } else {
      const values =
        derivation.type === 'sum'
          ? restoreSums(rules, derivation, drawn, random)
          : modelDifference(rules, derivation, drawn, random)
      drawn[column] = { type: 'numbers', values }
    }
    cutOff(drawn[column], plan.ranges[column]!)
  }
}

/** Splitting the pool of a column that is itself looked up would give equal values different ones. */
function canSplit({ derivations }: RulePlan): (column: number) => boolean {
  const set = new Set(derivations.map(({ column }) => column))
  return (column) => !set.has(column)
}

function cutOff(column: DrawnColumn | undefined, { low, high }: Range): void {
  if (column?.type !== 'numbers') return
  if (low === -Infinity && high === Infinity) return
  const { values } = column
  for (let row = 0; row < values.length; row++) {
    if (values[row]! < low) values[row] = low
    else if (values[row]! > high) values[row] = high
  }
}

function modelDifference(
  { alone }: FittedRules,
  { type, column, bases, difference }: Apart,
  drawn: DrawnColumn[],
  random: RandomSource,
): Float64Array {
  const differences = numbersOf(drawn, difference)
  const values = new Float64Array(differences.length).fill(Number.NaN)
  const sources = bases.map((base) => ({ ...base, values: numbersOf(drawn, base.column) }))
  const [nearer, sign] = type === 'above' ? [Math.max, 1] : [Math.min, -1]
  const without: number[] = []
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(differences[row]!)) continue
    let base = Number.NaN
    for (const source of sources) {
      const bound = convert(source.conversion, source.values[row]!)
      if (Number.isNaN(bound)) continue
      base = Number.isNaN(base) ? bound : nearer(base, bound)
    }
    if (Number.isNaN(base)) without.push(row)
    else values[row] = base + sign * Math.max(0, differences[row]!)
  }
  const own = drawAlone(alone.get(column)!, without.length, random)
  if (own.type === 'numbers')
    without.forEach((row, i) => {
      values[row] = own.values[i]!
    })
  return values
}

function restoreSums(
  { plan, alone }: FittedRules,
  sum: Sum,
  drawn: DrawnColumn[],
  random: RandomSource,
): Float64Array {
  const terms = sum.terms.map(({ column, factor }) => ({
    column,
    factor,
    values: numbersOf(drawn, column),
  }))
  const rest = sum.rest === null ? null : numbersOf(drawn, sum.rest)
  const rowCount = terms[0]!.values.length
  const values = new Float64Array(rowCount)
  for (let row = 0; row < rowCount; row++) {
    let total = rest ? Math.max(0, rest[row]!) : 0
    let present = 0
    for (const term of terms) {
      const value = term.values[row]!
      if (Number.isNaN(value)) {
        if (term.column === sum.needed) total = Number.NaN
        continue
      }
      total += value * term.factor
      present++
    }
    values[row] = present === 0 && !rest ? Number.NaN : total
  }
  if (sum.needed === null && !rest) {
    leaveOut(values, missingShare(alone.get(sum.column)!.binning.cellWeights), random)
  }
  preserveSumInRange(sum, values, drawn, plan.ranges)
  return values
}

function missingShare(cellWeights: Float64Array): number {
  const total = cellWeights.reduce((sum, weight) => sum + weight, 0)
  return total > 0 ? cellWeights.at(-1)! / total : 0
}

/** Makes values missing at random until about `share` of them are. */
function leaveOut(values: Float64Array, share: number, random: RandomSource): void {
  const missing = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0)
  const present = values.length - missing
  const chance = present > 0 ? (share * values.length - missing) / present : 0
  if (chance <= 0) return
  for (let row = 0; row < values.length; row++)
    if (uniform(random) < chance) values[row] = Number.NaN
}
