import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeptOrder } from '../model/fitted-model.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { keepOrders } from './keep-orders.ts'

const conversion = { multiply: 1, divide: 1, round: 'up', add: 0 } as const
const order = (low: number, high: number, broken = 0): KeptOrder => ({
  ...{ low, high, conversion, broken },
})

const brokenRows = ({ low, high }: KeptOrder, columns: Float64Array[]) =>
  columns[low]!.filter((value, row) => columns[high]![row]! < value).length

const value = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
)

test('whatever the rows, columns keep their values, and no more rows break an order than before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 80 }),
      fc.double({ min: 0, max: 0.5, noNaN: true }),
      fc.integer(),
      (rows, broken, seed) => {
        const columns = [0, 1, 2].map((j) => Float64Array.from(rows, (row) => row[j]!))
        const before = columns.map((column) => column.slice())
        const orders = [order(0, 1, broken), order(1, 2)]
        keepOrders(orders, columns, seededRandom(seed))
        columns.forEach((column, j) => {
          expect(column.slice().sort()).toEqual(before[j]!.slice().sort())
          expect([...column].map(Number.isNaN)).toEqual([...before[j]!].map(Number.isNaN))
        })
        const all = (of: Float64Array[]) =>
          orders.reduce((sum, one) => sum + brokenRows(one, of), 0)
        expect(all(columns)).toBeLessThanOrEqual(all(before))
      },
    ),
  )
})

test('as many rows break an order as broke it in the original; a column without numbers takes no part', () => {
  const random = seededRandom(4)
  const lows = Float64Array.from({ length: 1000 }, () => random.nextUint32() % 90)
  const highs = Float64Array.from(lows, (low, row) => (row % 10 === 0 ? low - 3 : low + 5))
  const kept = order(0, 1, 0.03)
  const columns = [lows, highs]
  keepOrders([kept, order(0, 2)], [...columns, null], random)
  expect(brokenRows(kept, columns)).toBe(30)
})
