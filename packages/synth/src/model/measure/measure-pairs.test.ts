import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import type { FittedColumn } from '../fitted-model.ts'
import { groupBins } from '../pairs/group-bins.ts'
import { layCells } from '../pairs/lay-cells.ts'
import { planBudget } from '../private/budget.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { openLedger, rhoSpent } from '../private/privacy-ledger.ts'
import type { Measure } from './measure.ts'
import type { MeasuredColumns } from './measure-columns.ts'
import {
  dependenceScore,
  type MeasuredPairs,
  measureFullPairs,
  measurePairs,
} from './measure-pairs.ts'
import { planLooks, planPairs } from './plan-pairs.ts'

const ROWS = 1000

/** Columns as they come from measuring, with the same bins for every table. */
function columnsOf(binCounts: number[], rowCount: number, kind = 'category'): FittedColumn[] {
  return binCounts.map((binCount, index) => ({
    index,
    schema: { name: `c${index}`, kind },
    marginal: {
      noisy: new Float64Array(binCount + 1).fill(rowCount / binCount).with(binCount, 0),
      variances: new Float64Array(binCount + 1).fill(50),
      ordered: kind !== 'category',
    },
    binning: {
      binOfCell: Int32Array.from({ length: binCount + 1 }, (_, cell) => cell % binCount),
      binCount,
      cellWeights: new Float64Array(binCount + 1).fill(rowCount / binCount).with(binCount, 0),
    },
    values: { type: 'labels', labels: [], codes: [] },
  })) as unknown as FittedColumn[]
}

async function measureWith(
  countTables: Measure['countTables'],
  columns: FittedColumn[],
  epsilon: number,
  seed: number,
  measure = measurePairs,
) {
  const plan = planBudget(epsilon, 1e-6)
  const ledger = openLedger(plan.rho)
  const random = seededRandom(seed)
  const measuring = {
    measure: { countTables } as Measure,
    plan,
    ledger,
    random,
    onFraction: () => {},
    signal: undefined,
  }
  const count = columns[0]!.binning.cellWeights.reduce((sum, weight) => sum + weight, 0)
  const measured = { columns, context: [], contextMargins: [], total: { count, variance: 1 } }
  const result = await measure(measuring, measured as unknown as MeasuredColumns)
  return { ...result, plan, ledger }
}

/** Measures columns of two bins with equal rows, of which each even one equals the next. */
function measureCoins(
  columnCount: number,
  epsilon: number,
  seed: number,
  measure?: typeof measurePairs,
) {
  const equal = Float64Array.of(ROWS / 2, 0, 0, ROWS / 2)
  const unrelated = new Float64Array(4).fill(ROWS / 4)
  const countTables: Measure['countTables'] = async (tables) =>
    tables.map(([a, b]) => (a!.index % 2 === 0 && b!.index === a!.index + 1 ? equal : unrelated))
  const columns = columnsOf(new Array(columnCount).fill(2), ROWS)
  return measureWith(countTables, columns, epsilon, seed, measure)
}

const isEqualPair = ({ a, b }: { a: number; b: number }) => a % 2 === 0 && b === a + 1

test('all pairs are looked at with the planned noise, dependent ones again, for exactly their share of the budget', async () => {
  const { pairs, plan, ledger } = await measureCoins(30, 3, 1)
  expect(pairs.tables).toHaveLength(435)
  expect(rhoSpent(ledger)).toBeCloseTo(plan.share.pairs, 12)
  const { rhoOfFirst } = planLooks(plan.share.pairs, 435, ROWS)
  expect(pairs.sigma).toBeCloseTo(sigmaOfRho(rhoOfFirst / 435), 9)
  let squares = 0
  for (const table of pairs.tables) {
    const exact = isEqualPair(table) ? [ROWS / 2, 0, 0, ROWS / 2] : new Array(4).fill(ROWS / 4)
    table.counts.forEach((count, cell) => {
      squares += (count - exact[cell]) ** 2
    })
  }
  const cells = 4 * 435
  const ratio = squares / cells / pairs.sigma ** 2
  expect(Math.abs(ratio - 1)).toBeLessThan(4 * Math.sqrt(2 / cells))
  expect(pairs.closer.filter(isEqualPair)).toHaveLength(15)
  expect(pairs.closer.length).toBeLessThan(20)
  const noisier = pairs.closer.filter(({ sigma }) => sigma >= pairs.sigma)
  expect(noisier).toEqual([])
})

test('a series has one look at all pairs, bin by bin, for the same budget', async () => {
  const { pairs, plan, ledger } = await measureCoins(10, 3, 1, measureFullPairs)
  expect(pairs.closer).toEqual([])
  expect(pairs.sigma).toBe(planPairs(plan.share.pairs, 45, 4, ROWS).sigma)
  expect(rhoSpent(ledger)).toBeCloseTo(plan.share.pairs, 12)
})

