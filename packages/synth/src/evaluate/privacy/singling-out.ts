import { type RandomSource, shuffle, uniformBelow } from '../../random/random-source.ts'
import type { TriedAttack } from './attack-risk.ts'
import { type Condition, type IndexedTable, matchingRows, type Predicate } from './predicates.ts'

const MAX_ATTACKS = 2000
/** Records tried for each wanted predicate of several columns. */
const TRIES_PER_ATTACK = 10
const MIN_JOINT_COLUMNS = 2
const MAX_JOINT_COLUMNS = 5

/**
 * Simulates predicates that match exactly one synthetic row, and may match exactly one real one.
 * `train` and `control` have equally many rows. Source: Anonymeter's singling out; its number of
 * columns is fixed.
 */
export function singlingOut(
  kind: 'singling-out' | 'singling-out-joint',
  predicates: Predicate[],
  train: IndexedTable,
  control: IndexedTable,
): TriedAttack {
  const isolated = (indexed: IndexedTable) =>
    predicates.filter((predicate) => matchingRows(indexed, predicate, 2).length === 1).length
  return {
    kind,
    attacks: predicates.length,
    train: isolated(train),
    control: isolated(control),
  }
}

/**
 * Counts the rows that match at least one predicate. Unlike the attack's own count, it changes by
 * at most 1 with one row of the table, so it can be published with noise.
 */
export function coveredRows(predicates: Predicate[], indexed: IndexedTable): number {
  return new Set(predicates.flatMap((predicate) => matchingRows(indexed, predicate))).size
}

/**
 * Builds predicates on one column: values that occur once, the extremes, and a single missing
 * value.
 */
export function simplePredicates(twin: IndexedTable, random: RandomSource): Predicate[] {
  const predicates: Predicate[] = []
  twin.columns.forEach(({ sorted, present }, column) => {
    const isNumber = twin.table.columns[column]!.type === 'continuous'
    if (sorted.length - present === 1) predicates.push([{ column, is: 'missing', value: 0 }])
    for (let i = 0; i < present; i++) {
      const value = sorted[i]!
      if (sorted[i - 1] === value || (i + 1 < present && sorted[i + 1] === value)) continue
      predicates.push([{ column, is: 'equal', value }])
      if (isNumber && i === 0) predicates.push([{ column, is: 'atMost', value }])
      if (isNumber && i === present - 1) predicates.push([{ column, is: 'atLeast', value }])
    }
  })
  const order = Int32Array.from(predicates.keys())
  shuffle(order, random)
  return Array.from(order.subarray(0, MAX_ATTACKS), (place) => predicates[place]!)
}

/**
 * Builds predicates on several columns of a synthetic row: its categories, and its numbers as
 * bounds away from the median.
 */
export function jointPredicates(twin: IndexedTable, random: RandomSource): Predicate[] {
  const { table, columns } = twin
  const found: Predicate[] = []
  const most = Math.min(MAX_JOINT_COLUMNS, columns.length)
  if (most < MIN_JOINT_COLUMNS || table.rowCount === 0) return []
  const places = Int32Array.from(columns.keys())
  const known = new Map<number, Predicate | null>()
  for (let tries = 0; tries < TRIES_PER_ATTACK * MAX_ATTACKS; tries++) {
    const row = uniformBelow(random, table.rowCount)
    const size = MIN_JOINT_COLUMNS + uniformBelow(random, most - MIN_JOINT_COLUMNS + 1)
    shuffle(places, random)
    const chosen = places.subarray(0, size)
    const key = row * 2 ** columns.length + chosen.reduce((sum, column) => sum + 2 ** column, 0)
    let predicate = known.get(key)
    if (predicate === undefined) {
      predicate = isolating(twin, chosen, row)
      if (columns.length <= MAX_KNOWN_COLUMNS) known.set(key, predicate)
    }
    if (predicate) found.push(predicate)
    if (found.length === MAX_ATTACKS) break
  }
  return found
}

/** A table of few rows and columns has few such predicates, of which each is tried many times; a key has 53 bits. */
const MAX_KNOWN_COLUMNS = 16

/** Returns the predicate on these columns of the row, null if other rows match it, too. */
function isolating(twin: IndexedTable, columns: Int32Array, row: number): Predicate | null {
  const predicate = Array.from(columns, (column) => conditionOf(twin, column, row))
  return matchingRows(twin, predicate, 2).length === 1 ? predicate : null
}

function conditionOf({ table, columns }: IndexedTable, column: number, row: number): Condition {
  const value = table.columns[column]!.values[row]!
  if (table.columns[column]!.type === 'category') return { column, is: 'equal', value }
  if (Number.isNaN(value)) return { column, is: 'missing', value: 0 }
  const { sorted, present } = columns[column]!
  return { column, is: value > sorted[present >> 1]! ? 'atLeast' : 'atMost', value }
}
