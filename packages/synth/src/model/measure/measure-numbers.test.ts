import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { measureInMemory } from '../../../testing/measure-in-memory.ts'
import { drawAlone, numbersIn } from '../../draw/drawn-column.ts'
import { uniform } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { planBudget } from '../private/budget.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { openLedger, rhoSpent } from '../private/privacy-ledger.ts'
import { mergeBins } from '../protected/merge-bins.ts'
import { measureTime } from '../series/measure-time.ts'
import { measureNumbers } from './measure-numbers.ts'

/** Sets the rho that one of ten columns may cost at epsilon 3. */
const RHO = planBudget(3, 1e-6).share.marginals / 10

const uniformly = (count: number, low: number, high: number, seed: number): Float64Array => {
  const random = seededRandom(1000 + seed)
  return Float64Array.from({ length: count }, () =>
    Math.floor(low + (high - low) * uniform(random)),
  )
}

async function measured(values: Float64Array, seed: number, rho = RHO) {
  const random = seededRandom(seed)
  const measure = measureInMemory([{ values, labels: [] }])
  const { grid, marginal } = await measureNumbers({ measure, random }, 0, rho, values.length)
  const binning = mergeBins(marginal, values.length, 8)
  const column = {
    index: 0,
    schema: blankColumn,
    marginal,
    values: { type: 'grid', grid } as const,
    binning,
  }
  const twin = numbersIn(drawAlone(column, 1000, random)).filter((value) => !Number.isNaN(value))
  return { grid, marginal, twin: twin.sort() }
}

test('of a table too small to show anything, numbers are as small as most are', async () => {
  for (const rows of [16, 40]) {
    const medians: number[] = []
    for (let seed = 0; seed < 40; seed++) {
      const { twin } = await measured(uniformly(rows, 20, 70, seed), seed)
      expect(Math.abs(twin.at(-1)!)).toBeLessThan(1e7)
      medians.push(Math.abs(twin[500] ?? 0))
    }
    expect(medians.filter((median) => median < 1000).length).toBeGreaterThan(36)
  }
})

test.each([
  ['ages', 20, 70, 10, 99],
  ['incomes', 20_000, 80_000, 10_000, 99_999],
  ['numbers around one', 991, 1046, 100, 9999],
  ['temperatures below zero', -90, -30, -99, -10],
])('of 160 rows, %s have the digits they have', async (_, low, high, least, most) => {
  let right = 0
  for (let seed = 0; seed < 20; seed++) {
    const { twin } = await measured(uniformly(160, low, high, seed), seed)
    if (twin[0]! >= least && twin.at(-1)! <= most) right++
  }
  expect(right).toBeGreaterThan(16)
})

test('many rows around one number are told apart, for what one look costs', async () => {
  const values = uniformly(16_000, 991, 1047, 1)
  const { grid, marginal, twin } = await measured(values, 3)
  const inside = twin.filter((value) => value >= 991 && value <= 1046)
  expect(inside.length).toBeGreaterThan(980)
  const quarters = [0.25, 0.5, 0.75].map((share) => twin[Math.floor(share * twin.length)]!)
  quarters.forEach((quarter, i) => {
    expect(Math.abs(quarter - (991 + 14 * (i + 1)))).toBeLessThan(2)
  })
  const ofCells = marginal.variances[0]!
  const { blockOfCell, variances, sizes } = marginal.blocks!
  const block = blockOfCell[grid.starts.findIndex((start) => start >= 1000)]!
  expect(sizes[block]).toBeGreaterThan(64)
  const ofBlock = 1 / (1 / variances[block]! - 1 / (sizes[block]! * ofCells))
  expect(1 / (2 * ofCells) + 1 / (2 * ofBlock)).toBeCloseTo(RHO, 12)
})

test('dates of a small table lie within a decade or two of now, and those of a larger where they are', async () => {
  const day = (year: number) => Math.round((year - 1970) * 365.25)
  const yearsOf = async (rows: number, seed: number) => {
    const values = uniformly(rows, day(1988), day(1989), seed)
    const ledger = openLedger(1)
    const looking = {
      measure: measureInMemory([{ values, labels: [] }]),
      ledger,
      random: seededRandom(seed),
    }
    const schema = { ...blankColumn, kind: 'date' as const, unitSeconds: 86_400 }
    const { grid } = await measureTime(looking, 0, schema, RHO, rows)
    expect(rhoSpent(ledger)).toBeCloseTo(RHO, 12)
    return [grid.starts[0]!, grid.starts.at(-1)!].map((start) => 1970 + start / 365.25)
  }
  for (let seed = 0; seed < 20; seed++) {
    const [low, high] = await yearsOf(20, seed)
    expect(high! - low!).toBeLessThan(11)
    expect(low!).toBeGreaterThan(1950)
  }
  const [from, to] = await yearsOf(Math.ceil(20 * sigmaOfRho(0.2 * RHO)), 1)
  expect(from!).toBeGreaterThan(1986)
  expect(to!).toBeLessThan(1991)
  const [low, high] = await yearsOf(4 * Math.ceil(50 * sigmaOfRho(0.2 * RHO)), 1)
  expect(low!).toBeGreaterThan(1987.7)
  expect(high!).toBeLessThan(1989.3)
})
