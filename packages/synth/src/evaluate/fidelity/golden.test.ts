import { expect, test } from 'vitest'
import { readCensus } from '../../../testing/census-tables.ts'
import { casesOf } from '../../../testing/test-length.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { residualRisk, wilsonRate } from '../privacy/attack-risk.ts'
import { closestRecord } from '../privacy/closest-record.ts'
import { exactMatches } from '../privacy/exact-matches.ts'
import { neighborsOfBothSides } from '../privacy/neighbors/find-neighbors.ts'
import { concatTables, type TableSample } from '../table-sample.ts'
import { measureAccuracy } from './accuracy.ts'
import { columnShape } from './column-shapes.ts'
import { measureDetection } from './detection.ts'
import { pairTrends } from './pair-trends.ts'
import { similarityCoder } from './similarity-codes.ts'

/**
 * Reference values on the census2k tables: SDMetrics 54362a3, mostlyai-qa d57f6b5 (`uni`, `biv`, `tri`: of training and
 * held-out rows together), and a Python re-implementation of closest records; `auc` of
 * scikit-learn's HistGradientBoostingClassifier over the same three folds.
 */
const golden = {
  hol: { shapes: 0.9808, pairs: 0.9471716, strongPairs: 0.9543571 },
  syn_mostly: {
    shapes: 0.9633667,
    pairs: 0.8318585,
    strongPairs: 0.84125,
    accuracy: { uni: 0.96033, biv: 0.91387, tri: 0.84653 },
    closestShare: 0.515,
    exact: 0,
    auc: 0.7044,
  },
  syn_flip30: {
    shapes: 1,
    pairs: 0.9532481,
    strongPairs: 0.8782143,
    accuracy: { uni: 0.98863, biv: 0.94111, tri: 0.86866 },
    closestShare: 0.689,
    exact: 0.0495,
    auc: 0.855,
  },
}
const goldenCeilings = { uni: 0.97934, biv: 0.94848, tri: 0.8977 }

const { tables } = readCensus()
const twins = ['syn_mostly', 'syn_flip30'] as const

function expectWithin(actual: number, expected: number, tolerance = 0.003): void {
  expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(tolerance)
}

test.each(['hol', ...twins] as const)(
  'column shapes and pair trends of %s are what SDMetrics computes, with and without weak pairs',
  (name) => {
    const shapes = tables.trn.columns.map((c, j) => columnShape(c, tables[name].columns[j]!))
    expectWithin(shapes.reduce((sum, shape) => sum + shape, 0) / shapes.length, golden[name].shapes)
    expectWithin(pairTrends(tables.trn, tables[name], { edges: 'each' }), golden[name].pairs)
    const strong = pairTrends(tables.trn, tables[name], { edges: 'each', strongOnly: true })
    expectWithin(strong, golden[name].strongPairs)
  },
)

test('bins by the real edges score the mostly table .924 in pairs', () => {
  expect(pairTrends(tables.trn, tables.syn_mostly)).toBeCloseTo(0.924, 2)
})

test.each(twins)('accuracy of %s and its ceiling are what mostlyai-qa computes', (name) => {
  const original = concatTables(tables.trn, tables.hol)
  const coders = original.columns.map(similarityCoder)
  const [own, made] = [original, tables[name]].map((table) =>
    coders.map((code, j) => code(table.columns[j]!)),
  )
  const all = measureAccuracy(own!, made!, { from: 'original' }, Number.POSITIVE_INFINITY)
  const { univariate, bivariate, trivariate } = all
  const { uni, biv, tri } = golden[name].accuracy
  expectWithin(univariate.value, uni, 0.0001)
  expectWithin(bivariate.value, biv, 0.0001)
  expectWithin(trivariate.value, tri, 0.0001)
  expectWithin(univariate.ceiling, goldenCeilings.uni, 0.0001)
  expectWithin(bivariate.ceiling, goldenCeilings.biv, 0.0001)
  expectWithin(trivariate.ceiling, goldenCeilings.tri, 0.0001)
  expectWithin(measureAccuracy(own!, made!).overall.value, all.overall.value, 0.001)
})

test.each(twins)(
  'closest records and exact matches of %s are those of the reference',
  { tags: 'long' },
  (name) => {
    const { learned, unseen } = neighborsOfBothSides(tables.trn, tables.hol, tables[name])
    const measured = closestRecord(learned.neighbors, unseen.neighbors)
    expectWithin(measured.syntheticShare, golden[name].closestShare)
    const { train } = exactMatches(tables[name], tables.hol, tables.trn)
    expect(train / 2000).toBeCloseTo(golden[name].exact, 4)
  },
)

const [first, ...others] = twins

test.each(casesOf<(typeof twins)[number]>([first], others))(
  'detection of %s comes near the reference, whose trees differ',
  { tags: 'long' },
  (name) => {
    expectWithin(measureDetection(tables.trn, tables[name]).auc, golden[name].auc, 0.012)
  },
)

test('prices to the cent are told apart from rounded ones of the same distribution', {
  tags: 'long',
}, () => {
  const random = seededRandom(7)
  const prices = (unit: number): TableSample => {
    const values = Float64Array.from({ length: 2000 }, () => {
      const cents = 100_000 + (random.nextUint32() % 100_000)
      return unit * Math.round(cents / unit)
    })
    return { rowCount: values.length, columns: [{ type: 'continuous', values }] }
  }
  expect(measureDetection(prices(100), prices(1)).auc).toBeGreaterThan(0.95)
  expectWithin(measureDetection(prices(100), prices(100)).auc, 0.5, 0.03)
})

test('fresh real rows are not told apart', { tags: 'long' }, () => {
  expectWithin(measureDetection(tables.trn, tables.hol).auc, 0.5, 0.03)
})

test('the residual risk of 100 against 80 successes in 1000 is that of the reference', () => {
  const [train, control] = [wilsonRate(100, 1000), wilsonRate(80, 1000)]
  expect(train.value).toBeCloseTo(0.1015307, 6)
  expect(train.error).toBeCloseTo(0.0186213, 6)
  expect(control.value).toBeCloseTo(0.0816072, 6)
  expect(control.error).toBeCloseTo(0.0168592, 6)
  const risk = residualRisk(train, control)
  expect(risk.value).toBeCloseTo(0.0216938, 6)
  expect(risk.error).toBeCloseTo(0.0270858, 6)
})