test('where the budget does not do for all pairs, the dependent ones are measured', async () => {
  const { pairs, plan, ledger } = await measureCoins(60, 0.5, 4)
  expect(pairs.tables.length).toBeLessThan(500)
  expect(rhoSpent(ledger)).toBeLessThanOrEqual(plan.share.pairs * (1 + 1e-12))
  const dependent = pairs.tables.filter(isEqualPair)
  // There are 30; by chance it would be about 30 * 200 / 1770.
  expect(dependent.length).toBeGreaterThan(10)
})

/** Rows of 20 bins a column, each depending on the one before. */
function chainRows(columnCount: number, rowCount: number, seed: number): number[][] {
  const random = seededRandom(seed)
  return Array.from({ length: rowCount }, () => {
    const row = [random.nextUint32() % 20]
    while (row.length < columnCount) row.push((row.at(-1)! + (random.nextUint32() % 4)) % 20)
    return row
  })
}

const countRows =
  (rows: number[][]): Measure['countTables'] =>
  async (tables) =>
    tables.map(([a, b]) => {
      const counts = new Float64Array(a!.binCount * b!.binCount)
      for (const row of rows) counts[row[a!.index]! * b!.binCount + row[b!.index]!]!++
      return counts
    })

/** The noise is the same in every run, and so is what comes of equal counts. */
const measureChain = (rows: number[][]) =>
  measureWith(countRows(rows), columnsOf([20, 20, 20], 2000, 'integer'), 3, 9)

/** By how much the counts of each histogram differ, where they do. */
function differences(ours: { counts: Float64Array }[], theirs: { counts: Float64Array }[]) {
  return ours.map(({ counts }, t) =>
    [...counts].map((count, cell) => count - theirs[t]!.counts[cell]!).filter((d) => d !== 0),
  )
}

const rows = chainRows(3, 2000, 1)

test('one row more moves one cell of each histogram of the first look by 1', async () => {
  const { pairs } = await measureChain(rows)
  for (const row of chainRows(3, 10, 2)) {
    const more = await measureChain([...rows, row])
    expect(differences(more.pairs.tables, pairs.tables)).toEqual([[1], [1], [1]])
  }
})

test('cells of the second look follow from the first look’s noisy counts: with these given, rows change counts alone, one cell each', async () => {
  const { pairs } = await measureChain(rows)
  expect(pairs.closer.length).toBeGreaterThan(1)
  const random = seededRandom(3)
  /** Any row that is in the same groups as this one. */
  const alike = (row: number[]) =>
    row.map((bin, j) => {
      const { groupOf } = pairs.groups[j]!
      const same = [...groupOf.keys()].filter((other) => groupOf[other] === groupOf[bin])
      return same[random.nextUint32() % same.length]!
    })
  const layout = (of: MeasuredPairs['pairs']) =>
    of.closer.map(({ a, b, cellOf, sigma }) => ({ a, b, cellOf, sigma }))
  const all = await measureChain(rows.map(alike))
  expect(all.pairs.tables).toEqual(pairs.tables)
  expect(layout(all.pairs)).toEqual(layout(pairs))
  expect(differences(all.pairs.closer, pairs.closer).every((moved) => moved.length > 10)).toBe(true)
  for (let i = 0; i < 10; i++) {
    const one = await measureChain(rows.with(i, alike(rows[i]!)))
    expect(layout(one.pairs)).toEqual(layout(pairs))
    for (const moved of differences(one.pairs.closer, pairs.closer))
      expect(moved.toSorted()).toEqual(moved.length === 0 ? [] : [-1, 1])
  }
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

const margins = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), {
  minLength: 1,
  maxLength: 45,
})

test('every pair of bins is in one cell, and groups and cells are as many as are numbered', () => {
  fc.assert(
    fc.property(
      margins,
      margins,
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 4, max: 32 }),
      fc.integer(),
      (ofA, ofB, isOrdered, hasMissing, limit, seed) => {
        const random = seededRandom(seed)
        const orderOf = (count: number) => ({
          isOrdered,
          missingBin: isOrdered && hasMissing ? count - 1 : -1,
        })
        const [a, b] = [ofA, ofB].map((margin) => ({
          margin: Float64Array.from(margin),
          order: orderOf(margin.length),
        }))
        const predicted = Float64Array.from(
          { length: ofA.length * ofB.length },
          () => random.nextUint32() % 100,
        )
        const { cellOf, cellCount } = layCells(a!, b!, predicted, limit)
        expect(cellOf).toHaveLength(predicted.length)
        expect(new Set(cellOf)).toEqual(new Set(Array.from({ length: cellCount }, (_, i) => i)))
        const groups = groupBins(a!.margin, limit, a!.order)
        expect(new Set(groups.groupOf)).toEqual(
          new Set(Array.from({ length: groups.count }, (_, i) => i)),
        )
        expect(groups.count).toBeLessThanOrEqual(limit + 1)
      },
    ),
  )
})
