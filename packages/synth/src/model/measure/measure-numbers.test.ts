import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { measureInMemory } from '../../../testing/measure-in-memory.ts'
import { drawAlone, numbersIn } from '../../draw/drawn-column.ts'
import { type RandomSource, uniform } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { planBudget } from '../private/budget.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { openLedger, rhoSpent } from '../private/privacy-ledger.ts'
import { mergeBins } from '../protected/merge-bins.ts'
import { measureTime } from '../series/measure-time.ts'
import type { Measure } from './measure.ts'
import { measureNumbers } from './measure-numbers.ts'

/** Sets the rho that one of ten columns may cost at epsilon 3. */
const RHO = planBudget(3, 1e-6).share.marginals / 10

const TWIN_ROWS = 2000

/** Draws from the standard normal distribution. Source: Box and Muller. */
const normal = (random: RandomSource) =>
  Math.sqrt(-2 * Math.log(1 - uniform(random))) * Math.cos(2 * Math.PI * uniform(random))

const uniformly = (count: number, low: number, high: number, seed: number): Float64Array => {
  const random = seededRandom(1000 + seed)
  return Float64Array.from({ length: count }, () =>
    Math.floor(low + (high - low) * uniform(random)),
  )
}

const DELTA = 1e-8

async function measured(
  values: Float64Array,
  seed: number,
  bounds: { low: number; high: number } | null = null,
) {
  const random = seededRandom(seed)
  const looking = {
    measure: measureInMemory([{ values, labels: [] }]),
    ledger: openLedger(1),
    random,
  }
  const budget = { rho: RHO, delta: DELTA, rowsPerUnit: 1 }
  const column = { index: 0, name: 'x', bounds }
  const { grid, marginal } = await measureNumbers(looking, column, budget, values.length)
  const binning = mergeBins(marginal, values.length, 8)
  const fitted = {
    index: 0,
    schema: blankColumn,
    marginal,
    values: { type: 'grid', grid } as const,
    binning,
  }
  const twin = numbersIn(drawAlone(fitted, TWIN_ROWS, random)).filter((v) => !Number.isNaN(v))
  return { grid, marginal, binning, twin: twin.sort(), ledger: looking.ledger }
}

