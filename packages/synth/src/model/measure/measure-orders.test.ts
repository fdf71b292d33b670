import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { measureInMemory } from '../../../testing/measure-in-memory.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { FittedColumn } from '../fitted-model.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { openLedger, rhoSpent } from '../private/privacy-ledger.ts'
import { measureOrders } from './measure-orders.ts'

const TOTAL = 10_000
const RHO = 1

const columns = [0, 1].map((index) => ({
  index,
  schema: { ...blankColumn, name: `c${index}`, kind: 'number', decimals: 2 - index },
})) as FittedColumn[]

async function measured(rows: number[][], seed: number, rho = RHO) {
  const held = [0, 1].map((j) => ({
    values: Float64Array.from(rows, (row) => row[j]!),
    labels: [],
  }))
  const ledger = openLedger(1)
  const measuring = { measure: measureInMemory(held), ledger, random: seededRandom(seed) }
  const { orders, spent } = await measureOrders(
    measuring,
    columns,
    [{ low: 0, high: 1 }],
    rho,
    TOTAL,
  )
  return { orders, spent, ledger }
}

const cell = fc.oneof(fc.integer({ min: -30, max: 300 }), fc.constant(Number.NaN))
const row = fc.tuple(cell, cell)

test('one row more changes the rows that break an order by one at most, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 200 }), row, fc.nat(), async (rows, more, seed) => {
      const [without, with_] = [await measured(rows, seed), await measured([...rows, more], seed)]
      const [a, b] = [without, with_].map(({ orders }) => orders[0]!.broken * TOTAL)
      expect(b! - a!).toBeGreaterThan(-1e-9)
      expect(b! - a!).toBeLessThan(1 + 1e-9)
      expect(without.ledger).toEqual(with_.ledger)
    }),
    { numRuns: 60 },
  )
})

test('orders are counted in the unit of the higher column, and paid for with the noise they have', async () => {
  const rows = Array.from({ length: 6000 }, (_, i) => (i % 20 === 0 ? [105, 10] : [95, 10]))
  let squares = 0
  for (let seed = 0; seed < 200; seed++) {
    const { orders, spent, ledger } = await measured(rows, seed)
    expect(rhoSpent(ledger)).toBe(spent)
    squares += (orders[0]!.broken * TOTAL - 300) ** 2 / 200
  }
  const { spent } = await measured(rows, 1)
  expect(Math.sqrt(squares) / sigmaOfRho(spent)).toBeGreaterThan(0.85)
  expect(Math.sqrt(squares) / sigmaOfRho(spent)).toBeLessThan(1.15)
})

test('where noise would hide what is to be seen, nothing is counted or spent', async () => {
  const { orders, spent, ledger } = await measured([[1, 1]], 1, 1e-6)
  expect({ orders, spent, entries: ledger.entries }).toEqual({ orders: [], spent: 0, entries: [] })
})
