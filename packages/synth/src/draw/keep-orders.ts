import type { KeptOrder } from '../model/fitted-model.ts'
import { at } from '../model/pairs/at.ts'
import { type RandomSource, shuffle } from '../random/random-source.ts'
import { convert } from '../schema/rules/rule-units.ts'

/** Rows that are tried for an exchange of values, the nearest first. */
const MOST_TRIED = 400
/** An exchange that keeps one order may need another one first. */
const ROUNDS = 2

/**
 * Keeps the rows that break an order as few as they were counted to be in the original: others exchange values of one
 * column with the nearest row in which no order is broken by it. Every column keeps its values. `values` are those of the
 * model's columns, by place, null for a column that does not take part; changes them.
 */
export function keepOrders(
  orders: KeptOrder[],
  values: (Float64Array | null)[],
  random: RandomSource,
): void {
  const kept = orders.filter(({ low, high }) => values[low] && values[high])
  for (let round = 0; round < ROUNDS; round++)
    for (const order of kept) keepOrder(order, kept, values, random)
}

function keepOrder(
  { low, high, conversion, broken }: KeptOrder,
  orders: KeptOrder[],
  values: (Float64Array | null)[],
  random: RandomSource,
): void {
  const [lows, highs] = [numbersAt(values, low), numbersAt(values, high)]
  const isBroken = (row: number) => at(highs, row) < convert(conversion, at(lows, row))
  const rows = Int32Array.from([...lows.keys()].filter(isBroken))
  const excess = rows.length - Math.round(broken * lows.length)
  if (excess <= 0) return
  shuffle(rows, random)
  const lower = exchangerOf(low, orders, values)
  const raise = exchangerOf(high, orders, values)
  for (const row of rows.slice(0, excess))
    if (isBroken(row) && !lower(row, -1, isBroken)) raise(row, 1, isBroken)
}

type Exchange = (row: number, direction: number, isBroken: (row: number) => boolean) => boolean

/**
 * Returns how a row's value of a column is exchanged for a smaller (`direction` -1) or larger one, so that it does not break
 * the order and fewer orders are broken than before; false if none of the nearest rows will do.
 */
function exchangerOf(
  column: number,
  orders: KeptOrder[],
  values: (Float64Array | null)[],
): Exchange {
  const own = numbersAt(values, column)
  const sorted = Int32Array.from([...own.keys()]).filter((row) => !Number.isNaN(at(own, row)))
  sorted.sort((a, b) => at(own, a) - at(own, b))
  const placeOf = new Int32Array(own.length)
  for (const [place, row] of sorted.entries()) placeOf[row] = place
  const affected = orders.filter(({ low, high }) => low === column || high === column)
  const brokenIn = (row: number) =>
    affected.filter(
      ({ low, high, conversion }) =>
        at(numbersAt(values, high), row) < convert(conversion, at(numbersAt(values, low), row)),
    ).length
  const swap = (a: number, b: number) => {
    ;[own[a], own[b]] = [at(own, b), at(own, a)]
  }
  return (row, direction, isBroken) => {
    const place = at(placeOf, row)
    for (let step = 1; step <= MOST_TRIED; step++) {
      const other = sorted[place + direction * step]
      if (other === undefined) return false
      const before = brokenIn(row) + brokenIn(other)
      swap(row, other)
      if (!isBroken(row) && brokenIn(row) + brokenIn(other) < before) {
        sorted[place] = other
        sorted[place + direction * step] = row
        placeOf[row] = place + direction * step
        placeOf[other] = place
        return true
      }
      swap(row, other)
    }
    return false
  }
}

function numbersAt(values: (Float64Array | null)[], place: number): Float64Array {
  return values[place] ?? new Float64Array()
}