test('of a table too small to show anything, numbers are as small as most are', async () => {
  for (const rows of [16, 40]) {
    const medians: number[] = []
    for (let seed = 0; seed < 40; seed++) {
      const { twin } = await measured(uniformly(rows, 20, 70, seed), seed)
      expect(Math.abs(twin.at(-1)!)).toBeLessThan(1e7)
      medians.push(Math.abs(twin[twin.length >> 1] ?? 0))
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

/** Rows of simulated tables, and of their twins. */
const ROWS = 16_000

/** Puts `value` in some rows, from the first on. */
function withSpike(values: Float64Array, value: number, rows: number): Float64Array {
  return values.map((own, row) => (row < rows ? value : own))
}

const shareOf = (twin: Float64Array, is: (value: number) => boolean) =>
  twin.filter(is).length / twin.length

test('many rows around one number are told apart', async () => {
  const { twin } = await measured(uniformly(ROWS, 991, 1047, 1), 3)
  expect(shareOf(twin, (value) => value >= 991 && value <= 1046)).toBeGreaterThan(0.99)
  const quarters = [0.25, 0.5, 0.75].map((share) => twin[Math.floor(share * twin.length)]!)
  quarters.forEach((quarter, i) => {
    expect(Math.abs(quarter - (991 + 14 * (i + 1)))).toBeLessThan(2)
  })
})

test.each([
  ['whole numbers written with a decimal', 10, 1000],
  ['amounts in ten thousands', 10_000, 100],
])('%s stay what they are', async (_, unit, most) => {
  const { twin } = await measured(
    uniformly(ROWS, 1, most, 2).map((value) => value * unit),
    5,
  )
  expect(twin.every((value) => value % unit === 0)).toBe(true)
  expect(shareOf(twin, (value) => value > 0 && value < unit * most)).toBeGreaterThan(0.99)
})

test('round numbers are as common as they were, and so are the others', async () => {
  const own = uniformly(ROWS, 0, 90_000, 3)
  const values = own.map((value, row) => (row % 2 === 0 ? value : Math.ceil(value / 500) * 500))
  const { twin } = await measured(values, 5)
  expect(shareOf(twin, (value) => value % 100 === 0)).toBeCloseTo(
    shareOf(values, (value) => value % 100 === 0),
    1,
  )
})

test('a value that many rows share is found, whatever it is, and caps what is below it', async () => {
  const values = withSpike(uniformly(ROWS, 14_999, 500_000, 4), 500_001, 800)
  const { twin, marginal } = await measured(values, 6)
  expect(shareOf(twin, (value) => value === 500_001)).toBeCloseTo(0.05, 2)
  expect(shareOf(twin, (value) => value > 500_001)).toBeLessThan(0.002)
  expect(shareOf(twin, (value) => value < 14_999)).toBeLessThan(0.01)
  expect(marginal.tree!.isSpike.some((is) => is === 1)).toBe(true)
})

test('nothing is drawn between two ranges, nor between a stand-in for missing values and the rest', async () => {
  const two = uniformly(ROWS, 1000, 2000, 5).map((value, row) => value + (row % 2) * 100_000)
  const { twin } = await measured(two, 7)
  expect(shareOf(twin, (value) => value >= 2000 && value < 101_000)).toBeLessThan(0.005)
  expect(shareOf(twin, (value) => value >= 101_000)).toBeCloseTo(0.5, 1)
  const marked = withSpike(uniformly(ROWS, 20, 70, 6), -999, 500)
  const other = await measured(marked, 8)
  expect(shareOf(other.twin, (value) => value === -999)).toBeCloseTo(500 / ROWS, 2)
  expect(shareOf(other.twin, (value) => value > -999 && value < 20)).toBeLessThan(0.002)
})

test('numbers below zero lie where they were', async () => {
  const { twin } = await measured(uniformly(ROWS, -12_435, -11_430, 7), 9)
  const outside = shareOf(twin, (value) => value < -12_435 || value > -11_431)
  expect(outside).toBeLessThan(0.005)
})

test('a long tail keeps its mean, and does not go on where there are no rows', async () => {
  const random = seededRandom(11)
  const values = Float64Array.from({ length: ROWS }, () =>
    Math.round(3000 * Math.exp(0.9 * normal(random))),
  )
  const mean = (of: Float64Array) => of.reduce((sum, value) => sum + value, 0) / of.length
  const most = values.reduce((a, b) => Math.max(a, b))
  for (const seed of [1, 2, 3]) {
    const { twin } = await measured(values, seed)
    expect(Math.abs(mean(twin) / mean(values) - 1)).toBeLessThan(0.05)
    expect(shareOf(twin, (value) => value > most)).toBeLessThan(0.002)
  }
})

test('of few rows too, hardly any lie outside the range of the original', async () => {
  let outside = 0
  const seeds = 20
  for (let seed = 0; seed < seeds; seed++) {
    const { twin } = await measured(uniformly(2000, 18, 78, seed), seed)
    outside += shareOf(twin, (value) => value < 18 || value > 77) / seeds
  }
  expect(outside).toBeLessThan(0.025)
})

test('a constant stays one, and missing values their share', async () => {
  const values = new Float64Array(ROWS).fill(7).fill(Number.NaN, 0, 4000)
  const { twin, binning } = await measured(values, 10)
  expect(twin.every((value) => value === 7)).toBe(true)
  const total = binning.cellWeights.reduce((sum, weight) => sum + weight, 0)
  expect(total).toBeCloseTo(ROWS, 6)
  expect(binning.cellWeights.at(-1)! / total).toBeCloseTo(0.25, 2)
})

test('between declared bounds no value is lost, and both ends are values of their own', async () => {
  const values = withSpike(uniformly(ROWS, 0, 5001, 8), 5000, 1000)
  const { grid, twin } = await measured(values, 11, { low: 0, high: 5000 })
  expect([grid.starts[0], grid.starts[1]]).toEqual([0, 1])
  expect(grid.starts.slice(-2)).toEqual(Float64Array.of(5000, 5001))
  expect(shareOf(twin, (value) => value === 5000)).toBeCloseTo(1000 / ROWS, 2)
  expect(twin[twin.length >> 1]! / 5000).toBeCloseTo(0.53, 1)
})

/** Compares every look with that at the neighbor, in which some rows more are. */
function compareLooks(values: Float64Array, more: number[], changes: number[]): Measure {
  const [own, other] = [values, Float64Array.from([...values, ...more])].map((column) =>
    measureInMemory([{ values: column, labels: [] }]),
  )
  const changeOf = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((sum, count, cell) => sum + Math.abs(count - b[cell]!), 0)
  return {
    ...own!,
    countCells: async (j, grid) => {
      const counts = await own!.countCells(j, grid)
      changes.push(changeOf(counts, await other!.countCells(j, grid)))
      return counts
    },
    countZeros: async (j, grid) => {
      const counts = await own!.countZeros(j, grid)
      changes.push(changeOf(counts, await other!.countZeros(j, grid)))
      return counts
    },
    countValues: async (j, least, always) => {
      const counts = new Map<number, number>()
      for (const { value, count } of await other!.countValues(j, 1, [])) counts.set(value, count)
      for (const { value, count } of await own!.countValues(j, 1, []))
        counts.set(value, counts.get(value)! - count)
      changes.push([...counts.values()].reduce((sum, change) => sum + change, 0))
      return own!.countValues(j, least, always)
    },
  }
}

test.each([
  ['a usual value', [1500]],
  ['a value unlike all others', [-123_456_789]],
  ['none', [Number.NaN]],
  ['a number beyond all cells', [1e30]],
  ['one of five rows of a unit', [1500, 1500, 7, Number.NaN, 2 ** 60]],
])('of %s, a row changes each look by one cell, and each look is paid for', async (_, more) => {
  const values = withSpike(uniformly(4000, 1000, 9000, 9), 2500, 900)
  for (const seed of [1, 2, 3]) {
    const changes: number[] = []
    const ledger = openLedger(1)
    const measure = compareLooks(values, more, changes)
    const looking = { measure, ledger, random: seededRandom(seed) }
    const budget = { rho: RHO, delta: DELTA, rowsPerUnit: more.length }
    await measureNumbers(looking, { index: 0, name: 'x', bounds: null }, budget, 4000)
    expect(changes).toHaveLength(4)
    // The first look is at values; a missing one is none.
    for (const [look, change] of changes.entries())
      expect(change).toBe(look === 0 ? more.filter((v) => !Number.isNaN(v)).length : more.length)
    expect(rhoSpent(ledger)).toBeCloseTo(RHO, 12)
    expect(ledger.entries.length).toBeGreaterThanOrEqual(changes.length)
  }
})

/** Describes a column: a range, its step, a value that some rows share, and rows without one. */
const columnOf = fc.record({
  rows: fc.integer({ min: 50, max: 3000 }),
  low: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  width: fc.integer({ min: 1, max: 100_000 }),
  unit: fc.constantFrom(1, 1, 10, 500, 10_000),
  shared: fc.double({ min: 0, max: 0.6, noNaN: true }),
  missing: fc.double({ min: 0, max: 0.3, noNaN: true }),
})

const oddValue = fc.oneof(
  fc.constant(Number.NaN),
  fc.integer({ min: -50, max: 50 }),
  fc.maxSafeInteger(),
  fc.constantFrom(1e14, -1e14, 1e30, -(2 ** 60), 99_999, 10 ** 14 - 1),
)

test('whatever a column holds, a row more changes each look by one cell, even if its value is odd', async () => {
  await fc.assert(
    fc.asyncProperty(columnOf, oddValue, fc.nat(1000), async (column, odd, seed) => {
      const { rows, low, width, unit, shared, missing } = column
      const values = uniformly(rows, low, low + width, seed).map((value, row) => {
        if (row < missing * rows) return Number.NaN
        return row < (missing + shared) * rows ? low + 7 : Math.round(value / unit) * unit
      })
      const changes: number[] = []
      const ledger = openLedger(1)
      const measure = compareLooks(values, [odd], changes)
      const looking = { measure, ledger, random: seededRandom(seed) }
      const budget = { rho: RHO, delta: DELTA, rowsPerUnit: 1 }
      await measureNumbers(looking, { index: 0, name: 'x', bounds: null }, budget, rows)
      expect(changes.length).toBeGreaterThan(1)
      for (const change of changes) expect(change).toBeLessThanOrEqual(1)
      expect(rhoSpent(ledger)).toBeCloseTo(RHO, 12)
    }),
    { numRuns: 60, seed: 1 },
  )
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

test('codes end at the last that some rows hold, and capped numbers at the cap', {
  tags: 'long',
}, async () => {
  const outside = { codes: 0, capped: 0 }
  const seeds = 20
  for (let seed = 0; seed < seeds; seed++) {
    const random = seededRandom(2000 + seed)
    const codes = Float64Array.from({ length: 6000 }, () => {
      const at = uniform(random)
      return at < 0.5 ? 0 : at < 0.9 ? 2 : at < 0.96 ? 4 : at < 0.99 ? 8 : 10
    })
    const capped = Float64Array.from({ length: 6000 }, () =>
      Math.min(520, 10 * Math.floor(3 + 55 * uniform(random) ** 0.9)),
    )
    const twins = {
      codes: await measured(codes, seed),
      capped: await measured(capped, seed),
    }
    outside.codes += twins.codes.twin.filter((v) => v < 0 || v > 10).length
    outside.capped += twins.capped.twin.filter((v) => v < 0 || v > 520).length
  }
  expect(outside.codes / seeds / TWIN_ROWS).toBeLessThan(0.001)
  expect(outside.capped / seeds / TWIN_ROWS).toBeLessThan(0.0002)
})

test('noise puts hardly any rows behind the last code, and none beyond the ends of a range', {
  tags: 'long',
}, async () => {
  const outside = { codes: 0, range: 0 }
  for (let seed = 0; seed < 12; seed++) {
    const [forCodes, forRange] = [seededRandom(3000 + seed), seededRandom(3000 + seed)]
    const codes = Float64Array.from({ length: 6000 }, () => {
      const rank = uniform(forCodes)
      return rank < 0.35 ? 1 : rank < 0.8 ? 2 : rank < 0.975 ? 3 : rank < 0.985 ? 4 : 5
    })
    const range = Float64Array.from({ length: 6000 }, () => {
      const bell = (uniform(forRange) + uniform(forRange) + uniform(forRange)) / 3
      return Math.round(uniform(forRange) < 0.6 ? 3255 + 250 * bell : 3600 + 590 * bell)
    })
    const twins = { codes: await measured(codes, seed), range: await measured(range, seed) }
    outside.codes += twins.codes.twin.filter((v) => v < 1 || v > 5).length
    outside.range += twins.range.twin.filter((v) => v < 3255 || v > 4190).length
  }
  expect(outside.codes / 12 / TWIN_ROWS).toBeLessThan(0.001)
  expect(outside.range).toBe(0)
})

test('codes end at the last that some rows hold, behind cells that spikes fill, and no further', async () => {
  const common = { 1: 1250, 2: 3350, 3: 1280, 4: 230 }
  const endsOf = async (rows: Record<number, number>) => {
    const values = Float64Array.from(
      Object.entries(rows).flatMap(([value, count]) => Array(count).fill(Number(value))),
    )
    const ends: number[] = []
    for (let seed = 0; seed < 20; seed++) ends.push((await measured(values, seed)).twin.at(-1)!)
    return ends
  }
  const rare = await endsOf({ ...common, 6: 5, 7: 4, 8: 40 })
  expect(rare.filter((end) => end > 5 && end < 10).length).toBeGreaterThan(14)
  const none = await endsOf(common)
  expect(none.filter((end) => end > 4).length).toBeLessThan(3)
})
