import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import type { FittedColumn } from '../fitted-model.ts'
import { planBudget } from '../private/budget.ts'
import { openLedger, rhoSpent } from '../private/privacy-ledger.ts'
import type { Measure } from './measure.ts'
import type { MeasuredColumns } from './measure-columns.ts'
import { dependenceScore, measurePairs } from './measure-pairs.ts'
import { planPairs } from './plan-pairs.ts'

const ROWS = 1000

/** Creates columns of two bins with equal rows, of which each even one equals the next. */
function coins(columnCount: number) {
  const columns = Array.from({ length: columnCount }, (_, index) => ({
    index,
    schema: { name: `c${index}` },
    binning: {
      binOfCell: Int32Array.of(0, 1),
      binCount: 2,
      cellWeights: Float64Array.of(ROWS / 2, ROWS / 2),
    },
  })) as FittedColumn[]
  const equal = Float64Array.of(ROWS / 2, 0, 0, ROWS / 2)
  const unrelated = new Float64Array(4).fill(ROWS / 4)
  const countTables: Measure['countTables'] = async (tables) =>
    tables.map(([a, b]) => (a!.index % 2 === 0 && b!.index === a!.index + 1 ? equal : unrelated))
  return { columns, measure: { countTables } as Measure }
}

async function measureCoins(columnCount: number, epsilon: number, seed: number) {
  const { columns, measure } = coins(columnCount)
  const plan = planBudget(epsilon, 1e-6)
  const ledger = openLedger(plan.rho)
  const random = seededRandom(seed)
  const measuring = { measure, plan, ledger, random, onFraction: () => {}, signal: undefined }
  const total = { count: ROWS, variance: 1 }
  const measured = { columns, context: [], contextMargins: [], total }
  const pairs = await measurePairs(measuring, measured as unknown as MeasuredColumns)
  return { pairs, plan, ledger }
}

test('all pairs are measured with the planned noise, for exactly their share of the budget', async () => {
  const { pairs, plan, ledger } = await measureCoins(30, 3, 1)
  expect(pairs.tables).toHaveLength(435)
  expect(rhoSpent(ledger)).toBeCloseTo(plan.share.pairs, 12)
  expect(pairs.sigma).toBe(planPairs(plan.share.pairs, 435, 4, ROWS).sigma)
  let squares = 0
  for (const { a, b, counts } of pairs.tables) {
    const isEqual = a % 2 === 0 && b === a + 1
    const exact = isEqual ? [ROWS / 2, 0, 0, ROWS / 2] : new Array(4).fill(ROWS / 4)
    counts.forEach((count, cell) => {
      squares += (count - exact[cell]) ** 2
    })
  }
  const cells = 4 * 435
  const ratio = squares / cells / pairs.sigma ** 2
  expect(Math.abs(ratio - 1)).toBeLessThan(4 * Math.sqrt(2 / cells))
})

test('where the budget does not do for all pairs, the dependent ones are measured', async () => {
  const { pairs, plan, ledger } = await measureCoins(60, 0.5, 4)
  expect(pairs.tables.length).toBeLessThan(500)
  expect(rhoSpent(ledger)).toBeCloseTo(plan.share.pairs, 12)
  const dependent = pairs.tables.filter(({ a, b }) => a % 2 === 0 && b === a + 1)
  // There are 30; by chance it would be about 30 * 200 / 1770.
  expect(dependent.length).toBeGreaterThan(10)
})

test('one row more or less moves a score by at most 1', () => {
  const margins = [Float64Array.of(480.5, 519.5), Float64Array.of(300, 200, 500)]
  const counts = Float64Array.of(150, 90, 240, 160, 100, 260)
  const score = dependenceScore({ a: 0, b: 1, counts }, margins, ROWS)
  for (let cell = 0; cell < counts.length; cell++) {
    const more = counts.with(cell, counts[cell]! + 1)
    const moved = dependenceScore({ a: 0, b: 1, counts: more }, margins, ROWS)
    expect(Math.abs(moved - score)).toBeLessThanOrEqual(1 + 1e-9)
  }
})
